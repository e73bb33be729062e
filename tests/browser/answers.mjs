/** What is right in every exercise of a chapter, as a reader types, chooses or ticks it: from the core, at the first instance. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pick } from "../../wasm/clockhand.js";
import { SITE, openCore } from "./site.mjs";

/**
 * @typedef {object} Right
 * @property {string} id
 * @property {"number"|"vector"|"matrix"|"choice"|"written"} kind
 * @property {number} columns of a matrix
 * @property {string[]} texts one a field, as it is typed
 * @property {number} option the right one's place
 * @property {number} points how many there are to tick
 */

const WRITTEN = "What I say about it, in my own words.";

/** @param {string} chapter @returns {Promise<Right[]>} */
export async function rightAnswers(chapter) {
  const core = await openCore();
  const { exercises, runs } = JSON.parse(await readFile(join(SITE, "chapters", `${chapter}.json`), "utf8"));
  return exercises.map((/** @type {any} */ { id, kind, run, target, places, form, options = [], points = [] }) => {
    const asked = target === undefined ? undefined : cellsOf(core, runs[run], target, form === "integer" ? 0 : places);
    return {
      id,
      kind,
      columns: asked?.columns ?? 1,
      texts: asked === undefined ? [WRITTEN] : kind === "matrix" ? asked.texts : [asked.texts.join(", ")],
      option: options.findIndex((/** @type {{ correct: boolean }} */ { correct }) => correct),
      points: points.length,
    };
  });
}

/**
 * @param {Awaited<ReturnType<typeof openCore>>} core @param {{ lab: string, params: Record<string, string> }} run
 * @param {string} target @param {number} [places]
 */
function cellsOf(core, run, target, places) {
  const result = core.run(run);
  if (!result.ok) throw new Error(result.error.message);
  const { cells, columns, digits } = pick(result, target);
  return { columns, texts: cells.map((cell) => core.format(Number(cell), places ?? digits)) };
}
