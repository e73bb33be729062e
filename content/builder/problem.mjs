/** @import { Place } from "./types.mjs" */

/** A fault in the authored content: its message is one sentence that names the place and the remedy. */
export class ContentError extends Error {
  /**
   * @param {Place} place
   * @param {string} sentence what is wrong and what is accepted
   */
  constructor(place, sentence) {
    super(`${describePlace(place)}${sentence}`);
    this.name = "ContentError";
    this.place = place;
    this.sentence = sentence;
  }
}

/** @param {Place} place */
function describePlace({ file, line, field }) {
  const where = [file && line ? `${file}:${line}` : file, field].filter(Boolean);
  return where.length > 0 ? `${where.join(": ")}: ` : "";
}

/**
 * Where an exercise stands, with its id: nobody counts to twelve in a long file.
 * @param {unknown} id
 * @param {number} index
 */
export function exerciseField(id, index) {
  return typeof id === "string" && id !== "" ? `exercises[${index}] (${id})` : `exercises[${index}]`;
}

/**
 * "a, b or c": what exists, for the end of a sentence.
 * @param {Iterable<string>} names
 */
export function listOf(names) {
  const all = [...names];
  if (all.length === 0) return "none";
  if (all.length === 1) return all[0];
  return `${all.slice(0, -1).join(", ")} or ${all[all.length - 1]}`;
}
