/** `<ch-exercise id="one-pair">`: asks, reads while one types, tells the verdict; hints, answer and fresh instances. */

import { html, nothing } from "lit";
import { announce } from "../announce.js";
import { answerView } from "../exercise/answer-view.js";
import { choiceField, textField, writtenField } from "../exercise/fields.js";
import { gridField } from "../exercise/grid-field.js";
import { judgedLink } from "../exercise/judged-link.js";
import { joinGrid, splitGrid } from "../exercise/paste.js";
import { readingView } from "../exercise/reading.js";
import { toolsView } from "../exercise/tools.js";
import { spoken, verdictView } from "../exercise/verdict-view.js";
import { pointsView } from "../exercise/written.js";
import { notation } from "../figures.js";
import { markup } from "../markup.js";
import { chipName, emptyCells } from "../texts.js";
import { ChapterElement, fault } from "./base.js";
import { confirm } from "./confirm.js";
import { watchWide } from "./scroll-region.js";

const FIELD = ".exercise-form :is(input, textarea)";
const SUBMIT = { number: "Check", vector: "Check", matrix: "Check", choice: "Check", written: "Compare" };

export class ChExercise extends ChapterElement {
  constructor() {
    super();
    /** @type {string[]} */
    this.values = [];
    /** @type {Set<number>} points ticked */
    this.ticked = new Set();
    /** @type {import("../exercise/session.js").Session|undefined} */
    this.session = undefined;
    this.link = "";
    /** Whether the focus was in it before it was rendered. */
    this.held = false;
    /** The instance that the typed values belong to. */
    this.keyShown = "";
    /** @type {Map<string, string[]>} what was typed for other instances: it stands in their fields only */
    this.drafts = new Map();
    /** @type {string|undefined} what keeps an answer from being judged */
    this.notice = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.session = this.context.session(this.id);
    const { session } = this;
    if (session === undefined) return;
    this.dataset.instance = "";
    this.tabIndex = -1;
    this.setAttribute("role", "group");
    this.setAttribute("aria-labelledby", `${this.id}-title`);
    this.#restore(session);
    this.listen(notation, "change", ({ detail }) => detail.mark && this.#retype(session));
    let known = session.entry !== undefined;
    this.listen(session, "change", () => {
      const forgotten = known && session.entry === undefined;
      known = session.entry !== undefined;
      if (forgotten) this.drafts.clear();
      else if (this.keyShown !== keyOf(session)) this.drafts.set(this.keyShown, this.values);
      if (forgotten || this.keyShown !== keyOf(session)) this.#restore(session);
      this.requestUpdate();
    });
  }

  willUpdate() {
    this.held = this.contains(document.activeElement);
  }

  updated() {
    this.dataset.state = this.session?.entry?.state ?? "open";
    watchWide(this);
    // A button that goes when it is pressed leaves its focus to one that stands beside it.
    if (this.held && document.activeElement === document.body) this.#focus(".tools button");
  }

  /** What was given to the instance in view, and nothing of another. @param {import("../exercise/session.js").Session} session */
  #restore(session) {
    this.keyShown = keyOf(session);
    this.values =
      this.drafts.get(this.keyShown) ?? (session.answer === "" ? [] : this.#split(session.typed(session.answer)));
    this.ticked = new Set(session.solved ? session.exercise.points?.keys() : []);
    this.notice = undefined;
  }

  /** The mark of decimals is another: what stands in the fields keeps its meaning. @param {import("../exercise/session.js").Session} session */
  #retype(session) {
    const again = (/** @type {string[]} */ values) => values.map((text) => session.retyped(text));
    this.values = again(this.values);
    for (const [key, values] of this.drafts) this.drafts.set(key, again(values));
    this.requestUpdate();
  }

