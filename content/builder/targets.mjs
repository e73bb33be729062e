import { pick } from "../../wasm/clockhand.js";
import { ContentError, acceptedFor, listOf } from "./problem.mjs";

/** @import { Picked, Place, Result } from "./types.mjs" */

const TARGET = /^([a-z0-9-]+)(?:\[(\d+)\])?(?:\.([A-Za-z0-9_,-]+))?$/;

/**
 * Which cells of a result a target names, one text each, whatever stands in them.
 * @param {Result} result
 * @param {string} target one that requireTarget accepts
 */
export function placesOf(result, target) {
  const tables = result.tables.map((table) => ({
    ...table,
    rows: table.rows.map((row, r) => row.map((_, c) => `${table.id}[${r}].${table.columns[c].id}`)),
  }));
  return pick({ ...result, tables }, target).cells.map(String);
}

/**
 * The cells that a target names, or a fault that says what exists.
 * @param {Result} result
 * @param {string} target
 * @param {Place} place
 * @returns {Picked}
 */
export function requireTarget(result, target, place) {
  const match = TARGET.exec(target);
  if (!match) {
    throw new ContentError(
      place,
      `target "${target}" is not readable; write table, table[row], table.column or table[row].column.`,
    );
  }
  const [, tableId, row, columns] = match;
  const table = result.tables.find((candidate) => candidate.id === tableId);
  if (!table) {
    throw new ContentError(
      place,
      `target "${target}": table "${tableId}" does not exist; ${acceptedFor(
        tableId,
        result.tables.map((t) => t.id),
      )}.`,
    );
  }
  if (row !== undefined && Number(row) >= table.rows.length) {
    throw new ContentError(
      place,
      `target "${target}": row ${row} does not exist; ${tableId} has rows 0 to ${table.rows.length - 1}.`,
    );
  }
  for (const column of columns?.split(",") ?? []) {
    if (!table.columns.some((candidate) => candidate.id === column)) {
      throw new ContentError(
        place,
        `target "${target}": column "${column}" does not exist; ${tableId} has ${listOf(table.columns.map((c) => c.id))}.`,
      );
    }
  }
  try {
    return pick(result, target);
  } catch (error) {
    throw new ContentError(place, `target "${target}" cannot be read: ${/** @type {Error} */ (error).message}.`);
  }
}
