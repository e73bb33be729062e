/**
 * @import { Column, Lab, Result, Table } from "./builder/types.mjs"
 * @typedef {(value: number, digits: number) => string} Format
 * @typedef {Map<string, string>} CueLabels
 */

/**
 * Tables, parameters and checks of a run as aligned text. Knows no table by name: all comes from the columns.
 * @param {Result} result
 * @param {Lab} lab
 * @param {Format} format
 */
export function runToText(result, lab, format) {
  const blocks = [parametersToText(result, lab)];
  for (const table of result.tables) blocks.push(tableToText(table, result, lab, format));
  if (result.checks.length > 0) blocks.push(checksToText(result, format));
  return blocks.join("\n\n");
}

/**
 * @param {Result} result
 * @param {Lab} lab
 */
function parametersToText(result, lab) {
  const rows = lab.parameters.map(({ id, unit }) => [id, "=", `${result.params[id]}${unit ? ` ${unit}` : ""}`]);
  return align(rows, [LEFT, LEFT, LEFT]);
}

/**
 * @param {Table} table
 * @param {Result} result where a companion table is looked up
 * @param {Lab} lab
 * @param {Format} format
 */
export function tableToText(table, result, lab, format) {
  const known = lab.tables.find(({ id }) => id === table.id)?.cues ?? [];
  const cues = new Map(known.map((cue) => [cue.id, cue.label ?? cue.id]));
  const head = table.columns.map(({ label, unit }) => (unit && !label.includes(unit) ? `${label} (${unit})` : label));
  if (table.layout === "matrix" && table.row_axis && table.column_axis) {
    head[0] = `${table.row_axis.symbol} \\ ${table.column_axis.symbol}`;
  }
  const notes = cellNotes(table, result, cues, format);
  const body = table.rows.map((row, r) =>
    row.map((cell, c) => {
      const text = cellToText(cell, table.columns[c], cues, format);
      return notes && c > 0 ? `${text} (${notes(r, c - 1)})` : text;
    }),
  );
  const sides = table.columns.map(({ type }) => (type === "integer" || type === "real" ? RIGHT : LEFT));
  return `${table.caption}\n${align([head, ...body], sides)}`;
}

/**
 * What stands beside a value of a matrix: the companion's cell and the cue's word.
 * @param {Table} table
 * @param {Result} result
 * @param {CueLabels} cues
 * @param {Format} format
 */
function cellNotes(table, result, cues, format) {
  const companion = result.tables.find(({ id }) => id === table.companion);
  if (!companion && !table.cues) return undefined;
  return (/** @type {number} */ r, /** @type {number} */ c) => {
    const parts = [];
    if (companion) parts.push(cellToText(companion.rows[r][c + 1], companion.columns[c + 1], cues, format));
    const cue = table.cues?.[r][c];
    if (cue) parts.push(cues.get(cue) ?? cue);
    return parts.join(", ");
  };
}

/**
 * @param {number | string} cell
 * @param {Column} column
 * @param {CueLabels} cues
 * @param {Format} format
 */
function cellToText(cell, column, cues, format) {
  if (typeof cell !== "number") return column.type === "cue" ? (cues.get(cell) ?? cell) : cell;
  return format(cell, column.type === "integer" ? 0 : column.digits);
}

/**
 * @param {Result} result
 * @param {Format} format
 */
function checksToText({ checks }, format) {
  const rows = checks.map(({ label, value, sense, tolerance, passed }) => [
    label,
    format(value, -1),
    `${sense === "above" ? "above" : "at most"} ${format(tolerance, -1)}`,
    passed ? "passed" : "failed",
  ]);
  return `Checks\n${align(rows, [LEFT, RIGHT, LEFT, LEFT])}`;
}

const LEFT = "left";
const RIGHT = "right";

/**
 * Pads each column to its widest cell, two spaces between columns, no spaces at line ends.
 * @param {string[][]} rows
 * @param {string[]} sides
 */
export function align(rows, sides) {
  const widths = sides.map((_, c) => Math.max(...rows.map((row) => length(row[c]))));
  const pad = (/** @type {string} */ text, /** @type {number} */ c) => {
    const fill = " ".repeat(widths[c] - length(text));
    return sides[c] === RIGHT ? fill + text : text + fill;
  };
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}

/** @param {string} text */
function length(text) {
  return [...text.normalize("NFC")].length;
}
