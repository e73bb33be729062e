/**
 * A table of the core as a real table. Which columns it has, how many decimals they show and what its cues are comes from
 * the table and its description; no table is known here by name.
 *
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Column} Column
 * @typedef {import("../types.js").Cue} Cue
 * @typedef {object} View
 * @property {Table} table
 * @property {Table|undefined} companion shown small in each cell
 * @property {Cue[]} cues
 * @property {(value: number, digits: number) => string} format
 * @property {boolean} covered
 * @property {ReadonlySet<string>} [given] ids of columns that repeat what the reader set: they stay in sight when covered
 */

import { html, nothing } from "lit";
import { decimalsOf, figure, worded } from "../figures.js";
import { keyCount } from "../target.js";

/** @param {View} view @param {unknown} caption */
export function tableView(view, caption) {
  const { table } = view;
  return html`<table data-layout=${table.layout} data-covered=${String(view.covered)}>
    ${caption}
    <thead>
      ${table.layout === "matrix" ? matrixHead(table) : recordsHead(table)}
    </thead>
    <tbody>
      ${table.rows.map(
        (row, r) =>
          html`<tr>
            ${row.map((value, c) => cell(view, value, r, c))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** @param {Table} table */
function recordsHead(table) {
  return html`<tr>
    ${table.columns.map((column) => html`<th scope="col" data-type=${column.type}>${columnLabel(column)}</th>`)}
  </tr>`;
}

/** @param {Table} table */
function matrixHead(table) {
  const { row_axis: down, column_axis: across } = table;
  const [first, ...rest] = table.columns;
  return html`<tr>
    <th scope="col" class="corner">
      ${
        down !== undefined && across !== undefined
          ? html`<span class="corner-across">${across.label} <span aria-hidden="true">→</span></span>
              <span class="corner-down">${down.label} <span aria-hidden="true">↓</span></span>`
          : first?.label
      }
    </th>
    ${rest.map((column) => html`<th scope="col" data-type=${column.type}>${columnLabel(column)}</th>`)}
  </tr>`;
}

/** @param {Column} column */
function columnLabel({ label, unit }) {
  return !unit || label.includes(unit) ? worded(label) : html`${worded(label)} <span class="unit">${unit}</span>`;
}

/** @param {View} view @param {number|string} value @param {number} r @param {number} c */
function cell(view, value, r, c) {
  const { table, covered } = view;
  const column = /** @type {Column} */ (table.columns[c]);
  const keys = keyCount(table);
  if (c < keys) {
    const text = shown(view, value, column);
    const named =
      table.layout === "matrix"
        ? `${table.row_axis?.symbol ?? column.label} = ${text}`
        : cueOr(view, value, column, text);
    return html`<th scope="row" data-type=${column.type}>${named}</th>`;
  }
  if (covered && !view.given?.has(column.id)) {
    return html`<td class="cover" data-type=${column.type} aria-label="covered">?</td>`;
  }
  const text = shown(view, value, column);
  if (table.layout !== "matrix") return html`<td data-type=${column.type}>${cueOr(view, value, column, text)}</td>`;
  const cue = view.cues.find(({ id }) => id === table.cues?.[r]?.[c - keys]);
  const small = view.companion?.rows[r]?.[c];
  const smallColumn = view.companion?.columns[c];
  return html`<td data-type=${column.type} data-line=${cue?.line ?? nothing} data-cue=${cue?.id ?? nothing}>
    <span class="cell-value">${text}</span>
    ${
      cue === undefined && small === undefined
        ? nothing
        : html`<span class="cell-note">
            ${small === undefined || smallColumn === undefined ? nothing : html`<span class="cell-companion">${signed(view, small, smallColumn)}</span>`}
            ${cue === undefined ? nothing : html`<span class="cell-cue">${cue.label}</span>`}
          </span>`
    }
  </td>`;
}

/** @param {View} view @param {number|string} value @param {Column} column @param {string} text */
function cueOr(view, value, column, text) {
  if (column.type !== "cue") return text;
  const cue = view.cues.find(({ id }) => id === value);
  return cue === undefined ? text : cueMark(cue);
}

/** @param {View} view @param {number|string} value @param {Column} column */
function shown(view, value, column) {
  return typeof value === "number" ? figure(view.format(value, decimalsOf(column.digits))) : value;
}

/** A companion carries its sign, so that direction is seen at a glance. @param {View} view @param {number|string} value @param {Column} column */
function signed(view, value, column) {
  const text = shown(view, value, column);
  return typeof value === "number" && value > 0 ? `+${text}` : text;
}

/** @param {Cue} cue */
export function cueMark({ id, label, line }) {
  return html`<span class="cue" data-line=${line} data-cue=${id}
    ><span class="cue-line" aria-hidden="true"></span>${label}</span
  >`;
}
