import { checkExercises } from "./exercises.mjs";
import { checkHeld } from "./held.mjs";
import { refuseFigure } from "./figures.mjs";
import { checkGiven } from "./given.mjs";
import { nameHeadings } from "./headings.mjs";
import { checkHtml } from "./html.mjs";
import { refusePictureFigures, requirePlaced } from "./pictures.mjs";
import { curled, renderBlocks, renderInline } from "./markdown.mjs";
import { INSTANCE } from "./placeholders.mjs";
import { ContentError, acceptedFor, exerciseField } from "./problem.mjs";
import { validateChapter } from "./schema.mjs";
import { placesOf } from "./targets.mjs";

/** @import { Chapter, Clockhand, Course, Exercise, Lab, Result } from "./types.mjs" */

/**
 * A chapter as the page loads it: checked, with HTML for Markdown and MathML for TeX.
 * @param {Chapter} authored
 * @param {Clockhand} clockhand
 * @param {Record<string, object>} references all references of the course
 */
export function buildChapter(authored, clockhand, references) {
  const chapter = validateChapter(authored);
  const { data, dataFile, textFile, text } = chapter;
  /** @type {Course} */
  const course = {
    runs: runAll(chapter, clockhand),
    exercises: data.exercises,
    references,
    pictures: data.pictures,
    placed: new Set(),
    cited: new Set(),
    controls: new Map(),
  };
  checkExercises(data.exercises, course, chapter);
  for (const field of /** @type {const} */ (["title", "summary", "next"])) {
    refuseFigure(data[field], { file: dataFile, field });
  }

  refusePictureFigures(data.pictures, dataFile);
  const source = { file: textFile, text };
  const html = nameHeadings(
    checkHtml(renderBlocks(text, source), course, source),
    data.exercises.map(({ id }) => id),
  );
  const exercises = data.exercises.map((exercise, index) => buildExercise(exercise, index, course, dataFile));
  checkHeld(exercises, course, clockhand, chapter);
  checkGiven(exercises, course, dataFile);
  requirePlaced(data.pictures, text, dataFile);
  const mistakes = mapValues(data.mistakes, (sentence, id) =>
    toHtml(sentence, course, { file: dataFile, field: `mistakes.${id}` }),
  );
  const lost = data.exercises.find(({ id }) => !course.placed.has(id));
  if (lost) {
    throw new ContentError(
      { file: textFile },
      `exercise "${lost.id}" is not on the page; place <ch-exercise id="${lost.id}"></ch-exercise>.`,
    );
  }
  return {
    id: chapter.id,
    number: chapter.number,
    title: curled(data.title),
    summary: curled(data.summary),
    html,
    runs: data.runs,
    pictures: data.pictures,
    exercises,
    mistakes,
    references: mapValues(references, (reference, key) => (course.cited.has(key) ? reference : undefined)),
    next: data.next && curled(data.next),
  };
}

/**
 * Every run with its lab's description and result: what targets and placeholders are held against.
 * @param {Chapter} chapter
 * @param {Clockhand} clockhand
 */
function runAll({ data, dataFile }, clockhand) {
  const { labs } = clockhand.description;
  /** @type {Map<string, {lab: Lab, result: Result, apart: boolean}>} */
  const runs = new Map();
  for (const [name, { lab: labId, params, apart = false }] of Object.entries(data.runs)) {
    const lab = labs.find(({ id }) => id === labId);
    if (!lab) {
      throw new ContentError(
        { file: dataFile, field: `runs.${name}.lab` },
        `"${labId}" is no lab; ${acceptedFor(
          labId,
          labs.map(({ id }) => id),
        )}.`,
      );
    }
    if (name === INSTANCE) {
      throw new ContentError(
        { file: dataFile, field: `runs.${name}` },
        "this name stands for the instance of an exercise; choose another.",
      );
    }
    const result = lab.long ? outline(clockhand, { lab: labId, params }) : clockhand.run({ lab: labId, params });
    if (!result.ok) {
      const stranger = Object.keys(params).find((param) => lab.parameters.every(({ id }) => id !== param));
      const field = `runs.${name}.params`;
      throw new ContentError(
        { file: dataFile, field, at: `${field}.${stranger ?? result.error.argument}` },
        `the core refuses the run: ${result.error.message}.`,
      );
    }
    if (apart && lab.long) {
      throw new ContentError(
        { file: dataFile, field: `runs.${name}.apart` },
        `lab "${labId}" is measured in workers already; leave it out.`,
      );
    }
    runs.set(name, { lab, result, apart });
  }
  return runs;
}

