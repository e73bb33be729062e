/**
 * A chapter: outline, text with its tables and exercises, sources, and the way on. The text begins as soon as it is there; what
 * shows figures or judges waits for the context, which has the core.
 */

import { html, nothing, render } from "lit";
import { markup } from "../markup.js";
import { reason } from "../reason.js";
import { referenceId, shortName } from "../references.js";
import { formatHash } from "../router.js";
import { begin, print, turn, turnsTaken } from "../turns.js";
import { ChapterElement, LightElement, fault } from "./base.js";
import { watchWide } from "./scroll-region.js";

export class ChChapter extends LightElement {
  static properties = {
    chapter: { attribute: false },
    context: { attribute: false },
    course: { attribute: false },
    store: { attribute: false },
  };

  constructor() {
    super();
    /** @type {import("../types.js").Chapter|undefined} */
    this.chapter = undefined;
    /** @type {import("../types.js").Context|undefined} of this chapter, once it is there */
    this.context = undefined;
    /** @type {import("../types.js").Course} */
    this.course = { chapters: [] };
    /** @type {import("../progress/store.js").Store|undefined} */
    this.store = undefined;
    /** @type {Filling|undefined} */
    this.filling = undefined;
    /** @type {DocumentFragment|undefined} */
    this.text = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(window, "beforeprint", () => print(true));
    this.listen(window, "afterprint", () => print(false));
  }

  render() {
    const { chapter, store } = this;
    if (chapter === undefined) return nothing;
    if (this.filling?.chapter !== chapter) this.text = parsed(chapter.html);
    return html`<div class="chapter">
      <ch-outline .chapter=${chapter} .store=${store} .text=${this.text}></ch-outline>
      <main id="main" tabindex="-1">
        <article>
          <header class="chapter-head">
            <p class="eyebrow">Chapter ${chapter.number}</p>
            <h1 tabindex="-1">${chapter.title}</h1>
            <p class="lead">${chapter.summary}</p>
          </header>
          <div class="prose" id="chapter-text"></div>
          ${this.#sources(chapter)} ${this.#way(chapter)}
        </article>
      </main>
    </div>`;
  }

  updated() {
    const { chapter, context, filling } = this;
    if (filling !== undefined && filling.chapter === chapter && [undefined, context].includes(filling.context))
      filling.open(context);
    else if (chapter !== undefined) this.#begin(chapter);
  }

  /** @param {import("../types.js").Chapter} chapter */
  #begin(chapter) {
    const { context, text } = this;
    const [main, prose] = [this.querySelector("main"), this.querySelector(".prose")];
    if (text === undefined || prose === null) return;
    const filling = new Filling(chapter, context);
    this.filling = filling;
    begin();
    main?.setAttribute("aria-busy", "true");
    prose.replaceChildren();
    const isOver = () => this.filling !== filling || !this.isConnected;
    void this.#fill(prose, text, filling, isOver)
      .then(turnsTaken)
      .then(() => {
        if (!isOver()) main?.removeAttribute("aria-busy");
      });
  }

  /**
   * The text comes from the content builder, which wrote the HTML itself.
   * @param {Element} prose @param {DocumentFragment} text @param {Filling} filling @param {() => boolean} isOver the reader has gone on
   */
  async #fill(prose, text, filling, isOver) {
    for (const node of text.childNodes) {
      await turn();
      if (filling.context === undefined && needsContext(node)) await filling.opened;
      if (isOver()) return;
      const block = document.importNode(node, true);
      // A link to a heading moves the focus there.
      if (block instanceof HTMLHeadingElement) block.tabIndex = -1;
      prose.append(block);
      if (block instanceof Element) watchWide(block);
      // What comes behind it is not moved by it then.
      if (block instanceof LightElement) await block.updateComplete.catch((error) => giveUp(block, error));
    }
    this.dispatchEvent(new Event("text-ready"));
  }

  /** @param {import("../types.js").Chapter} chapter */
  #sources(chapter) {
    const cited = Object.entries(chapter.references ?? {});
    if (cited.length === 0) return nothing;
    return html`<section class="sources" aria-labelledby="sources-title">
      <h2 id="sources-title" tabindex="-1">Sources</h2>
      <ul>
        ${cited.map(([key, reference]) => {
          const title = reference.title ?? key;
          return html`<li id=${referenceId(key)} tabindex="-1">
            ${shortName(key, reference)}.
            ${reference.url === undefined ? html`<cite>${title}</cite>` : html`<cite><a href=${reference.url} rel="noreferrer">${title}</a></cite>`}.
            ${reference.section === undefined ? nothing : `${reference.section}.`}
          </li>`;
        })}
      </ul>
    </section>`;
  }

  /** @param {import("../types.js").Chapter} chapter */
  #way(chapter) {
    const { chapters } = this.course;
    const index = chapters.findIndex(({ id }) => id === chapter.id);
    const [before, after] = [chapters[index - 1], chapters[index + 1]];
    return html`<footer class="way">
      ${chapter.next ? html`<p>${markup(chapter.next)}</p>` : nothing}
      <nav class="way-nav" aria-label="Chapters">
        ${before === undefined ? nothing : html`<a rel="prev" href=${formatHash({ chapter: before.id })}>Before: ${before.title}</a>`}
        <a href=${formatHash({})}>All chapters</a>
        <a href=${formatHash({ chapter: chapter.id, page: "worksheet" })}>Worksheet to print</a>
        ${after === undefined ? nothing : html`<a rel="next" href=${formatHash({ chapter: after.id })}>Next: ${after.title}</a>`}
      </nav>
    </footer>`;
  }
}

/** A text that is being filled, or is. */
class Filling {
  /** @param {import("../types.js").Chapter} chapter @param {import("../types.js").Context|undefined} context */
  constructor(chapter, context) {
    this.chapter = chapter;
    /** @type {import("../types.js").Context|undefined} */
    this.context = undefined;
    /** @type {(value?: undefined) => void} */
    this.tell = () => {};
    this.opened = new Promise((resolve) => (this.tell = resolve));
    this.open(context);
  }

  /** @param {import("../types.js").Context|undefined} context */
  open(context) {
    if (context === undefined) return;
    this.context = context;
    this.tell();
  }
}

/** What cannot be shown has a sentence in its place, and the text goes on. @param {LightElement} block @param {unknown} error */
function giveUp(block, error) {
  console.error(error);
  render(fault(`This could not be shown: ${reason(error)}.`), block);
}

/** @param {Node} node of the text */
function needsContext(node) {
  if (!(node instanceof Element)) return false;
  return [node, ...node.querySelectorAll("*")].some(
    ({ localName }) => customElements.get(localName)?.prototype instanceof ChapterElement,
  );
}

/** @param {string} html */
function parsed(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

customElements.define("ch-chapter", ChChapter);
