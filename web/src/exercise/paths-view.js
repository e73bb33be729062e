/** The right path and a mistaken one side by side, the first differing step marked by word and line. */

import { html, nothing } from "lit";
import { decimalsOf, figure } from "../figures.js";
import { partingOf } from "./paths.js";

/** @param {import("./session.js").Session} session @param {string} mistake */
export function pathsView(session, mistake) {
  const { core, instance, exercise, settled } = session;
  const right = instance.result;
  if (right === undefined) return nothing;
  const wrong = core.clockhand.run({ lab: right.lab, params: instance.params, mistake });
  if (!wrong.ok) return nothing;
  const format = (/** @type {number} */ value, /** @type {number} */ digits) =>
    figure(core.clockhand.format(value, decimalsOf(digits)));
  const parting = partingOf(right, wrong, exercise.target ?? "", settled, format);
  if (parting === undefined) return nothing;
  return html`<details class="paths">
    <summary>Where the paths part</summary>
    <div class="scroll">
      <table>
        <caption>
          ${parting.caption}: ${parting.row}
        </caption>
        <thead>
          <tr>
            <th scope="col">step</th>
            <th scope="col" data-type="real">right</th>
            <th scope="col" data-type="real">with this mistake</th>
          </tr>
        </thead>
        <tbody>
          ${parting.steps.map(
            ({ label, right: ours, wrong: theirs, differs }) =>
              html`<tr data-differs=${String(differs)}>
                <th scope="row">${label}${differs ? html` <span class="quiet">(here they part)</span>` : nothing}</th>
                <td data-type="real">${ours ?? html`<span class="quiet">hidden until solved</span>`}</td>
                <td data-type="real">${theirs}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
