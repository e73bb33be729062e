/**
 * A long run while it is not done: how much of it is there, how long it will take, start and stop. Made by tables of such
 * runs. A single unit is short and starts when the table comes near; more of them wait for the reader.
 */

import { html, nothing } from "lit";
import { announce } from "../announce.js";
import { reason } from "../reason.js";
import { measureSentence } from "../texts.js";
import { ChapterElement } from "./base.js";

/** The words change once a second: faster ones cannot be read. */
const WORDS_PAUSE_MS = 1000;
/** The bar moves no more often: each time costs a frame, which the workers could use. */
const BAR_PAUSE_MS = 200;
const NEAR = "600px";

export class ChMeasure extends ChapterElement {
  static properties = { run: { attribute: false }, measurement: { attribute: false } };

  constructor() {
    super();
    this.run = "";
    /** @type {import("../long/measurement.js").Measurement|undefined} */
    this.measurement = undefined;
    /** @type {import("../long/measurement.js").Measurement|undefined} */
    this.followed = undefined;
    this.words = "";
    this.said = 0;
    this.drawn = 0;
    this.near = false;
  }

  connectedCallback() {
    super.connectedCallback();
    const seen = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        seen.disconnect();
        this.near = true;
        this.#startSingle();
      },
      { rootMargin: NEAR },
    );
    seen.observe(this);
    this.endings.push(() => seen.disconnect());
  }

  #startSingle() {
    const { measurement, near } = this;
    if (!near || measurement?.units !== 1 || measurement.running || measurement.refusal !== undefined) return;
    void this.context.runs.measure(this.run);
  }

  willUpdate() {
    const { measurement } = this;
    if (measurement === undefined || measurement === this.followed) return;
    this.followed = measurement;
    this.said = 0;
    for (const type of ["begin", "unit", "silent", "end"]) this.listen(measurement, type, () => this.requestUpdate());
    this.listen(measurement, "end", () => measurement.done && this.#leave());
    this.listen(measurement, "progress", () => {
      if (performance.now() - this.drawn >= BAR_PAUSE_MS) this.requestUpdate();
    });
    this.#startSingle();
  }

  render() {
    const { measurement } = this;
    if (measurement === undefined || measurement.done) return nothing;
    const { running, share, refusal } = measurement;
    const now = performance.now();
    this.drawn = now;
    if (!running || now - this.said > WORDS_PAUSE_MS) {
      this.said = now;
      this.words = measureSentence(measurement, measurement.secondsLeft(now));
    }
    return html`<div class="measure" role="group" aria-label="Measurement">
      <progress max="1" value=${running || share > 0 ? share : 0} aria-label="Done"></progress>
      <span class="measure-words">${refusal === undefined ? this.words : `It stopped: ${reason(refusal)}.`}</span>
      <button
        type="button"
        class=${running ? "button-quiet" : "button"}
        @click=${() => (running ? this.#stop(measurement) : void this.context.runs.measure(this.run))}
      >
        ${running ? "Stop" : measurement.results.size === 0 ? "Measure" : "Go on"}
      </button>
    </div>`;
  }

  /** With the button goes the focus that it had: to the table that is there now. */
  #leave() {
    const table = this.parentElement;
    if (table === null || !this.contains(document.activeElement)) return;
    table.tabIndex = -1;
    table.focus({ preventScroll: true });
  }

  /** @param {import("../long/measurement.js").Measurement} measurement */
  #stop(measurement) {
    measurement.stop();
    announce("Stopped. What is measured is kept.");
  }
}

customElements.define("ch-measure", ChMeasure);
