/**
 * The progress document: what it looks like, how a text becomes one, how two are merged. Pure; storage is elsewhere.
 *
 * @typedef {import("../types.js").ProgressDocument} ProgressDocument
 * @typedef {import("../types.js").Entry} Entry
 */

export const VERSION = 1;

const STATES = ["tried", "done", "revealed"];

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
  /** @type {Record<string, Entry>} */
  const exercises = {};
  for (const [key, entry] of Object.entries(value.exercises)) {
    const read = readEntry(entry);
    if (read === undefined) return { document: emptyDocument(), problem: "corrupt" };
    exercises[key] = read;
  }
  const settings = isRecord(value.settings) ? value.settings : {};
  return { document: { ...value, version: VERSION, exercises, settings } };
}

/**
 * For each exercise the entry written last stays. `changed` lists the keys where `theirs` won.
 * @param {ProgressDocument} ours @param {ProgressDocument} theirs
 * @returns {{ document: ProgressDocument, changed: { key: string, before?: Entry, after: Entry }[] }}
 */
export function mergeDocuments(ours, theirs) {
  const exercises = { ...ours.exercises };
  const changed = [];
  for (const [key, after] of Object.entries(theirs.exercises)) {
    const before = exercises[key];
    if (before !== undefined && before.updated >= after.updated) continue;
    exercises[key] = after;
    changed.push(before === undefined ? { key, after } : { key, before, after });
  }
  return { document: { ...ours, exercises, settings: { ...theirs.settings, ...ours.settings } }, changed };
}

/**
 * @param {ProgressDocument} document @param {string} chapter @param {{ id: string }[]} exercises
 */
export function countDone(document, chapter, exercises) {
  const states = exercises.map(({ id }) => document.exercises[`${chapter}/${id}`]?.state);
  return {
    total: states.length,
    done: states.filter((state) => state === "done").length,
    tried: states.filter((state) => state !== undefined).length,
  };
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
  entry.seed = count(value.seed);
  entry.hints = count(value.hints);
  entry.answer = typeof value.answer === "string" ? value.answer : "";
  if ("revealed" in value) {
    entry.revealed = Array.isArray(value.revealed)
      ? value.revealed.filter((/** @type {unknown} */ key) => typeof key === "string")
      : [];
  }
  return entry;
}

/** @param {unknown} value */
function count(value) {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : 0;
}

/** @param {unknown} value @returns {value is Record<string, any>} */
function isRecord(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
