/** Progress over the whole course: to look at, to take along as a file, to bring back, to forget. */

import { html, nothing } from "lit";
import { announce } from "../announce.js";
import { countDone } from "../progress/document.js";
import { download, exportFile, readFile } from "../progress/file.js";
import { formatHash } from "../router.js";
import { importProblem, progressSentence, stateName } from "../texts.js";
import { LightElement } from "./base.js";
import { confirm } from "./confirm.js";

/** @typedef {import("../progress/store.js").Store} Store */

export class ChProgress extends LightElement {
  static properties = { course: { attribute: false }, store: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../types.js").Course} */
    this.course = { chapters: [] };
    /** @type {Store|undefined} */
    this.store = undefined;
    /** @type {string|undefined} */
    this.said = undefined;
    /** @type {ReturnType<Store["merge"]>} */
    this.changed = [];
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.store !== undefined) this.listen(this.store, "change", () => this.requestUpdate());
  }

  render() {
    const { store } = this;
    if (store === undefined) return nothing;
    return html`<main id="main" class="page" tabindex="-1">
      <h1 tabindex="-1">Progress</h1>
      <p class="lead">
        What you did is kept in this browser only. Some browsers forget it after idle days: a file keeps it, and brings
        it to another device.
      </p>
      <div class="tools">
        <button type="button" class="button" @click=${() => download(exportFile(store.document, new Date()))}>
          Export to a file
        </button>
        <label class="button file-button">
          Import from a file
          <input
            type="file"
            accept="application/json,.json"
            @change=${(/** @type {any} */ event) => void this.#import(store, event.target)}
          />
        </label>
        <button type="button" class="button-quiet" @click=${() => void this.#reset(store)}>Reset everything</button>
      </div>
      ${this.said === undefined ? nothing : html`<p class="notice" data-kind="import">${this.said}</p>`}
      ${
        this.changed.length === 0
          ? nothing
          : html`<ul>
              ${this.changed.map(({ key, before, after }) => html`<li>${this.#title(key)}: ${stateName(before?.state)} → ${stateName(after.state)}</li>`)}
            </ul>`
      }
      ${this.course.chapters.map((chapter) => this.#chapter(store, chapter))}
    </main>`;
  }

  /** @param {Store} store @param {import("../types.js").CourseEntry} chapter */
  #chapter(store, { id, title, exercises }) {
    const { done, total } = countDone(store.document, id, exercises);
    return html`<section class="progress-chapter">
      <h2><a href=${formatHash({ chapter: id })}>${title}</a></h2>
      <p class="quiet">${progressSentence(done, total)}</p>
      <ul class="progress-list" role="list">
        ${exercises.map((exercise) => {
          const entry = store.entry(`${id}/${exercise.id}`);
          return html`<li data-state=${entry?.state ?? "open"}>
            <a href=${formatHash({ chapter: id, anchor: exercise.id })}>${exercise.title}</a>
            <span class="chip" data-state=${entry?.state ?? "open"}>${stateName(entry?.state)}</span>
          </li>`;
        })}
      </ul>
    </section>`;
  }

  /** @param {string} key */
  #title(key) {
    const [chapter, exercise] = key.split("/");
    const found = this.course.chapters.find(({ id }) => id === chapter)?.exercises.find(({ id }) => id === exercise);
    return found?.title ?? key;
  }

  /** @param {Store} store @param {HTMLInputElement} input */
  async #import(store, input) {
    const file = input.files?.[0];
    if (file === undefined) return;
    const read = readFile(await file.text());
    input.value = "";
    if ("problem" in read) this.#say(importProblem(read, file.name), []);
    else {
      const changed = store.merge(read.document);
      this.#say(
        changed.length === 0
          ? `${file.name} holds nothing newer than what is here; nothing was changed.`
          : `From ${file.name}, ${changed.length === 1 ? "one exercise was" : `${changed.length} exercises were`} brought up to date:`,
        changed,
      );
    }
  }

  /** @param {Store} store */
  async #reset(store) {
    if (!(await confirm("Forget everything you did in this course? An exported file keeps it.", "Forget all"))) return;
    store.reset(() => true);
    this.#say("All exercises are open again.", []);
  }

  /** @param {string} sentence @param {ReturnType<Store["merge"]>} changed */
  #say(sentence, changed) {
    this.said = sentence;
    this.changed = changed;
    announce(sentence);
    this.requestUpdate();
  }
}

customElements.define("ch-progress", ChProgress);
