/** A right value, places and an answer of the reader's own, and what the core says of them while one types. */

import { html, nothing } from "lit";
import { doubtIn, toPoint } from "../exercise/typed.js";
import { notation } from "../figures.js";
import { VERDICT_NAMES, verdictSentence } from "../texts.js";
import { LightElement } from "./base.js";

const FIELDS = /** @type {const} */ ([
  ["right", "Right value"],
  ["places", "Places"],
  ["answer", "Answer"],
]);

export class ChTry extends LightElement {
  static properties = { core: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../types.js").Core|undefined} */
    this.core = undefined;
    /** @type {Record<string, string>} */
    this.texts = { right: "", places: "", answer: "" };
  }

  render() {
    return html`<form class="try" aria-label="Try it" @submit=${(/** @type {Event} */ event) => event.preventDefault()}>
        ${FIELDS.map(
          ([id, label]) =>
            html`<div class="try-field">
              <label for="try-${id}">${label}</label>
              <input
                id="try-${id}"
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                .value=${this.texts[id] ?? ""}
                @input=${(/** @type {any} */ event) => this.#type(id, event.target.value)}
              />
            </div>`,
        )}
      </form>
      <output class="try-said" for="try-right try-places try-answer" aria-live="off">${this.#said()}</output>`;
  }

  /** @param {string} id @param {string} text */
  #type(id, text) {
    this.texts = { ...this.texts, [id]: text };
    this.requestUpdate();
  }

  #said() {
    const { right = "", places = "", answer = "" } = this.texts;
    if (this.core === undefined) return nothing;
    if ([right, places, answer].some((text) => text.trim() === ""))
      return html`<p class="quiet">Fill in all three; the verdict follows as you type.</p>`;
    const doubt = doubtIn(right) ?? doubtIn(answer);
    if (doubt !== undefined) return html`<p class="refusal">${doubt}</p>`;
    const [given, typed] = notation.comma ? [right, answer].map(toPoint) : [right, answer];
    const verdict = /** @type {any} */ (this.core.clockhand).judgeGiven({ right: given, places, answer: typed });
    if (!verdict.ok) return html`<p class="refusal">${verdict.error.message}</p>`;
    const several = (verdict.cells?.length ?? 1) > 1;
    return html`<div class="verdict" data-verdict=${verdict.verdict}>
      <p>
        <strong class="verdict-name"
          >${VERDICT_NAMES[/** @type {import("../types.js").VerdictName} */ (verdict.verdict)]}.</strong
        >
        ${verdictSentence(verdict, { asked: verdict.places, several })}
      </p>
    </div>`;
  }
}

customElements.define("ch-try", ChTry);
