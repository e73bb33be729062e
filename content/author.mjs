import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { pick } from "../wasm/clockhand.js";
import { mistakesOf } from "./builder/exercises.mjs";
import { readChapter, requireChapter } from "./builder/folder.mjs";
import { ContentError, listOf } from "./builder/problem.mjs";
import { validateSchema } from "./builder/schema.mjs";
import { runToText, align } from "./text-table.mjs";

/** @import { Chapter, Clockhand, Exercise, Instance, Refusal, Result, Verdict } from "./builder/types.mjs" */

const HERE = dirname(fileURLToPath(import.meta.url));

/**
 * A chapter's authored data, by id.
 * @param {string} id
 * @param {string} [root]
 */
export function openChapter(id, root = HERE) {
  requireChapter(root, id);
  const chapter = readChapter(root, id);
  validateSchema("chapter", chapter.data, chapter.dataFile);
  return chapter;
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
 * @param {{clockhand: Clockhand, chapter: Chapter, exercise: Exercise, seed?: number, params?: Record<string, string>}} request
 * @returns {Instance | Refusal}
 */
export function instanceOf({ clockhand, chapter, exercise, seed = 0, params = {} }) {
  const { lab, params: authored } = runOf(chapter, exercise);
  const current = { ...authored, ...params };
  if (seed === 0) return { ok: true, params: current, one_of: [] };
  const draw = Object.fromEntries(Object.entries(exercise.draw ?? {}).filter(([name]) => !Object.hasOwn(params, name)));
  const drawn = clockhand.instance({ lab, params: current, draw, ...asked(exercise), seed });
  return drawn.ok ? { ...drawn, params: { ...current, ...drawn.params } } : drawn;
}

/**
 * What of an exercise the judge needs, besides lab, parameters and answer.
 * @param {Exercise} exercise
 */
function asked({ target, places, tolerance, form, mistakes }) {
  return { target, places, tolerance, form, mistakes };
}

/**
 * Judges an answer to an exercise as the page would.
 * @param {{clockhand: Clockhand, chapter: Chapter, exercise: Exercise, answer: string, seed?: number, params?: Record<string, string>}} request
 * @returns {Verdict | Refusal}
 */
export function check({ clockhand, chapter, exercise, answer, seed = 0, params = {} }) {
  if (exercise.kind === "choice") return checkChoice(exercise, answer);
  if (exercise.kind === "written") {
    return refusal(
      "answer",
      `${chapter.id}/${exercise.id} is a written exercise, which the reader compares with its points; give a numeric or choice exercise.`,
    );
  }
  const instance = instanceOf({ clockhand, chapter, exercise, seed, params });
  if (!instance.ok) return instance;
  const { lab } = runOf(chapter, exercise);
  const verdict = clockhand.judge({ lab, params: instance.params, answer, ...asked(exercise) });
  return verdict.ok ? { ...verdict, params: instance.params } : verdict;
}

/**
 * @param {Exercise} exercise
 * @param {string} answer
 * @returns {Verdict | Refusal}
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
 * The deterministic report of a chapter: every run with its parameters, tables and checks.
 * @param {{clockhand: Clockhand, chapter: Chapter}} request
 * @returns {{text: string, passed: boolean}}
 */
export function report({ clockhand, chapter }) {
  const { data } = chapter;
  const blocks = [`${data.title}\n${data.summary}`];
  let passed = true;
  for (const [name, { lab: labId, params }] of Object.entries(data.runs)) {
    const result = runOrThrow(clockhand, { lab: labId, params });
    const lab = labOf(clockhand, labId);
    passed &&= result.checks.every((one) => one.passed);
    blocks.push(`Run ${name} of ${labId}: ${lab.summary}\n\n${runToText(result, lab, clockhand.format)}`);
  }
  return { text: `${blocks.join("\n\n\n")}\n`, passed };
}

/**
 * For each numeric exercise and the first seeds: the right value and what each mistake gives, for authors to look at.
 * @param {{clockhand: Clockhand, chapter: Chapter, seeds?: number}} request
 * @returns {{text: string, passed: boolean}}
 */
export function listInstances({ clockhand, chapter, seeds = 10 }) {
  const blocks = [];
  let passed = true;
  for (const exercise of chapter.data.exercises.filter(({ target }) => target !== undefined)) {
    const rows = [["seed", "computed", "value", ""]];
    for (let seed = 0; seed < seeds; seed += 1) {
      const instance = instanceOf({ clockhand, chapter, exercise, seed });
      if (instance.ok) rows.push(...instanceRows(clockhand, chapter, exercise, seed, instance.params));
      else {
        rows.push([String(seed), "no instance", instance.error.message, ""]);
        passed = false;
      }
    }
    blocks.push(
      `${chapter.id}/${exercise.id}: ${exercise.target} of ${runOf(chapter, exercise).lab}\n${align(rows, ["right", "left", "left", "left"])}`,
    );
  }
  return { text: `${blocks.join("\n\n")}\n`, passed };
}

/**
 * @param {Clockhand} clockhand
 * @param {Chapter} chapter
 * @param {Exercise} exercise
 * @param {number} seed
 * @param {Record<string, string>} params
 */
function instanceRows(clockhand, chapter, exercise, seed, params) {
  const { lab: labId } = runOf(chapter, exercise);
  const lab = labOf(clockhand, labId);
  const valueOf = (/** @type {string | undefined} */ mistake) => {
    const { cells, digits } = pick(runOrThrow(clockhand, { lab: labId, params, mistake }), exercise.target ?? "");
    return cells.map((cell) => clockhand.format(Number(cell), exercise.places ?? digits)).join(", ");
  };
  const right = valueOf(undefined);
  const drawn = Object.entries(params)
    .map(([name, text]) => `${name}=${text}`)
    .join(" ");
  return [
    [String(seed), "right", right, drawn],
    ...mistakesOf(exercise, lab).map((id) => {
      const value = valueOf(id);
      return ["", id, value, value === right ? "the same here" : ""];
    }),
  ];
}

/**
 * @param {Chapter} chapter
 * @param {Exercise} exercise
 */
function runOf({ data }, exercise) {
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

/**
 * @param {Clockhand} clockhand
 * @param {{lab: string, params: Record<string, string>, mistake?: string}} request
 * @returns {Result}
 */
function runOrThrow(clockhand, request) {
  const result = clockhand.run(request);
  if (!result.ok) throw new ContentError({}, result.error.message);
  return result;
}
