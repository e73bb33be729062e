import { carriedParameters } from "./builder/chains.mjs";
import { mistakesOf } from "./builder/exercises.mjs";
import { CONTENT, readChapter, requireChapter } from "./builder/folder.mjs";
import { namingLines } from "./builder/lines.mjs";
import { ContentError, listOf } from "./builder/problem.mjs";
import { validateChapter } from "./builder/schema.mjs";

/**
 * @import { Chapter, Clockhand, Exercise, Instance, Judged, Refusal } from "./builder/types.mjs"
 * @typedef {{clockhand: Clockhand, chapter: Chapter, exercise: Exercise, seed?: number | string,
 *   params?: Record<string, string>}} Asked a seed, and parameters that the caller sets
 */

/**
 * A chapter's authored data, by id.
 * @param {string} id
 * @param {string} [root]
 */
export function openChapter(id, root = CONTENT) {
  requireChapter(root, id);
  return namingLines(root, () => validateChapter(readChapter(root, id)));
}

/**
 * @param {Chapter} chapter
 * @param {string} id
 */
export function findExercise(chapter, id) {
  const exercise = chapter.data.exercises.find((candidate) => candidate.id === id);
  if (!exercise) {
    const known = chapter.data.exercises.map((candidate) => candidate.id);
    throw new ContentError({}, `exercise "${id}" does not exist in ${chapter.id}; accepted is ${listOf(known)}.`);
  }
  return exercise;
}

/**
 * The parameters that an exercise has for a seed: its run's with seed 0, else drawn; what the caller sets stays.
 * @param {Asked} request
 * @returns {Instance | Refusal}
 */
export function instanceOf({ clockhand, chapter, exercise, seed = 0, params = {} }) {
  const { lab, params: authored } = runOf(chapter, exercise);
  const current = { ...authored, ...params };
  const draw = Object.fromEntries(Object.entries(exercise.draw ?? {}).filter(([name]) => !Object.hasOwn(params, name)));
  const drawn = clockhand.instance({ lab, params: current, draw, ...asked(exercise), seed });
  return drawn.ok ? { ...drawn, params: { ...current, ...drawn.params } } : drawn;
}

/**
 * The mistakes that leave an exercise without an instance for a seed: those that do so alone, else those without one of
 * which there would be one. The core draws for all mistakes at once and cannot say which stood in the way.
 * @param {Asked} request
 * @returns {string[]}
 */
export function inTheWay({ clockhand, chapter, exercise, seed, params }) {
  const mistakes = mistakesOf(exercise, labOf(clockhand, runOf(chapter, exercise).lab));
  const drawn = (/** @type {string[]} */ looked) =>
    instanceOf({ clockhand, chapter, exercise: { ...exercise, mistakes: looked }, seed, params }).ok;
  if (!drawn([])) return [];
  const alone = mistakes.filter((id) => !drawn([id]));
  return alone.length > 0 ? alone : mistakes.filter((id) => drawn(mistakes.filter((other) => other !== id)));
}

/**
 * What of an exercise the judge needs, besides lab, parameters and answer.
 * @param {Exercise} exercise
 */
function asked({ target = "", places, tolerance, form, mistakes }) {
  return { target, places, tolerance, form, mistakes };
}

/**
 * Judges an answer to an exercise as the page would.
 * @param {Asked & {answer: string, earlier?: Record<string, string>}} request earlier: answers to earlier steps, by exercise
 * @returns {Judged | Refusal}
 */
export function check({ clockhand, chapter, exercise, answer, seed = 0, params = {}, earlier = {} }) {
  if (exercise.kind === "choice") return checkChoice(exercise, answer);
  if (exercise.kind === "written") {
    return refusal(
      "answer",
      `${chapter.id}/${exercise.id} is a written exercise, which the reader compares with its points; give a numeric or choice exercise.`,
    );
  }
  const instance = instanceOf({ clockhand, chapter, exercise, seed, params });
  if (!instance.ok) return instance;
  const carried = carry({ clockhand, chapter, exercise, params: instance.params, earlier });
  if (!carried.ok) return carried;
  const verdict = judgeChain({ clockhand, chapter, exercise, answer, params: instance.params }, carried.choices);
  if (!verdict.ok) return verdict;
  const result = clockhand.run({ lab: runOf(chapter, exercise).lab, params: instance.params });
  return { ...verdict, params: result.ok ? result.params : instance.params };
}

