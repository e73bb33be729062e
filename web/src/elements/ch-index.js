/** All chapters, with what is done in each and where to go on. */

import { html, nothing } from "lit";
import { countDone, latest } from "../progress/document.js";
import { formatHash } from "../router.js";
import { progressSentence } from "../texts.js";
import { LightElement } from "./base.js";

export class ChIndex extends LightElement {
  static properties = { course: { attribute: false }, store: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../types.js").Course} */
    this.course = { chapters: [] };
    /** @type {import("../progress/store.js").Store|undefined} */
    this.store = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.store !== undefined) this.listen(this.store, "change", () => this.requestUpdate());
  }

  render() {
    return html`<main id="main" class="page" tabindex="-1">
      <h1 tabindex="-1">Attention and position, worked out by hand</h1>
      <p class="lead">
        Predict a number, a row or a matrix; the page computes it and tells you whether you were right, and which
        mistake a wrong value comes from. Everything runs in this page: nothing is sent anywhere.
      </p>
      ${this.#resume()}
      <h2 class="hidden">Chapters</h2>
      <ol class="chapters" role="list">
        ${this.course.chapters.map((chapter) => this.#chapter(chapter))}
      </ol>
      <ul class="course-pages">
        <li><a href=${formatHash({ page: "glossary" })}>Terms and symbols</a></li>
        <li><a href=${formatHash({ page: "judging" })}>How answers are judged</a></li>
      </ul>
    </main>`;
  }

  #resume() {
    const [chapter, exercise] = (this.store === undefined ? undefined : latest(this.store.document))?.split("/") ?? [];
    const entry = this.course.chapters.find(({ id }) => id === chapter)?.exercises.find(({ id }) => id === exercise);
    if (chapter === undefined || entry === undefined) return nothing;
    return html`<p>
      <a class="button" href=${formatHash({ chapter, anchor: entry.id })}>Go on where you were: ${entry.title}</a>
    </p>`;
  }

  /** @param {import("../types.js").CourseEntry} chapter */
  #chapter({ id, number, title, summary, exercises }) {
    const count =
      this.store === undefined ? { done: 0, total: exercises.length } : countDone(this.store.document, id, exercises);
    return html`<li class="chapter-card">
      <span class="chapter-number" aria-hidden="true">${number}</span>
      <div>
        <h3><a href=${formatHash({ chapter: id })}>${title}</a></h3>
        <p>${summary}</p>
        <p class="meter-line">
          <progress value=${count.done} max=${Math.max(count.total, 1)} aria-label="Done in ${title}"></progress>
          <span class="quiet">${progressSentence(count.done, count.total)}</span>
          <a class="quiet-link" href=${formatHash({ chapter: id, page: "worksheet" })}>Worksheet</a>
        </p>
      </div>
    </li>`;
  }
}

customElements.define("ch-index", ChIndex);
