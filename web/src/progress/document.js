/**
 * The progress document: what it looks like, how a text becomes one, how two are merged. Pure; storage is elsewhere.
 *
 * @typedef {import("../types.js").ProgressDocument} ProgressDocument
 * @typedef {import("../types.js").Entry} Entry
 */

import { isSeed } from "../../../wasm/seed.js";

const VERSION = 1;

// More attempts or hints than anybody makes, and the last moment that a date can hold.
const LARGEST_COUNT = 0xffffffff;
const LAST_MOMENT = 8.64e15;

const STATES = ["open", "tried", "done", "revealed"];

/** @returns {ProgressDocument} */
export function emptyDocument() {
  return { version: VERSION, exercises: {}, settings: {} };
}

/**
 * @param {string|null} text
 * @returns {{ document: ProgressDocument, problem?: "corrupt"|"newer", version?: number }}
 *   with a problem, the document is empty and the text must be kept by the caller
 */
export function parseDocument(text) {
  if (text === null || text === "") return { document: emptyDocument() };
  /** @type {any} */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return { document: emptyDocument(), problem: "corrupt" };
  }
  if (!isRecord(value) || !Number.isInteger(value.version)) return { document: emptyDocument(), problem: "corrupt" };
  if (value.version > VERSION) return { document: emptyDocument(), problem: "newer", version: value.version };
  if (!isRecord(value.exercises)) return { document: emptyDocument(), problem: "corrupt" };
  /** @type {[string, Entry][]} */
  const entries = [];
  for (const [key, entry] of Object.entries(value.exercises)) {
    const read = readEntry(entry);
    if (read === undefined) return { document: emptyDocument(), problem: "corrupt" };
    entries.push([key, read]);
  }
  // Not by assignment: a key may be `__proto__`.
  const exercises = Object.fromEntries(entries);
  const settings = isRecord(value.settings) ? value.settings : {};
  return { document: { ...value, version: VERSION, exercises, settings } };
}

/**
 * For each exercise the entry written last stays, but one with an answer is not given up for one without. `changed` lists
 * the keys where `theirs` won.
 * @param {ProgressDocument} ours @param {ProgressDocument} theirs
 * @returns {{ document: ProgressDocument, changed: { key: string, before?: Entry, after: Entry }[] }}
 */
export function mergeDocuments(ours, theirs) {
  const entries = new Map(Object.entries(ours.exercises));
  const changed = [];
  for (const [key, after] of Object.entries(theirs.exercises)) {
    const before = entries.get(key);
    if (before !== undefined && !replaces(after, before)) continue;
    entries.set(key, after);
    changed.push(before === undefined ? { key, after } : { key, before, after });
  }
  const exercises = Object.fromEntries(entries);
  return { document: { ...ours, exercises, settings: { ...theirs.settings, ...ours.settings } }, changed };
}

/** @param {ProgressDocument} document @param {string} key @returns {Entry|undefined} */
export function entryOf({ exercises }, key) {
  return Object.hasOwn(exercises, key) ? exercises[key] : undefined;
}

/**
 * @param {ProgressDocument} document @param {string} chapter @param {{ id: string }[]} exercises
 */
export function countDone(document, chapter, exercises) {
  const states = exercises.map(({ id }) => entryOf(document, `${chapter}/${id}`)?.state);
  return {
    total: states.length,
    done: states.filter((state) => state === "done").length,
    tried: states.filter((state) => state !== undefined).length,
  };
}

/** Whether an exercise was answered, rightly or not, or its answer asked for. @param {Entry|undefined} entry */
export function isBegun(entry) {
  return entry !== undefined && entry.state !== "open";
}

/** @param {Entry} after @param {Entry} before */
function replaces(after, before) {
  return isBegun(after) === isBegun(before) ? after.updated > before.updated : isBegun(after);
}

/**
 * The instance worked on last, and the keys of those that were solved. Before instances were kept apart, an entry was about
 * the one of its seed.
 * @param {Entry} entry @returns {{ here: import("../types.js").Here, solved: string[] }}
 */
export function instancesOf({ state, seed, attempts, hints, here, solved }) {
  const key = seed === 0 ? "" : `seed=${seed}`;
  return { here: here ?? { key, attempts, hints }, solved: solved ?? (state === "done" ? [key] : []) };
}

/** The exercise worked on last, to resume there. @param {ProgressDocument} document */
export function latest(document) {
  const entries = Object.entries(document.exercises).sort(([, a], [, b]) => b.updated - a.updated);
  return entries[0]?.[0];
}

/** @param {any} value @returns {Entry|undefined} */
function readEntry(value) {
  if (!isRecord(value) || !STATES.includes(value.state) || !Number.isFinite(value.updated)) return undefined;
  /** @type {any} */
  const entry = { ...value };
  entry.attempts = count(value.attempts);
  entry.hints = count(value.hints);
  entry.updated = Math.abs(value.updated) <= LAST_MOMENT ? value.updated : 0;
  entry.seed = isSeed(value.seed) ? value.seed : 0;
  // An answer to an instance that cannot be drawn answers nothing.
  entry.answer = typeof value.answer === "string" && entry.seed === (value.seed ?? 0) ? value.answer : "";
  if ("here" in value) entry.here = readHere(value.here);
  for (const list of ["solved", "revealed"]) if (list in value) entry[list] = texts(value[list]);
  return entry;
}

/** @param {any} value @returns {import("../types.js").Here|undefined} */
function readHere(value) {
  if (!isRecord(value) || typeof value.key !== "string") return undefined;
  return { key: value.key, attempts: count(value.attempts), hints: count(value.hints) };
}

/** @param {unknown} value @returns {string[]} */
function texts(value) {
  return Array.isArray(value) ? value.filter((text) => typeof text === "string") : [];
}

/** @param {unknown} value */
function count(value) {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= LARGEST_COUNT ? value : 0;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
