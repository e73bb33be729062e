/**
 * References into a result, as exercises and sentences write them: `table`, `table[row]`, `table.column`,
 * `table[row].column,column`. The core picks the values of an answer; here are the labels beside its fields, and the
 * single cell that a figure in a sentence quotes.
 *
 * @typedef {import("./types.js").Result} Result
 * @typedef {import("./types.js").Table} Table
 * @typedef {import("./types.js").Column} Column
 */

import { figure } from "./figures.js";

const TARGET = /^([A-Za-z0-9_-]+)(?:\[(\d+)\])?(?:\.([A-Za-z0-9_,-]+))?$/;

/** @param {Result} result @param {string} target */
export function locate(result, target) {
  const [, id, row, columns] = TARGET.exec(target) ?? [];
  const table = result.tables.find((candidate) => candidate.id === id);
  if (table === undefined) return undefined;
  return { table, row: row === undefined ? undefined : Number(row), columns: columns?.split(",") };
}

/** @param {Result} result @param {string} target @returns {{ value: number|string, column: Column, table: Table }|undefined} */
export function cellAt(result, target) {
  const place = locate(result, target);
  if (place === undefined) return undefined;
  const { table, row = 0, columns } = place;
  const index = columns === undefined ? keyCount(table) : table.columns.findIndex(({ id }) => id === columns[0]);
  const column = table.columns[index];
  const value = table.rows[row]?.[index];
  return column === undefined || value === undefined ? undefined : { value, column, table };
}

/** How many columns name the row. @param {Table} table */
export function keyCount(table) {
  return table.layout === "matrix" ? Math.max(1, table.keys) : table.keys;
}

/** What a row is called: its key cells. @param {Table} table @param {number} index */
export function rowLabel(table, index) {
  const row = table.rows[index] ?? [];
  const keys = keyCount(table);
  const parts = table.columns.slice(0, keys).map((column, i) => {
    const value = row[i] ?? "";
    const name = table.row_axis?.symbol ?? column.label;
    return typeof value === "number" ? `${name} = ${figure(String(value))}` : value;
  });
  return parts.length > 0 ? parts.join(", ") : `row ${index + 1}`;
}

/**
 * Labels for an answer of that shape; empty where the table cannot say.
 * @param {Result} result @param {string} target @param {{ rows: number, columns: number }} shape
 */
export function answerLabels(result, target, shape) {
  const place = locate(result, target);
  if (place === undefined) return { rows: numbered("row", shape.rows), columns: numbered("column", shape.columns) };
  const { table, row, columns } = place;
  const keys = keyCount(table);
  const chosen =
    columns === undefined ? valueColumns(table, keys) : table.columns.filter(({ id }) => columns.includes(id));
  const across = chosen.map(({ label }) => label);
  const down = row === undefined ? table.rows.map((_, i) => rowLabel(table, i)) : [rowLabel(table, row)];
  if (across.length === shape.columns && down.length === shape.rows) return { rows: down, columns: across };
  if (down.length === shape.columns && across.length === shape.rows) return { rows: across, columns: down };
  return { rows: numbered("row", shape.rows), columns: numbered("column", shape.columns) };
}

/** @param {Table} table @param {number} keys */
function valueColumns(table, keys) {
  const rest = table.columns.slice(keys);
  return table.layout === "matrix" ? rest : rest.filter(({ type }) => type === "integer" || type === "real");
}

/** @param {string} what @param {number} count */
function numbered(what, count) {
  return Array.from({ length: count }, (_, i) => `${what} ${i + 1}`);
}