/**
 * What a long lab's tables look like, without the time that its units take: they are filled from units of zeros.
 * @param {Clockhand} clockhand
 * @param {{lab: string, params: Record<string, string>}} setting
 */
function outline(clockhand, setting) {
  const begun = clockhand.begin(setting);
  if (!begun.ok) return begun;
  const blank = Float64Array.from({ length: begun.cells }, (_, i) => (i === 0 ? 1 : 0));
  for (let unit = 0; unit < begun.units; unit += 1) begun.put(unit, blank);
  return begun.finish();
}

/**
 * @param {Exercise} exercise
 * @param {number} index
 * @param {Course} course
 * @param {string} file
 */
function buildExercise(exercise, index, course, file) {
  const parameters = parametersOf(exercise, course);
  const at = (/** @type {string} */ field) => ({
    file,
    field: `${exerciseField(exercise.id, index)}.${field}`,
    parameters,
    ...(exercise.run !== undefined && { instance: exercise.run }),
  });
  refuseFigure(exercise.title, at("title"));
  const built = {
    ...exercise,
    title: curled(exercise.title),
    prompt: toHtml(exercise.prompt, course, at("prompt")),
    hints: exercise.hints.map((hint, i) => toHtml(hint, course, at(`hints[${i}]`))),
    explain: toHtml(exercise.explain, course, at("explain")),
  };
  refuseTold(exercise, built, course, at("hints"));
  if (exercise.points) {
    built.points = exercise.points.map((point, i) => toHtml(point, course, at(`points[${i}]`), renderInline));
  }
  if (exercise.options) {
    built.options = exercise.options.map((option, i) => ({
      ...option,
      text: toHtml(option.text, course, at(`options[${i}].text`), renderInline),
      feedback: toHtml(option.feedback, course, at(`options[${i}].feedback`)),
    }));
  }
  return built;
}

/**
 * Prompt and hints may show some of the asked cells, such as a first one, never all of them.
 * @param {Exercise} exercise
 * @param {{prompt: string, hints: string[]}} built
 * @param {Course} course
 * @param {{file: string, field?: string}} place
 */
function refuseTold({ run, target }, { prompt, hints }, course, place) {
  const result = course.runs.get(run ?? "")?.result;
  if (result === undefined || target === undefined) return;
  const told = new Set();
  for (const [, text] of [prompt, ...hints].join("").matchAll(/<ch-value of="instance\.([^"]+)"/g))
    for (const cell of placesOf(result, text)) told.add(cell);
  if (placesOf(result, target).some((cell) => !told.has(cell))) return;
  throw new ContentError(place, `prompt and hints show all of "${target}", which is asked; leave the last step open.`);
}

/**
 * What {name} may stand for in an exercise: its run's parameters, and the places of a numeric one.
 * @param {Exercise} exercise
 * @param {Course} course
 */
function parametersOf(exercise, course) {
  const names = (course.runs.get(exercise.run ?? "")?.lab.parameters ?? []).map(({ id }) => id);
  return exercise.target === undefined ? names : [...names, "places"];
}

/**
 * @param {string} text
 * @param {Course} course
 * @param {{file: string, field: string, parameters?: string[], instance?: string}} place
 */
function toHtml(text, course, place, render = renderBlocks) {
  const source = { ...place, text };
  return checkHtml(render(text, source), course, source);
}

/**
 * Maps the values of an object, leaving out what becomes undefined.
 * @template V, W
 * @param {Record<string, V>} object
 * @param {(value: V, key: string) => W | undefined} change
 */
function mapValues(object, change) {
  const entries = Object.entries(object).map(([key, value]) => /** @type {const} */ ([key, change(value, key)]));
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
