/** A written answer is compared by the reader with a list of points; all ticked, the exercise counts as done. */

import { html, nothing } from "lit";
import { markup } from "../markup.js";

/**
 * @param {import("./session.js").Session} session @param {Set<number>} ticked
 * @param {(index: number, on: boolean) => void} tick
 */
export function pointsView(session, ticked, tick) {
  const { kind, points = [] } = session.exercise;
  if (kind !== "written") return nothing;
  if (session.verdict === undefined && !session.settled) return nothing;
  return html`<fieldset class="points">
    <legend>Tick the points that your answer makes</legend>
    ${points.map(
      (point, index) =>
        html`<label class="point">
          <input
            type="checkbox"
            .checked=${ticked.has(index)}
            @change=${(/** @type {any} */ event) => tick(index, event.target.checked)}
          />
          <span>${markup(point)}</span>
        </label>`,
    )}
    <p class="quiet">
      ${ticked.size === points.length ? "Every point is there: done." : `${ticked.size} of ${points.length} points.`}
    </p>
  </fieldset>`;
}
