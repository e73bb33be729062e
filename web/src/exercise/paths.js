/**
 * Where a mistake leaves the right path: the first cell, in the order of the lab's tables, that the right run and the run
 * with the mistake do not share, and the steps of its row up to there.
 *
 * @typedef {import("../types.js").Result} Result
 * @typedef {import("../types.js").Table} Table
 * @typedef {{ label: string, right: string|undefined, wrong: string, differs: boolean }} Step right is undefined while
 *   it would give the answer away
 * @typedef {{ caption: string, row: string, steps: Step[] }} Parting
 */

import { keyCount, locate, rowLabel } from "../target.js";

// Two doubles of one computation in another order; anything a mistake does is larger.
const SAME = 1e-12;

/**
 * @param {Result} right @param {Result} wrong @param {string} target what was asked
 * @param {boolean} settled the answer may be seen
 * @param {(value: number, digits: number) => string} format
 * @returns {Parting|undefined}
 */
export function partingOf(right, wrong, target, settled, format) {
  const place = firstDifference(right, wrong);
  if (place === undefined) return undefined;
  const { table, other, row, column } = place;
  const asked = locate(right, target);
  const keys = keyCount(table);
  /** @param {number} c */
  const isAsked = (c) =>
    asked?.table.id === table.id &&
    (asked.row === undefined || asked.row === row) &&
    (asked.columns === undefined || asked.columns.includes(table.columns[c]?.id ?? ""));
  const steps = table.columns.flatMap((head, c) => {
    if (c < keys || (c > column && !settled)) return [];
    const [ours, theirs] = [table.rows[row]?.[c], other.rows[row]?.[c]];
    if (typeof ours !== "number" || typeof theirs !== "number") return [];
    return [
      {
        label: head.label,
        right: settled || !isAsked(c) ? format(ours, head.digits) : undefined,
        wrong: format(theirs, head.digits),
        differs: c === column,
      },
    ];
  });
  return { caption: table.caption, row: rowLabel(table, row), steps };
}

/** @param {Result} right @param {Result} wrong */
function firstDifference(right, wrong) {
  for (const table of right.tables) {
    const other = wrong.tables.find(({ id }) => id === table.id);
    if (other === undefined) continue;
    for (const [row, cells] of table.rows.entries()) {
      const column = cells.findIndex((cell, c) => !same(cell, other.rows[row]?.[c]));
      if (column >= 0 && typeof cells[column] === "number") return { table, other, row, column };
    }
  }
  return undefined;
}

/** @param {number|string} one @param {number|string|undefined} other */
function same(one, other) {
  if (typeof one !== "number" || typeof other !== "number") return one === other;
  return Math.abs(one - other) <= SAME * Math.max(1, Math.abs(one), Math.abs(other));
}
