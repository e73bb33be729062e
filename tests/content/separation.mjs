/**
 * Instances by seed, held to their promise: the right value is accepted, a value beside it is not, and what each mistake
 * gives is named as that mistake.
 */

import assert from "node:assert/strict";
import { pick } from "../../wasm/clockhand.js";

/**
 * @import { Clockhand, Picked } from "../../content/builder/types.mjs"
 * @typedef {object} Asked an exercise as the core sees it
 * @property {string} lab
 * @property {Record<string, string>} params
 * @property {Record<string, string>} [draw]
 * @property {string} target
 * @property {number} [places]
 * @property {number} [tolerance]
 * @property {"integer"|"fraction"} [form]
 * @property {string[]} mistakes
 */

const THROUGH_LAB = 4;

/** Seeds that each exercise is held to; CLOCKHAND_SEEDS=1000 is the whole promise, which takes minutes. */
export const SEEDS = Number(process.env.CLOCKHAND_SEEDS ?? 200);

/**
 * Checks one seed and says how many mistakes were recognised. The cells that each mistake gives are run once and judged as
 * given cells. Every fourth seed the right value and one mistake, in turn, are judged through the lab as the page does,
 * which runs all mistakes again.
 * @param {Clockhand} clockhand @param {Asked} asked @param {number} seed
 */
export function checkSeed(clockhand, { draw, ...asked }, seed) {
  const instance = clockhand.instance({ ...asked, draw, seed });
  assert.ok(instance.ok, `seed ${seed}: ${instance.ok ? "" : instance.error.message}`);
  const params = { ...asked.params, ...instance.params };
  const at = `seed ${seed}, ${JSON.stringify(params)}`;
  assert.deepEqual(instance.inseparable, [], at);
  const right = cellsOf(clockhand, asked, params);
  const wrong = asked.mistakes.map((id) => /** @type {const} */ ([id, cellsOf(clockhand, asked, params, id)]));
  const { places = right.digits, tolerance, form } = asked;
  const given = {
    right: asGiven(clockhand, right),
    wrong: Object.fromEntries(wrong.map(([id, picked]) => [id, asGiven(clockhand, picked)])),
    places,
    ...(tolerance !== undefined && { tolerance }),
    ...(form && { form }),
  };
  const judgeGiven = (/** @type {string} */ answer) => asVerdict(clockhand.judgeGiven({ ...given, answer }), at);
  const judge = (/** @type {string} */ answer) => asVerdict(clockhand.judge({ ...asked, params, answer }), at);

  const throughLab = seed % THROUGH_LAB === 0;
  const ways = throughLab ? [judgeGiven, judge] : [judgeGiven];
  for (const way of ways) assert.equal(way(typed(clockhand, right)).verdict, "correct", at);
  const beside = right.cells.map((cell, i) => Number(cell) + (i === 0 ? 3 * (tolerance ?? 0.5 * 10 ** -places) : 0));
  const { verdict } = judgeGiven(typed(clockhand, { ...right, cells: beside }));
  assert.ok(!["correct", "places", "unreadable"].includes(verdict), `beside it is ${verdict}, ${at}`);
  wrong.forEach(([id, picked], i) => {
    const answer = typed(clockhand, picked);
    const inTurn = i === (seed / THROUGH_LAB) % wrong.length;
    for (const way of inTurn ? ways : [judgeGiven]) {
      const { verdict, mistakes } = way(answer);
      assert.equal(verdict, "mistake", `${id} gives ${answer}, ${at}`);
      assert.ok(mistakes.includes(id), `${id} among ${mistakes}, ${at}`);
    }
  });
  return wrong.length;
}

/**
 * @param {Clockhand} clockhand @param {{lab: string, target: string}} asked @param {Record<string, string>} params
 * @param {string} [mistake]
 */
function cellsOf(clockhand, { lab, target }, params, mistake) {
  const result = clockhand.run({ lab, params, mistake });
  assert.ok(result.ok, `${lab} with ${mistake ?? "no mistake"}: ${result.ok ? "" : result.error.message}`);
  return pick(result, target);
}

/** The answer of a learner who computed these cells. @param {Clockhand} clockhand @param {Picked} picked */
export function typed(clockhand, { rows, columns, cells }) {
  return lines(clockhand, rows, columns, cells).join(columns === 1 ? ", " : "; ");
}

/** @param {Clockhand} clockhand @param {Picked} picked */
function asGiven(clockhand, { rows, columns, cells }) {
  return lines(clockhand, rows, columns, cells).join("; ");
}

/** @param {Clockhand} clockhand @param {number} rows @param {number} columns @param {(number|string)[]} cells */
function lines(clockhand, rows, columns, cells) {
  const texts = cells.map((cell) => clockhand.format(Number(cell), -1));
  return Array.from({ length: rows }, (_, r) => texts.slice(r * columns, (r + 1) * columns).join(", "));
}

/** @param {ReturnType<Clockhand["judge"]>} said @param {string} at */
function asVerdict(said, at) {
  assert.ok(said.ok, `${at}: ${said.ok ? "" : said.error.message}`);
  return said;
}
