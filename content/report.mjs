import { pick } from "../wasm/clockhand.js";
import { inTheWay, instanceOf, labOf, runOf } from "./author.mjs";
import { mistakesOf } from "./builder/exercises.mjs";
import { ContentError } from "./builder/problem.mjs";
import { align, runToText } from "./text-table.mjs";

/** @import { Chapter, Clockhand, Exercise, Result } from "./builder/types.mjs" */

/**
 * The deterministic report of a chapter: every run with its parameters, tables and checks.
 * @param {{clockhand: Clockhand, chapter: Chapter}} request
 * @returns {{text: string, passed: boolean}}
 */
export function report({ clockhand, chapter }) {
  const { data } = chapter;
  const format = (/** @type {number} */ value, /** @type {number} */ digits) => clockhand.format(value, digits);
  const blocks = [`${data.title}\n${data.summary}`];
  let passed = true;
  for (const [name, { lab: labId, params }] of Object.entries(data.runs)) {
    const lab = labOf(clockhand, labId);
    if (lab.long) {
      const options = Object.entries(params).map(([option, text]) => ` --${option} ${text}`);
      blocks.push(
        `Run ${name} of ${labId}: ${lab.summary}\n\nMeasured by: npx clockhand lab ${labId}${options.join("")}`,
      );
      continue;
    }
    const result = runOrThrow(clockhand, { lab: labId, params });
    passed &&= result.checks.every((one) => one.passed);
    blocks.push(`Run ${name} of ${labId}: ${lab.summary}\n\n${runToText(result, lab, format)}`);
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
    const faults = [];
    for (let seed = 0; seed < seeds; seed += 1) {
      const instance = instanceOf({ clockhand, chapter, exercise, seed });
      if (instance.ok) rows.push(...instanceRows(clockhand, chapter, exercise, seed, instance.params));
      else {
        rows.push([String(seed), "no instance", "", ""]);
        faults.push(faultOf({ clockhand, chapter, exercise, seed }, instance.error.message));
        passed = false;
      }
    }
    const head = `${chapter.id}/${exercise.id}: ${exercise.target} of ${runOf(chapter, exercise).lab}`;
    blocks.push([head, align(rows, ["right", "left", "left", "left"]), ...faults].join("\n"));
  }
  return { text: `${blocks.join("\n\n")}\n`, passed };
}

/**
 * Why a seed has no instance, with the mistakes that stand in the way.
 * @param {{clockhand: Clockhand, chapter: Chapter, exercise: Exercise, seed: number}} request
 * @param {string} message what the core says
 */
function faultOf(request, message) {
  const ids = inTheWay(request);
  const which = ids.length === 0 ? "" : ` (in the way: ${ids.join(", ")})`;
  return `seed ${request.seed}: ${message}${which}.`;
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
 * @param {Clockhand} clockhand
 * @param {{lab: string, params: Record<string, string>, mistake?: string}} request
 * @returns {Result}
 */
function runOrThrow(clockhand, request) {
  const result = clockhand.run(request);
  if (!result.ok) throw new ContentError({}, `${result.error.message}.`);
  return result;
}
