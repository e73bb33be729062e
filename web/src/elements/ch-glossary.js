/** Terms and symbols: what each means, and which chapters use it. */

import { html, nothing } from "lit";
import { markup } from "../markup.js";
import { formatHash } from "../router.js";
import { LightElement } from "./base.js";

export class ChGlossary extends LightElement {
  static properties = { course: { attribute: false }, glossary: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../types.js").Course} */
    this.course = { chapters: [] };
    /** @type {import("../types.js").Glossary|undefined} */
    this.glossary = undefined;
  }

  render() {
    if (this.glossary === undefined) return nothing;
    const { entries } = this.glossary;
    return html`<main id="main" class="page" tabindex="-1">
      <h1 tabindex="-1">Terms and symbols</h1>
      <p class="lead">What the chapters mean by a word or a letter. The first use in each chapter leads here.</p>
      <h2>Terms</h2>
      ${this.#list(entries.filter(({ symbol }) => !symbol))}
      <h2>Symbols</h2>
      ${this.#list(entries.filter(({ symbol }) => symbol))}
      <p class="way"><a href=${formatHash({})}>All chapters</a></p>
    </main>`;
  }

  /** @param {import("../types.js").Term[]} entries */
  #list(entries) {
    return html`<dl class="glossary">
      ${entries.map(
        ({ id, name, html: text, chapters }) =>
          html`<div class="glossary-entry" id=${id} tabindex="-1">
            <dt>${markup(name)}</dt>
            <dd>
              ${markup(text)}
              ${chapters.length === 0 ? nothing : html`<p class="quiet">In ${chapters.map((chapter, i) => this.#chapter(chapter, i))}</p>`}
            </dd>
          </div>`,
      )}
    </dl>`;
  }

  /** @param {string} id @param {number} index */
  #chapter(id, index) {
    const chapter = this.course.chapters.find((one) => one.id === id);
    return html`${index > 0 ? ", " : nothing}<a href=${formatHash({ chapter: id })}>${chapter?.title ?? id}</a>`;
  }
}

customElements.define("ch-glossary", ChGlossary);
