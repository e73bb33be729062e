/**
 * A matrix is answered in a grid: one text field a cell, named by its row and column. A block pasted into a cell fills the
 * grid from there; arrows move between cells, sideways from the end of a text.
 */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { notation } from "../figures.js";
import { answerLabels } from "../target.js";
import { cellName, places } from "../texts.js";
import { fillFrom, parseBlock } from "./paste.js";
import { toComma, toPoint } from "./typed.js";

/** @param {import("./fields.js").FieldView} view */
export function gridField(view) {
  const { session, id, marks } = view;
  const { picked, instance } = session;
  if (picked === undefined || instance.result === undefined) return nothing;
  const labels = answerLabels(instance.result, session.exercise.target ?? "", picked);
  return html`<fieldset class="answer" aria-describedby=${marks.join(" ")}>
    <legend>Your prediction, ${places(session.places)} in each cell</legend>
    <div class="scroll">
      <table class="grid">
        <thead>
          <tr>
            <td></td>
            ${labels.columns.map((label) => html`<th scope="col">${label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${labels.rows.map(
            (row, r) =>
              html`<tr>
                <th scope="row">${row}</th>
                ${labels.columns.map((column, c) => cell(view, picked, `${row}, ${column}`, `${id}-${r}-${c}`, r * picked.columns + c))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </fieldset>`;
}

/**
 * @param {import("./fields.js").FieldView} view @param {import("../types.js").Picked} shape
 * @param {string} label @param {string} id @param {number} index
 */
function cell(view, shape, label, id, index) {
  const { session, values, change } = view;
  const judged = session.verdict?.cells?.[index];
  const verdict = judged?.verdict;
  const name = judged === undefined ? undefined : cellName(judged);
  return html`<td data-verdict=${verdict ?? nothing}>
    <input
      id=${id}
      type="text"
      inputmode="text"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      aria-label=${label}
      aria-describedby="${id}-mark"
      aria-invalid=${verdict === "unreadable" ? "true" : "false"}
      .value=${live(values[index] ?? "")}
      @input=${(/** @type {any} */ event) => change(typed(event.target))}
      @paste=${(/** @type {ClipboardEvent} */ event) => paste(event, view, shape, index)}
      @keydown=${(/** @type {KeyboardEvent} */ event) => move(event, shape, index)}
    />
    <span class="grid-mark" id="${id}-mark">${name ?? nothing}</span>
  </td>`;
}

/** What all the cells hold: two may change before the page shows the first. @param {Element} cell */
function typed(cell) {
  return [...(cell.closest("table")?.querySelectorAll("input") ?? [])].map(({ value }) => value);
}

/**
 * @param {ClipboardEvent} event @param {import("./fields.js").FieldView} view
 * @param {{ rows: number, columns: number }} shape @param {number} index
 */
function paste(event, { session, change }, { rows, columns }, index) {
  const shape = { rows, columns };
  const text = event.clipboardData?.getData("text/plain") ?? "";
  // What a program wrote keeps its points, whatever the reader types.
  const points = !notation.comma || /\.\d/.test(text);
  const found = parseBlock(points ? text : toPoint(text), shape, (field) => session.core.clockhand.read(field));
  const block = notation.comma ? found.map((line) => line.map(toComma)) : found;
  if (block.flat().length < 2) return;
  event.preventDefault();
  change(fillFrom(typed(/** @type {Element} */ (event.target)), shape, index, block));
}

/** @param {KeyboardEvent} event @param {{ rows: number, columns: number }} shape @param {number} index */
function move(event, { rows, columns }, index) {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const { selectionStart: start, selectionEnd: end, value } = input;
  const column = index % columns;
  const steps = /** @type {Record<string, number|false>} */ ({
    ArrowDown: columns,
    ArrowUp: -columns,
    ArrowRight: column < columns - 1 && start === value.length && 1,
    ArrowLeft: column > 0 && end === 0 && -1,
  });
  const step = steps[event.key] || 0;
  const held = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (held || step === 0 || index + step < 0 || index + step >= rows * columns) return;
  event.preventDefault();
  input.closest("table")?.querySelectorAll("input")[index + step]?.focus();
}
