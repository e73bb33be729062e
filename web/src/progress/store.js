/**
 * The one place that touches local storage. Every write reads what is stored, applies its own changes and writes the
 * whole back, so tabs do not overwrite each other. What cannot be stored stays in memory, and `problem` says why.
 *
 * @typedef {import("../types.js").ProgressDocument} ProgressDocument
 * @typedef {import("../types.js").Entry} Entry
 * @typedef {(document: ProgressDocument) => ProgressDocument} Change
 */

import { emptyDocument, entryOf, mergeDocuments, parseDocument } from "./document.js";

export const KEY = "clockhand";
export const CORRUPT_KEY = "clockhand-unreadable";

export class Store extends EventTarget {
  /** @param {() => Storage} storage called each time: reaching for it may throw */
  constructor(storage, now = () => Date.now()) {
    super();
    this.storage = storage;
    this.now = now;
    /** @type {ProgressDocument} */
    this.document = emptyDocument();
    /** @type {Change[]} changes that could not be written yet */
    this.pending = [];
    /** @type {undefined|"forbidden"|"full"|"corrupt"|"newer"} */
    this.problem = undefined;
    this.newerVersion = 0;
    this.writable = true;
    this.reload();
  }

  /** @param {string} key @returns {Entry|undefined} */
  entry(key) {
    return entryOf(this.document, key);
  }

  /** @param {string} key @param {(entry: Entry|undefined) => Omit<Entry, "updated">} change */
  update(key, change) {
    const updated = this.now();
    this.#write((document) => ({
      ...document,
      exercises: { ...document.exercises, [key]: { ...change(entryOf(document, key)), updated } },
    }));
  }

  /** Forgets the exercises whose key passes. @param {(key: string) => boolean} matches */
  reset(matches) {
    this.#write((document) => ({
      ...document,
      exercises: Object.fromEntries(Object.entries(document.exercises).filter(([key]) => !matches(key))),
    }));
  }

  /** @param {string} name @param {string} value */
  setSetting(name, value) {
    this.#write((document) => ({ ...document, settings: { ...document.settings, [name]: value } }));
  }

  /** @param {ProgressDocument} theirs @returns {ReturnType<typeof mergeDocuments>["changed"]} what changed here */
  merge(theirs) {
    const { changed } = mergeDocuments(this.document, theirs);
    this.#write((document) => mergeDocuments(document, theirs).document);
    return changed;
  }

  /** Tries again what could not be written. */
  flush() {
    if (this.pending.length > 0) this.#write();
  }

  /** Takes over what another tab wrote. */
  reload() {
    this.document = this.pending.reduce((document, change) => change(document), this.#read());
    this.#changed();
  }

  /** @param {Change} [change] */
  #write(change) {
    if (change !== undefined) this.pending.push(change);
    const next = this.pending.reduce((document, apply) => apply(document), this.#read());
    this.document = next;
    if (this.writable) {
      try {
        this.storage().setItem(KEY, JSON.stringify(next));
        this.pending = [];
        if (this.problem === "full") this.problem = undefined;
      } catch (error) {
        this.problem = error instanceof Error && error.name === "SecurityError" ? "forbidden" : "full";
      }
    }
    this.#changed();
  }

  /** What is stored; when that cannot be read, nothing, with the unreadable text kept under a key of its own. */
  #read() {
    /** @type {string|null} */
    let text;
    try {
      text = this.storage().getItem(KEY);
    } catch {
      this.problem = "forbidden";
      this.writable = false;
      return emptyDocument();
    }
    const { document, problem, version } = parseDocument(text);
    this.writable = problem !== "newer" && (problem !== "corrupt" || this.#keepAside(text ?? ""));
    if (problem !== undefined) this.problem = problem;
    else if (this.problem === "newer" || this.problem === "forbidden") this.problem = undefined;
    this.newerVersion = version ?? 0;
    return document;
  }

  /** @param {string} text @returns {boolean} whether it is safe now to write over it */
  #keepAside(text) {
    try {
      const taken = this.storage().getItem(CORRUPT_KEY);
      const free = taken === null || taken === text;
      this.storage().setItem(free ? CORRUPT_KEY : `${CORRUPT_KEY}-${this.now()}`, text);
      this.storage().removeItem(KEY);
      return true;
    } catch {
      return false;
    }
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
