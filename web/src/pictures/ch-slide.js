/** `<ch-slide>`: a slider below a picture that sets a parameter of its run, and where motion is allowed a button that moves it. */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { announce } from "../announce.js";
import { ChapterElement } from "../elements/base.js";

const STEP_MS = 600;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

class ChSlide extends ChapterElement {
  static properties = { run: { attribute: false }, slide: { attribute: false }, playing: { state: true } };

  constructor() {
    super();
    this.run = "";
    /** @type {import("../types.js").Slide|undefined} */
    this.slide = undefined;
    /** @type {ReturnType<typeof setInterval>|undefined} */
    this.playing = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow(() => this.run);
    this.listen(STILL, "change", () => {
      this.#stop();
      this.requestUpdate();
    });
    // What nobody sees does not move.
    this.listen(document, "visibilitychange", () => document.hidden && this.#stop());
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting === false && this.#stop());
    seen.observe(this.closest("figure") ?? this);
    this.endings.push(
      () => seen.disconnect(),
      () => this.#stop(),
    );
  }

  get #parameter() {
    return this.context.runs.lab(this.run)?.parameters.find(({ id }) => id === this.slide?.param);
  }

  get #text() {
    return this.context.runs.get(this.run)?.result?.params[this.slide?.param ?? ""] ?? "";
  }

  render() {
    const { slide } = this;
    if (slide === undefined) return nothing;
    const parameter = this.#parameter;
    const moving = this.playing !== undefined;
    return html`<label class="picture-slider"
        >${parameter?.label ?? slide.param}
        <input
          type="range"
          min=${slide.from}
          max=${slide.to}
          step=${parameter?.step ?? 1}
          .value=${live(this.#text)}
          @input=${(/** @type {any} */ event) => this.#drag(event.target.value)}
        />
        <output aria-live=${moving ? "off" : nothing}>${this.#text}</output></label
      >
      ${STILL.matches ? nothing : this.#button(moving, parameter?.label ?? slide.param)}`;
  }

  /** @param {boolean} moving @param {string} name */
  #button(moving, name) {
    return html`<button
      type="button"
      class="button-quiet"
      aria-label=${`${moving ? "Stop" : "Play"} ${name}`}
      @click=${() => (moving ? this.#end(name) : this.#start())}
    >
      ${moving ? "Stop" : "Play"}
    </button>`;
  }

  /** @param {string} text */
  #drag(text) {
    this.#stop();
    this.#set(text);
  }

  /** @param {string} text */
  #set(text) {
    if (this.slide !== undefined) this.context.runs.set(this.run, this.slide.param, text);
  }

  #start() {
    this.playing = setInterval(() => this.#step(), STEP_MS);
    // The picture moves as long as a step takes, and so without a rest.
    this.closest("figure")?.style.setProperty("--glide-ms", String(STEP_MS));
    this.#step();
  }

  #stop() {
    clearInterval(this.playing);
    this.playing = undefined;
    this.closest("figure")?.style.removeProperty("--glide-ms");
  }

  /** What moved without a word says where it stands now. @param {string} name */
  #end(name) {
    this.#stop();
    const picture = /** @type {{ told?: string }|null|undefined} */ (
      this.closest("figure")?.querySelector("ch-picture")
    );
    announce(`${name}: ${this.#text}. ${picture?.told ?? ""}`);
  }

  /** One on; behind the last value comes the first. */
  #step() {
    const { from, to } = /** @type {import("../types.js").Slide} */ (this.slide);
    const next = Number(this.#text) + (this.#parameter?.step ?? 1);
    this.#set(String(next <= to ? Math.max(next, from) : from));
  }
}

customElements.define("ch-slide", ChSlide);
