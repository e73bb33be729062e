/**
 * The table of cases by which answers are judged: what the core in this page is asked for a case, and where its answer
 * differs from the declared one. No element in it.
 *
 * @typedef {import("./types.js").Verdict} Verdict
 * @typedef {object} Case
 * @property {string} name
 * @property {string} rule
 * @property {string} right
 * @property {Record<string, string>} wrong
 * @property {number} [places]
 * @property {number} [tolerance]
 * @property {"integer"|"fraction"} [form]
 * @property {number} rows
 * @property {number} columns
 * @property {string} answer
 * @property {string} verdict
 * @property {string} why
 * @property {number[]} [read]
 * @property {string[]} [cells]
 * @property {string[]} [matches]
 * @property {string} [pattern]
 * @property {boolean} [paired]
 * @property {boolean} [last_place]
 * @property {boolean} [ambiguous]
 * @property {boolean} [unsimplified]
 * @property {number} [position]
 * @typedef {{ title: string, summary: string, html: string, rules: { id: string, title: string }[], cases: Case[] }} Judging
 */

// An expression may come out of another order of the same steps.
const ULPS = 4;

/** @template Said @param {{ judgeGiven: (question: any) => Said }} clockhand @param {Case} item */
export function judgeCase(clockhand, item) {
  const { right, wrong, places, tolerance, form, paired, answer } = item;
  const asked = Object.entries({ places, tolerance, form, paired }).filter(([, value]) => value !== undefined);
  return clockhand.judgeGiven({ right, wrong, answer, ...Object.fromEntries(asked) });
}

/**
 * What of a verdict is not as declared: empty when they agree.
 * @param {Case} item @param {any} said @returns {string[]}
 */
export function differences(item, said) {
  if (!said.ok) return ["verdict"];
  const { cells = [], verdict, read = [], matches = [], position } = item;
  const unreadable = verdict === "unreadable";
  /** @type {[string, boolean][]} */
  const held = [
    ["verdict", said.verdict === verdict],
    ["mistakes", verdict !== "mistake" || same(said.mistakes ?? [], matches)],
    [
      "cells",
      unreadable ||
        cells.length < 2 ||
        same(
          (said.cells ?? []).map((/** @type {Verdict} */ cell) => cell.verdict),
          cells,
        ),
    ],
    ["pattern", said.pattern === item.pattern],
    ["last place", Boolean(item.last_place) === Boolean(said.last_place)],
    ["question", Boolean(item.ambiguous) === Boolean(said.ambiguous)],
    ["position", position === undefined || said.position === position],
    ["value", unreadable || sameValues(said.read_as ?? "", read)],
  ];
  return held.flatMap(([what, holds]) => (holds ? [] : [what]));
}

/** @param {string[]} ours @param {string[]} theirs */
function same(ours, theirs) {
  return ours.length === theirs.length && ours.every((one, i) => one === theirs[i]);
}

/** @param {string} text cells as the core wrote them @param {number[]} values */
function sameValues(text, values) {
  const read = text.split(/[,;]/).map(Number);
  return (
    read.length === values.length &&
    values.every((value, i) => Math.abs((read[i] ?? NaN) - value) <= ULPS * Number.EPSILON * Math.abs(value))
  );
}

const NAMES = /** @type {Record<string, string>} */ ({
  "\n": "new line",
  "\t": "tab",
  " ": "space",
  "\u00a0": "no-break space",
});

/**
 * A typed text in pieces: what the eye cannot see is named. Spaces between other signs are left as they are.
 * @param {string} text @returns {{ text: string, unseen: boolean }[]}
 */
export function visible(text) {
  if (text === "") return [{ text: "nothing", unseen: true }];
  const first = text.length - text.trimStart().length;
  const last = text.trimEnd().length;
  /** @type {{ text: string, unseen: boolean }[]} */
  const pieces = [];
  for (const [i, sign] of text.split("").entries()) {
    const outside = i < first || i >= last;
    const name = sign === " " && !outside ? undefined : NAMES[sign];
    const before = pieces.at(-1);
    if (name !== undefined) pieces.push({ text: name, unseen: true });
    else if (before === undefined || before.unseen) pieces.push({ text: sign, unseen: false });
    else before.text += sign;
  }
  return pieces;
}
