/** The right answer, once it may be seen: a figure, a row or a small table; the options and points of the other kinds. */

import { html, nothing } from "lit";
import { markup } from "../markup.js";
import { figure, list } from "../figures.js";
import { answerLabels } from "../target.js";

/** @param {import("./session.js").Session} session */
export function answerView(session) {
  if (!session.settled) return nothing;
  const { exercise, instance, picked } = session;
  if (exercise.kind === "choice") {
    const right = (exercise.options ?? []).filter(({ correct }) => correct);
    return html`<div class="answer-shown">
      <p class="answer-title">The answer</p>
      ${right.map(({ text }) => html`<div>${markup(text)}</div>`)}
    </div>`;
  }
  if (instance.result === undefined || picked === undefined) return nothing;
  const rows = session.expected().map((row) => row.map((text) => figure(text)));
  if (picked.rows === 1 || picked.columns === 1) {
    return html`<p class="answer-shown">
      <span class="answer-title">The answer</span> <data class="figure">${list(rows.flat())}</data>
    </p>`;
  }
  const labels = answerLabels(instance.result, exercise.target ?? "", picked);
  return html`<div class="answer-shown scroll">
    <table>
      <caption>
        The answer
      </caption>
      <thead>
        <tr>
          <td></td>
          ${labels.columns.map((label) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, r) =>
            html`<tr>
              <th scope="row">${labels.rows[r]}</th>
              ${row.map((text) => html`<td data-type="real">${text}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
