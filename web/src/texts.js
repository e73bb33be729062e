/**
 * The sentences of the page that several places say or that follow what the reader did. What a mistake is called stands in the
 * chapters; why a parameter or an answer is refused is said by the core.
 *
 * @typedef {import("./types.js").Verdict} Verdict
 */

import { figure, notation } from "./figures.js";
import { reason } from "./reason.js";

/** @type {Record<import("./types.js").VerdictName, string>} */
export const VERDICT_NAMES = {
  correct: "Correct",
  places: "Right so far",
  truncated: "Cut, not rounded",
  mistake: "A known mistake",
  sign: "Sign",
  scale: "Power of ten",
  wrong: "Not yet",
  unreadable: "Could not be read",
  carried: "Carried forward",
};

/** What a cell, or a case of the table of judging, says beside "Not yet" when that is all. */
export const OFF_IN_LAST_PLACE = "off in the last decimal";

/** What stands beside a cell. @param {import("./types.js").CellVerdict} cell */
export function cellName({ verdict, last_place: off }) {
  return off === true ? capital(OFF_IN_LAST_PLACE) : VERDICT_NAMES[verdict];
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Verdicts that cost no attempt. @type {ReadonlySet<string>} */
export const FREE = new Set(["unreadable", "places"]);

/** Verdicts that settle an exercise. @type {ReadonlySet<string>} */
export const PASSED = new Set(["correct", "carried"]);

/** @param {number|undefined} count */
export function places(count) {
  if (count === undefined) return "the decimals asked for";
  if (count === 0) return "whole numbers";
  return count === 1 ? `${count} decimal` : `${count} decimals`;
}

/** What stands between the values of a list. */
export function separators() {
  return notation.comma ? "semicolons or spaces" : "commas";
}

/**
 * @param {Verdict} verdict
 * @param {{ asked?: number|undefined, several?: boolean }} [about]
 * @returns {string}
 */
export function verdictSentence(verdict, { asked, several = false } = {}) {
  const it = verdict.read_as === undefined || verdict.read_as === "" || several ? "That" : figure(verdict.read_as);
  switch (verdict.verdict) {
    case "correct":
      return several ? "Every value is right." : `${it} is right.`;
    case "carried":
      return `${it} is right for your own earlier value, and counts as right for this step.`;
    case "places":
      return several
        ? `Right so far, but some values stop short: ${places(asked)} are asked for. No attempt is used.`
        : `${it} is right as far as it goes; ${places(asked)} are asked for. No attempt is used.`;
    case "truncated":
      return `${it} is the right value cut off. Round the last decimal instead of dropping what follows.`;
    case "mistake":
      return (verdict.mistakes?.length ?? 0) > 1
        ? `${it} is what several mistakes give here. Open the one that may be yours:`
        : `${it} is what a known mistake gives:`;
    case "sign":
      return several
        ? "The sizes are right and every sign is turned round."
        : `${it} has the right size and the wrong sign.`;
    case "scale":
      return `${it} has the right digits, but the decimal ${notation.comma ? "comma" : "point"} stands in the wrong place.`;
    case "wrong":
      if (verdict.last_place === true)
        return `${several ? "What differs is" : `${it} is close:`} no more than about one off in the last decimal asked for. Keep more decimals on the way, and round at the end.`;
      return several ? "The marked values differ." : `${it} is not the value.`;
    case "unreadable":
      return `${verdict.message ?? "This could not be read as a number."} No attempt is used.`;
  }
}

/** What a box says that holds more than it shows. */
export const SIDEWAYS = "There is more to the side: scroll →";

/** @type {Record<string, string>} */
export const PATTERNS = {
  transposed: "The whole answer is right with rows and columns exchanged.",
  "row-shifted": "The whole answer is right, one row too early or too late.",
  "columns-normalised": "Here the columns were normalised, where the rows should be.",
  "channel-order":
    "The values are right in another order: the one that exchanging adjacent pairs and split halves gives.",
  reversed: "The values are right in reverse order.",
};

/** @type {Record<string, string>} */
export const STATES = { open: "Open", tried: "Tried", done: "Done", revealed: "Answer shown" };

/** @param {string|undefined} state */
export function stateName(state) {
  return state === undefined ? "Open" : (STATES[state] ?? state);
}

/**
 * What an exercise's chip says: its state, told apart from that of the instance in view.
 * @param {string|undefined} state @param {boolean} here whether the state was reached on this instance
 */
export function chipName(state, here) {
  return state === undefined || state === "open" || here ? stateName(state) : `${stateName(state)} earlier`;
}

/** @param {{ attempts: number, hints: number }} used @returns {string} */
export function usedSentence({ attempts, hints }) {
  const counts = /** @type {const} */ ([
    [attempts, "attempt"],
    [hints, "hint"],
  ]);
  return counts
    .filter(([number]) => number > 0)
    .map(([number, what]) => (number === 1 ? `one ${what}` : `${number} ${what}s`))
    .join(", ");
}

/** @param {number} empty @param {number} total */
export function emptyCells(empty, total) {
  const which = empty === total ? "Every cell is" : empty === 1 ? "One cell is" : `${empty} of ${total} cells are`;
  return `${which} empty: fill in all of them first. No attempt is used.`;
}

/** @param {number} done @param {number} total */
export function progressSentence(done, total) {
  return `${done} of ${total} exercises done`;
}

/** @param {import("./progress/store.js").Store} store @returns {string|undefined} */
export function storageSentence({ problem, newerVersion }) {
  switch (problem) {
    case "forbidden":
      return "This browser does not let the page store anything, so progress lasts until the page is closed: export it to a file to keep it.";
    case "full":
      return "This browser’s storage is full, so the last answers are kept only until the page is closed: export progress to a file to keep it.";
    case "corrupt":
      return "The stored progress could not be read; it was kept aside unchanged, and a new record was begun.";
    case "newer":
      return `The stored progress was written by a newer version of this page (format ${newerVersion}); it is left as it is, and progress made here lasts until the page is closed.`;
    default:
      return undefined;
  }
}

/** @param {{ problem: string, version?: number }} failure @param {string} name */
export function importProblem({ problem, version }, name) {
  if (problem === "unreadable") return `${name} could not be read from where it is kept; nothing was changed.`;
  if (problem === "long") return `${name} is larger than any progress file of this course; nothing was changed.`;
  if (problem === "empty") return `${name} is empty; nothing was changed.`;
  if (problem === "newer")
    return `${name} was written by a newer version of this page (format ${version}); nothing was changed.`;
  return `${name} is not a progress file of this course; nothing was changed.`;
}

/**
 * @param {string} name of the file
 * @param {number} here exercises of this course that it changed @param {number} elsewhere those that this course does not have
 */
export function importSentence(name, here, elsewhere) {
  const count = (/** @type {number} */ exercises) => (exercises === 1 ? "one exercise" : `${exercises} exercises`);
  const kept = `${count(elsewhere)} that this version of the course does not have ${elsewhere === 1 ? "was" : "were"} kept`;
  if (here === 0 && elsewhere === 0) return `${name} holds nothing newer than what is here; nothing was changed.`;
  if (here === 0) return `From ${name}, ${kept}; nothing else was changed.`;
  const changed = `From ${name}, ${count(here)} ${here === 1 ? "was" : "were"} brought up to date`;
  return elsewhere === 0 ? `${changed}:` : `${changed}, and ${kept}:`;
}

/** @param {unknown} error @returns {string} why the page cannot start, in one sentence */
export function startSentence(error) {
  if (typeof WebAssembly === "undefined") {
    return "This course computes every number with WebAssembly, which this browser does not have or has switched off.";
  }
  const message = reason(error);
  if (/unsafe-eval|content security policy/i.test(message)) {
    return "The web server’s content security policy forbids WebAssembly: its script-src needs 'wasm-unsafe-eval'.";
  }
  return `The course could not start: ${message}.`;
}

/**
 * How far a long run is.
 * @param {{ units: number, results: ReadonlyMap<number, unknown>, running: boolean, slow?: boolean, silent?: boolean }} measurement
 * @param {number|undefined} seconds
 */
export function measureSentence({ units, results, running, slow = false, silent = false }, seconds) {
  const parts = units === 1 ? "one part" : `${units} parts`;
  if (!running && results.size === 0) return `Nothing is measured yet: ${parts}, computed in this page.`;
  const done = `${slow ? "This browser has no vector instructions, so it takes longer. " : ""}${results.size} of ${parts} done`;
  if (!running) return `${done}.`;
  if (silent) return `${done}; nothing has come for a while. Stop it and go on: what is done is kept.`;
  if (seconds === undefined) return `${done}; it has begun.`;
  const left = Math.ceil(seconds);
  return left > 90 ? `${done}; about ${Math.ceil(left / 60)} minutes left.` : `${done}; about ${left} s left.`;
}

const MOST_QUOTED = 60;

/** Someone else's text within a sentence: long ones are cut. @param {string} text */
export function quoted(text) {
  // eslint-disable-next-line no-control-regex -- control characters are what is replaced
  const line = text.replaceAll(/[\u0000-\u001f\u007f]/g, " ");
  return line.length > MOST_QUOTED ? `${line.slice(0, MOST_QUOTED).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

const MOST_PROBLEMS = 6;

/** What of a link was left out: the first sentences, and how many more. @param {string[]} problems */
export function fewProblems(problems) {
  const more = problems.length - MOST_PROBLEMS;
  if (more < 2) return problems;
  return [...problems.slice(0, MOST_PROBLEMS), `${more} more parts of this link were left out.`];
}
