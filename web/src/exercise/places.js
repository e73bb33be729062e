/** With how few decimals an exercise can be asked, so that each mistake told from the right value with its own still is. */

import { PASSED } from "../texts.js";
import { joinGrid } from "./paste.js";

/** @param {import("./session.js").Session} session @param {number} fewer @param {number} own */
export function tellsApart({ core, exercise, instance, runs }, fewer, own) {
  const { clockhand, pick } = core;
  const { target = "" } = exercise;
  const { params, result: right } = instance;
  if (right === undefined) return true;
  const { lab } = right;
  const mistakes = exercise.mistakes ?? runs.lab(exercise.run ?? "")?.mistakes.map(({ id }) => id) ?? [];
  return mistakes.every((mistake) => {
    const wrong = clockhand.run({ lab, params, mistake });
    if (!wrong.ok) return true;
    const { cells, ...shape } = pick(wrong, target);
    const passes = (/** @type {number} */ places) => {
      const texts = cells.map((cell) => (typeof cell === "number" ? clockhand.format(cell, places) : cell));
      const answer = joinGrid(texts, shape);
      const said = clockhand.judge({ lab, params, target, answer, places, mistakes: [] });
      return said.ok && PASSED.has(said.verdict);
    };
    return !passes(fewer) || passes(own);
  });
}
