/** `<ch-checks run="pairs" only="equal-shift">`: what a run checked of itself, with value, bound and outcome. */

import { html, nothing } from "lit";
import { figure, worded } from "../figures.js";
import { isAwaited } from "../runs.js";
import { ChapterElement, fault } from "./base.js";

const SHORTEST = -1;
/** How far a check is from its bound shows in few digits; the command line has them all. */
const DIGITS = 3;
const SENSES = { "at-most": "at most", above: "above" };

export class ChChecks extends ChapterElement {
  connectedCallback() {
    super.connectedCallback();
    this.follow(() => this.attribute("run"));
  }

  render() {
    const { runs, core } = this.context;
    const run = runs.get(this.attribute("run"));
    if (run === undefined) return fault(`“${this.attribute("run")}” names no run of this chapter.`);
    if (isAwaited(run)) return nothing;
    if (run.result === undefined) return fault(run.error?.message ?? "");
    const only = this.attribute("only").split(/\s+/).filter(Boolean);
    const checks = run.result.checks.filter(({ id }) => only.length === 0 || only.includes(id));
    /** @param {number} value */
    const text = (value) => figure(core.clockhand.format(Number(value.toPrecision(DIGITS)), SHORTEST));
    return html`<ul class="checks" role="list">
      ${checks.map(
        (check) =>
          html`<li class="check" data-passed=${String(check.passed)}>
            <span class="check-mark" aria-hidden="true"></span>
            <span class="check-label">${worded(check.label)}</span>
            <span class="check-value">
              <span class="figure">${text(check.value)}</span>
              <span class="quiet">${SENSES[check.sense]} ${text(check.tolerance)}</span>
            </span>
            <strong class="check-outcome">${check.passed ? "holds" : "does not hold"}</strong>
          </li>`,
      )}
    </ul>`;
  }
}

customElements.define("ch-checks", ChChecks);
