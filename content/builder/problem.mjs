/** @import { Place } from "./types.mjs" */

/** More is another name, not a slip of the keys. */
const MOST_EDITS = 2;

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
 * What is accepted in the place of a name that is not, the one that was probably meant first.
 * @param {string} wrong
 * @param {Iterable<string>} names
 */
export function acceptedFor(wrong, names) {
  const all = [...names];
  const near = nearest(wrong, all);
  return `${near === undefined ? "" : `perhaps ${near} is meant; `}accepted is ${listOf(all)}`;
}

/**
 * The name that a slip of the keys made into another.
 * @param {string} wrong
 * @param {string[]} names
 * @returns {string | undefined}
 */
export function nearest(wrong, names) {
  const [near] = names
    .map((name) => ({ name, edits: editsBetween(wrong, name) }))
    .filter(({ edits }) => edits <= MOST_EDITS && edits < wrong.length / 2)
    .sort((left, right) => left.edits - right.edits);
  return near?.name;
}

/**
 * How many letters must be put in, left out or changed.
 * @param {string} from
 * @param {string} to
 */
function editsBetween(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let r = 1; r <= from.length; r += 1) {
    const next = [r];
    for (let c = 1; c <= to.length; c += 1)
      next.push(Math.min(next[c - 1] + 1, row[c] + 1, row[c - 1] + (from[r - 1] === to[c - 1] ? 0 : 1)));
    row = next;
  }
  return row[to.length];
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