  /** @param {string} answer */
  #split(answer) {
    const { exercise, picked } = this.session ?? {};
    if (exercise?.kind !== "matrix") return [answer];
    return picked === undefined ? [] : splitGrid(answer, picked);
  }

  get #answer() {
    const { session, values } = this;
    const shape = session?.picked ?? { rows: 1, columns: 1 };
    return session?.exercise.kind === "matrix" ? joinGrid(values, shape) : (values[0] ?? "");
  }

  render() {
    const { session } = this;
    if (session === undefined) return fault(`“${this.id}” names no exercise of this chapter.`);
    const { exercise, instance } = session;
    const title = html`${exercise.title}`;
    const first = this.closest("[data-context]")?.querySelector("h2, ch-exercise") === this;
    return html`
      <header class="exercise-head">
        ${first ? html`<h2 class="exercise-title" id="${this.id}-title">${title}</h2>` : html`<h3 class="exercise-title" id="${this.id}-title">${title}</h3>`}
        ${session.seed === 0 ? nothing : html`<span class="chip">Instance ${session.seed}</span>`}
        ${this.#chip(session)}
      </header>
      <div class="prompt">${markup(exercise.prompt)}</div>
      ${instance.refusal === undefined ? this.#form(session) : this.#refusal(session, instance.refusal)}
      ${answerView(session)} ${pointsView(session, this.ticked, (index, on) => this.#tick(index, on))}
      ${this.#explanation(session)}
      ${toolsView(session, {
        copied: this.link,
        copy: (link) => {
          this.link = link;
          this.requestUpdate();
        },
        another: () => this.#fresh(() => session.another()),
        first: () => this.#fresh(() => session.first()),
        show: (what) => this.#show(what),
        reset: () => this.#reset(session),
      })}
    `;
  }

  /** @param {import("../exercise/session.js").Session} session */
  #chip({ entry, here, solved, revealed }) {
    const state = entry?.state ?? "open";
    const reached = { open: true, tried: here !== undefined, done: solved, revealed }[state];
    return html`<span class="chip" data-state=${reached ? state : "open"}>${chipName(state, reached)}</span>`;
  }

  /** @param {import("../exercise/session.js").Session} session */
  #form(session) {
    const { kind } = session.exercise;
    const view = {
      session,
      id: `${this.id}-answer`,
      values: this.values,
      marks: [`${this.id}-reading`],
      change: (/** @type {string[]} */ values) => this.#change(values),
    };
    const field = {
      number: textField,
      vector: textField,
      matrix: gridField,
      choice: choiceField,
      written: writtenField,
    }[kind];
    // No form: browsers look through each form of a page for what they could fill in, against every label of the page.
    return html`<div class="exercise-form" data-kind=${kind} @keydown=${this.#enter}>
      ${field({ ...view, id: kind === "choice" ? this.id : view.id })}
      <div class="exercise-submit">
        <button type="button" class="button" @click=${this.#submit}>${SUBMIT[kind]}</button>
      </div>
      <p class="reading quiet" id="${this.id}-reading">${readingView(session, this.values)}</p>
      ${this.notice === undefined ? verdictView(session) : noticeView(this.notice)} ${judgedLink(session)}
    </div>`;
  }

  /** Why there is nothing to answer, and the way back. @param {import("../exercise/session.js").Session} session @param {string} sentence */
  #refusal({ runs, exercise }, sentence) {
    const run = exercise.run ?? "";
    const set = runs.changes(run).length > 0 || runs.get(run)?.error !== undefined;
    return html`<p class="refusal">${sentence}</p>
      ${set ? html`<button type="button" class="button" @click=${() => this.#resetRun(run)}>Reset the parameters</button>` : nothing}`;
  }

  /** The button is gone then; focus goes to what it brought back. @param {string} run */
  #resetRun(run) {
    this.context.runs.reset(run);
    announce("The parameters are the chapter’s own again.");
    void this.updateComplete.then(() => this.#focus(FIELD));
  }

  /** @param {import("../exercise/session.js").Session} session */
  #explanation({ settled, exercise }) {
    if (exercise.explain === undefined || !settled) return nothing;
    return html`<details class="explain" open>
      <summary>Why</summary>
      ${markup(exercise.explain)}
    </details>`;
  }

  /** @param {string[]} values */
  #change(values) {
    this.values = values;
    this.notice = undefined;
    // The marks beside the field were about another text.
    if (this.session !== undefined) this.session.verdict = undefined;
    this.requestUpdate();
  }

  /** @param {KeyboardEvent} event Enter in a field of one line gives the answer */
  #enter(event) {
    const { key, target, isComposing, repeat, altKey, ctrlKey, metaKey } = event;
    if (key !== "Enter" || isComposing || repeat || altKey || ctrlKey || metaKey) return;
    if (!(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    this.#submit();
  }

  #submit() {
    const { session } = this;
    if (session === undefined) return;
    const { kind, options = [] } = session.exercise;
    if (kind === "choice") {
      const option = options.find(({ id }) => id === this.values[0]);
      if (option === undefined) return this.#stop(session, "Choose one of the options first.");
      session.record({ ok: true, verdict: option.correct ? "correct" : "wrong" }, option.id);
    } else if (kind === "written") {
      if (this.#answer.trim() === "") return this.#stop(session, "Write an answer first.");
      session.record({ ok: true, verdict: "places" }, this.#answer);
      this.#show(".points");
      return announce("Compare your answer with the points below it.");
    } else {
      const empty = this.#emptyCells(session);
      if (empty !== undefined) return this.#stop(session, empty);
      session.submit(this.#answer);
    }
    this.#show(".verdict");
    void this.updateComplete.then(() => announce(spoken(this)));
  }

  /** What a grid lacks. @param {import("../exercise/session.js").Session} session */
  #emptyCells({ exercise, picked }) {
    if (exercise.kind !== "matrix" || picked === undefined) return undefined;
    const total = picked.rows * picked.columns;
    const empty = total - this.values.filter((text) => text.trim() !== "").length;
    return empty === 0 ? undefined : emptyCells(empty, total);
  }

  /** There is nothing to judge yet: said, and shown where the verdict stands. @param {import("../exercise/session.js").Session} session @param {string} sentence */
  #stop(session, sentence) {
    session.verdict = undefined;
    this.notice = sentence;
    this.requestUpdate();
    this.#show(".verdict");
    announce(sentence);
  }

  /** What an act brought may stand below the window's edge. @param {string} what */
  #show(what) {
    void this.updateComplete.then(() => this.querySelector(what)?.scrollIntoView({ block: "nearest" }));
  }

  /** @param {number} index @param {boolean} on */
  #tick(index, on) {
    const { session } = this;
    if (on) this.ticked.add(index);
    else this.ticked.delete(index);
    if (session !== undefined && this.ticked.size === session.exercise.points?.length) {
      // It is given once, however often a point is ticked again.
      if (!session.solved) session.record({ ok: true, verdict: "correct" }, this.#answer);
      announce("Done: every point is there.");
    }
    this.requestUpdate();
  }

  /** @param {() => void} choose */
  #fresh(choose) {
    choose();
    this.link = "";
    announce(`A fresh instance of ${this.session?.exercise.title}.`);
    void this.updateComplete.then(() => this.#focus(FIELD));
  }

  /** @param {import("../exercise/session.js").Session} session */
  async #reset(session) {
    if (!(await confirm(`Forget what you did in “${session.exercise.title}”?`, "Forget"))) return;
    session.reset();
    announce("The exercise is open again.");
    void this.updateComplete.then(() => this.#focus(FIELD));
  }

  /** @param {string} selector */
  #focus(selector) {
    /** @type {HTMLElement|null} */ (this.querySelector(selector))?.focus();
  }
}

/** A text in the reader's own words answers every instance. @param {import("../exercise/session.js").Session} session */
function keyOf({ exercise, instanceKey }) {
  return exercise.kind === "written" ? "" : instanceKey;
}

/** @param {string} sentence */
function noticeView(sentence) {
  return html`<div class="verdict" data-verdict="unreadable"><p>${sentence}</p></div>`;
}

customElements.define("ch-exercise", ChExercise);
