/** Progress over the whole course: to look at, to take along as a file, to bring back, to forget. */

import { html, nothing } from "lit";
import { announce } from "../announce.js";
import { countDone } from "../progress/document.js";
import { download, exportFile, readFile } from "../progress/file.js";
import { formatHash } from "../router.js";
import { importProblem, importSentence, progressSentence, stateName } from "../texts.js";
import { LightElement } from "./base.js";
import { confirm } from "./confirm.js";

/**
 * @typedef {import("../progress/store.js").Store} Store
 * @typedef {(ReturnType<Store["merge"]>[number] & { title: string })[]} Changed
 */

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
    /** @type {Changed} */
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
              ${this.changed.map(({ title, before, after }) => html`<li>${title}: ${stateName(before?.state)} → ${stateName(after.state)}</li>`)}
            </ul>`
      }
      ${this.course.chapters.map((chapter) => this.#chapter(store, chapter))}
    </main>`;
  }

  /** @param {Store} store @param {import("../types.js").CourseEntry} chapter */
  #chapter(store, { id, number, title, exercises }) {
    const { done, total } = countDone(store.document, id, exercises);
    return html`<section class="progress-chapter">
      <h2><a href=${formatHash({ chapter: id })}>${number}. ${title}</a></h2>
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

  /** Those whose exercise this course has, with its title. @param {ReturnType<Store["merge"]>} changes */
  #ofCourse(changes) {
    const titles = new Map(
      this.course.chapters.flatMap(({ id, exercises }) => exercises.map((one) => [`${id}/${one.id}`, one.title])),
    );
    return changes.flatMap((change) => {
      const title = titles.get(change.key);
      return title === undefined ? [] : [{ ...change, title }];
    });
  }

  /** @param {Store} store @param {HTMLInputElement} input */
  async #import(store, input) {
    const file = input.files?.[0];
    if (file === undefined) return;
    const read = await readFile(file);
    input.value = "";
    if ("problem" in read) this.#say(importProblem(read, file.name), []);
    else {
      const merged = store.merge(read.document);
      const changed = this.#ofCourse(merged);
      this.#say(importSentence(file.name, changed.length, merged.length - changed.length), changed);
    }
  }

  /** @param {Store} store */
  async #reset(store) {
    if (!(await confirm("Forget everything you did in this course? An exported file keeps it.", "Forget all"))) return;
    store.reset(() => true);
    this.#say("All exercises are open again.", []);
  }

  /** @param {string} sentence @param {Changed} changed */
  #say(sentence, changed) {
    this.said = sentence;
    this.changed = changed;
    announce(sentence);
    this.requestUpdate();
  }
}

customElements.define("ch-progress", ChProgress);