/**
 * Judges an answer to a numeric exercise at given parameters.
 * @param {{clockhand: Clockhand, chapter: Chapter, exercise: Exercise, answer: string, params: Record<string, string>,
 *   carried?: Record<string, string>}} request
 */
export function judge({ clockhand, chapter, exercise, answer, params, carried }) {
  return clockhand.judge({ lab: runOf(chapter, exercise).lab, params, answer, ...asked(exercise), carried });
}

/**
 * Right as it stands, or right for one choice of earlier answers; else what it is without them.
 * @param {Parameters<typeof judge>[0]} question
 * @param {Record<string, string>[]} choices
 */
function judgeChain(question, choices) {
  for (const carried of choices) {
    const verdict = judge({ ...question, carried });
    if (!verdict.ok || ["correct", "carried"].includes(verdict.verdict)) return verdict;
  }
  return judge(question);
}

/**
 * What the earlier answers put into the parameters of a later step: those that are not right, then all, since a right one
 * has been rounded.
 * @param {{clockhand: Clockhand, chapter: Chapter, exercise: Exercise, params: Record<string, string>,
 *   earlier: Record<string, string>}} request
 * @returns {{ok: true, choices: Record<string, string>[]} | Refusal}
 */
function carry({ clockhand, chapter, exercise, params, earlier }) {
  /** @type {Record<string, string>} */
  const all = {};
  /** @type {Record<string, string>} */
  const wrong = {};
  for (const [id, answer] of Object.entries(earlier)) {
    const verdict = judge({ clockhand, chapter, exercise: findExercise(chapter, id), answer, params });
    if (!verdict.ok) return verdict;
    if (verdict.read_as === undefined) return refusal("carry", `--carry ${id}=${answer}: ${verdict.message}`);
    all[id] = verdict.read_as;
    if (verdict.verdict !== "correct") wrong[id] = verdict.read_as;
  }
  const choices = [wrong, all].filter((read) => Object.keys(read).length > 0);
  return { ok: true, choices: choices.map((read) => carriedParameters(exercise, read)) };
}

/**
 * @param {Exercise} exercise
 * @param {string} answer
 * @returns {Judged | Refusal}
 */
function checkChoice(exercise, answer) {
  const options = exercise.options ?? [];
  const option = options.find(({ id }) => id === answer.trim());
  if (!option) {
    return refusal(
      "answer",
      `--answer "${answer}" is no option of this exercise; accepted is ${listOf(options.map(({ id }) => id))}.`,
    );
  }
  return { ok: true, verdict: option.correct ? "correct" : "wrong", read_as: option.id, message: option.feedback };
}

/**
 * @param {string} argument
 * @param {string} message
 * @returns {Refusal}
 */
function refusal(argument, message) {
  return { ok: false, error: { id: "refused", argument, message } };
}

/**
 * @param {Chapter} chapter
 * @param {Exercise} exercise
 */
export function runOf({ data }, exercise) {
  const run = data.runs[exercise.run ?? ""];
  if (!run) throw new ContentError({}, `exercise "${exercise.id}" names no run of its chapter.`);
  return run;
}

/**
 * @param {Clockhand} clockhand
 * @param {string} id
 */
export function labOf(clockhand, id) {
  const { labs } = clockhand.description;
  const lab = labs.find((candidate) => candidate.id === id);
  if (!lab) throw new ContentError({}, `"${id}" is no lab; accepted is ${listOf(labs.map((known) => known.id))}.`);
  return lab;
}
