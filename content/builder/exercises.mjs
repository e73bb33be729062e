import { ContentError, acceptedFor, exerciseField } from "./problem.mjs";
import { refuseApart, requireRun } from "./placeholders.mjs";
import { checkCarry } from "./chains.mjs";
import { requireTarget } from "./targets.mjs";

/**
 * @import { Chapter, Course, Exercise, Lab, Place, Result } from "./types.mjs"
 * @typedef {(field: string) => Place} At
 */

/** @type {Record<string, string>} */
const SHAPES = { number: "one cell", vector: "one row or one column of cells", matrix: "rows and columns of cells" };

/**
 * Everything about a chapter's exercises that the schema cannot say.
 * @param {Exercise[]} exercises
 * @param {Course} course
 * @param {Chapter} chapter
 */
export function checkExercises(exercises, course, chapter) {
  /** @type {Set<string>} */
  const seen = new Set();
  exercises.forEach((exercise, index) => {
    const at = (/** @type {string} */ field) => ({
      file: chapter.dataFile,
      field: `${exerciseField(exercise.id, index)}.${field}`,
    });
    if (seen.has(exercise.id))
      throw new ContentError(at("id"), `"${exercise.id}" is used twice; give each exercise its own id.`);
    seen.add(exercise.id);
    if (exercise.run !== undefined) {
      requireRun(exercise.run, course, at("run"));
      refuseApart(exercise.run, course, at("run"), "an exercise cannot wait for it");
    }
    if (exercise.target !== undefined) {
      checkNumeric(exercise, course, at);
      checkSentences(exercise, course, chapter, at);
      checkCarry(exercise, exercises.slice(0, index), runOf(exercise, course).lab, at);
    }
    if (exercise.kind === "choice") checkChoice(exercise, at);
    checkPlacesWord(exercise, at);
  });
  checkMistakeNames(course, chapter);
}

/**
 * The mistakes that an exercise looks for: its own list, or all of its lab.
 * @param {Exercise} exercise
 * @param {Lab} lab
 */
export function mistakesOf(exercise, lab) {
  return exercise.mistakes ?? lab.mistakes.map((mistake) => mistake.id);
}

/**
 * The kind of exercise that asks for these cells.
 * @param {{rows: number, columns: number}} picked
 */
export function kindOf({ rows, columns }) {
  if (rows * columns === 1) return "number";
  return rows === 1 || columns === 1 ? "vector" : "matrix";
}

/**
 * @param {Exercise} exercise
 * @param {Course} course
 * @param {At} at
 */
function checkNumeric(exercise, course, at) {
  const { lab, result } = runOf(exercise, course);
  const picked = requireTarget(result, exercise.target ?? "", at("target"));
  const { rows, columns, cells } = picked;
  const kind = kindOf(picked);
  if (kind !== exercise.kind) {
    throw new ContentError(
      at("kind"),
      `is ${exercise.kind} (${SHAPES[exercise.kind]}), but "${exercise.target}" is ${rows} by ${columns}; write ${kind} or change the target.`,
    );
  }
  if (cells.some((cell) => typeof cell !== "number")) {
    throw new ContentError(at("target"), `"${exercise.target}" holds words; name columns of numbers.`);
  }
  if (exercise.tolerance !== undefined && exercise.places !== undefined) {
    throw new ContentError(at("tolerance"), "stands beside places; keep one of the two.");
  }
  const mistakes = lab.mistakes.map((mistake) => mistake.id);
  for (const [i, id] of (exercise.mistakes ?? []).entries()) {
    if (!mistakes.includes(id))
      throw new ContentError(
        { ...at("mistakes"), at: at(`mistakes[${i}]`).field },
        `"${id}" is no mistake of ${lab.id}; ${acceptedFor(id, mistakes)}.`,
      );
  }
  for (const name of Object.keys(exercise.draw ?? {})) {
    const names = lab.parameters.map((parameter) => parameter.id);
    if (!names.includes(name))
      throw new ContentError(at(`draw.${name}`), `is no parameter of ${lab.id}; ${acceptedFor(name, names)}.`);
  }
}

/**
 * How many decimals are asked is the reader's choice, so the word behind the number is the page's.
 * @param {Exercise} exercise
 * @param {At} at
 */
function checkPlacesWord({ prompt, hints = [] }, at) {
  const texts = [["prompt", prompt], ...hints.map((hint, i) => [`hints[${i}]`, hint])];
  for (const [field, text] of texts) {
    if (/\{places\} (decimal|place)/.test(text))
      throw new ContentError(
        at(field),
        "has a word behind {places}, which stands for number and word, such as 4 decimals; leave that word out.",
      );
  }
}

/**
 * @param {Exercise} exercise
 * @param {At} at
 */
function checkChoice(exercise, at) {
  const options = exercise.options ?? [];
  const ids = options.map((option) => option.id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice) throw new ContentError(at("options"), `the option "${twice}" stands twice; give each its own id.`);
  if (options.filter((option) => option.correct).length !== 1) {
    throw new ContentError(at("options"), 'must have exactly one option with "correct": true.');
  }
}

/**
 * @param {Exercise} exercise
 * @param {Course} course
 * @param {Chapter} chapter
 * @param {At} at
 */
function checkSentences(exercise, course, chapter, at) {
  for (const id of mistakesOf(exercise, runOf(exercise, course).lab)) {
    if (!Object.hasOwn(chapter.data.mistakes, id)) {
      throw new ContentError(
        { ...at("mistakes"), at: at(`mistakes[${exercise.mistakes?.indexOf(id) ?? 0}]`).field },
        `the mistake "${id}" has no sentence; add it under "mistakes" of the chapter or leave it out of the exercise.`,
      );
    }
  }
}

/**
 * @param {Exercise} exercise whose run has been found to exist
 * @param {Course} course
 */
function runOf(exercise, course) {
  return /** @type {{lab: Lab, result: Result}} */ (course.runs.get(exercise.run ?? ""));
}

/**
 * A sentence that no lab of the chapter can call for is a misspelt id; one that no exercise looks for is never read.
 * @param {Course} course
 * @param {Chapter} chapter
 */
function checkMistakeNames(course, chapter) {
  const known = new Set([...course.runs.values()].flatMap(({ lab }) => lab.mistakes.map((mistake) => mistake.id)));
  const numeric = course.exercises.filter(({ target }) => target !== undefined);
  const used = new Set(numeric.flatMap((exercise) => mistakesOf(exercise, runOf(exercise, course).lab)));
  for (const id of Object.keys(chapter.data.mistakes)) {
    if (!known.has(id)) {
      throw new ContentError(
        { file: chapter.dataFile, field: `mistakes.${id}` },
        `is no mistake of this chapter's labs; ${acceptedFor(id, known)}.`,
      );
    }
    if (!used.has(id)) {
      throw new ContentError(
        { file: chapter.dataFile, field: `mistakes.${id}` },
        'no exercise of this chapter looks for it; add it to the "mistakes" of one, or remove the sentence.',
      );
    }
  }
}
