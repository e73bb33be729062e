/**
 * `<ch-table run="pairs" table="dots" after="exercise" picture="heat">`: a table of a run. With `after` its cells stay covered
 * until that exercise has a prediction, or the reader asks to be shown. With `picture` it is drawn first, and its table is
 * one key away.
 */

import { html, nothing } from "lit";
import { announce } from "../announce.js";
import { worded } from "../figures.js";
import { isBegun } from "../progress/document.js";
import { formatHash } from "../router.js";
import { isAwaited } from "../runs.js";
import { keyCount } from "../target.js";
import { ChapterElement, fault, uniqueId } from "./base.js";
import { watchScroll } from "./scroll-region.js";
import { cueMark, tableView } from "./table-view.js";

/** A covered table of more cells tells its shape in words: to go through that many covers shows nobody anything. */
const COVERED_CELLS = 400;

const COVERED = html` <span class="quiet">(covered until you predict)</span>`;

export class ChTable extends ChapterElement {
  constructor() {
    super();
    this.captionId = uniqueId("caption");
    this.drawn = true;
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow(() => this.attribute("run"));
    if (this.attribute("after") !== "") this.listen(this.context.store, "change", () => this.requestUpdate());
  }

  updated() {
    watchScroll(this.querySelector(".scroll"));
  }

  get #covered() {
    const after = this.attribute("after");
    const { shown, store, chapter } = this.context;
    return after !== "" && !shown.has(this.#key) && !isBegun(store.entry(`${chapter.id}/${after}`));
  }

  get #key() {
    return `${this.attribute("run")}.${this.attribute("table")}`;
  }

  render() {
    const { runs } = this.context;
    const name = this.attribute("run");
    const run = runs.get(name);
    if (run === undefined) return fault(`“${name}” names no run of this chapter.`);
    if (run.measurement === undefined || run.error !== undefined) return this.#filled(run);
    return html`<ch-measure .run=${name} .measurement=${run.measurement}></ch-measure>
      ${run.result === undefined ? nothing : this.#filled(run)}`;
  }

  /** @param {import("../runs.js").Run} run */
  #filled(run) {
    const { runs, core } = this.context;
    const name = this.attribute("run");
    if (isAwaited(run)) return this.#awaited(name);
    if (run.result === undefined) return fault(run.error?.message ?? "");
    const table = run.result.tables.find(({ id }) => id === this.attribute("table"));
    if (table === undefined) return fault(`The lab ${run.lab} has no table “${this.attribute("table")}”.`);
    const described = runs.lab(name)?.tables.find(({ id }) => id === table.id);
    const companionId = table.companion ?? described?.companion;
    const companion = run.result.tables.find(({ id }) => id === companionId);
    const cues = described?.cues ?? [];
    const covered = this.#covered;
    const given = new Set(runs.lab(name)?.parameters.map(({ id }) => id));
    const picture = covered ? undefined : this.context.chapter.pictures?.[this.attribute("picture")];
    if (picture !== undefined && this.drawn) return this.#drawing(table, picture, run.result.tables, companion);
    if (covered && table.rows.length * table.columns.length > COVERED_CELLS) return this.#shape(table);
    const caption = html`<caption id=${this.captionId}>
      <span class="caption-text">${worded(table.caption)}${covered ? COVERED : nothing}</span>
    </caption>`;
    return html`<div class="table-frame" data-covered=${String(covered)}>
      <div class="scroll" role="group" aria-labelledby=${this.captionId}>
        ${tableView({ table, companion, cues, format: (value, digits) => core.clockhand.format(value, digits), covered, given }, caption)}
      </div>
      ${covered ? this.#invitation() : this.#legend(table, companion, cues)}
      ${picture === undefined ? nothing : this.#other("Show the picture")}
    </div>`;
  }

  /** A large table, covered. @param {import("../types.js").Table} table */
  #shape(table) {
    const { row_axis: down, column_axis: across } = table;
    const axis = (/** @type {import("../types.js").Axis|undefined} */ named) =>
      named === undefined ? "" : ` (${named.label})`;
    const columns = table.columns.length - keyCount(table);
    const shape = `${table.rows.length} rows${axis(down)}, ${columns} columns${axis(across)}`;
    return this.#inWords(table.caption, shape);
  }

  /** A table that is being computed. @param {string} name of its run */
  #awaited(name) {
    const described = this.context.runs.lab(name)?.tables.find(({ id }) => id === this.attribute("table"));
    return this.#inWords(described?.caption ?? "", "being computed …");
  }

  /** @param {string} caption @param {string} words in the table's place */
  #inWords(caption, words) {
    const covered = this.#covered;
    return html`<div class="table-frame" data-covered=${String(covered)}>
      <p class="table-name">${worded(caption)}${covered ? COVERED : nothing}</p>
      <p class="table-shape">${words}</p>
      ${covered ? this.#invitation() : nothing}
    </div>`;
  }

  /** @param {import("../types.js").Table} table @param {import("../types.js").Picture} picture @param {import("../types.js").Table[]} tables @param {import("../types.js").Table|undefined} companion */
  #drawing(table, picture, tables, companion) {
    const { core } = this.context;
    return html`<figure class="picture-frame" aria-labelledby=${this.captionId}>
      <figcaption id=${this.captionId}>${worded(table.caption)}</figcaption>
      <ch-picture
        .table=${table}
        .tables=${tables}
        .companion=${companion}
        .picture=${picture}
        .format=${(/** @type {number} */ value, /** @type {number} */ digits) => core.clockhand.format(value, digits)}
      ></ch-picture>
      ${(picture.slides ?? []).map((slide) => html`<ch-slide .run=${this.attribute("run")} .slide=${slide}></ch-slide>`)}
      ${this.#other("Show the table")}
    </figure>`;
  }

  /** The other way to see the same figures. @param {string} name */
  #other(name) {
    return html`<p class="picture-way">
      <button type="button" class="button-quiet" @click=${() => this.#turn()}>${name}</button>
    </p>`;
  }

  #turn() {
    this.drawn = !this.drawn;
    this.requestUpdate();
    announce(this.drawn ? "The picture is shown." : "The table is shown.");
    void this.updateComplete.then(() => {
      /** @type {HTMLElement|null} */ (this.querySelector(".picture-way button"))?.focus({ preventScroll: true });
    });
  }

  #invitation() {
    const { chapter } = this.context;
    const after = this.attribute("after");
    const exercise = chapter.exercises.find(({ id }) => id === after);
    return html`<p class="table-invitation">
      <a href=${formatHash({ chapter: chapter.id, anchor: after })}>Predict first: ${exercise?.title ?? after}</a>
      <button type="button" class="button-quiet" @click=${() => this.#show()}>Show me</button>
    </p>`;
  }

  #show() {
    this.context.shown.add(this.#key);
    this.requestUpdate();
    void this.updateComplete.then(() => this.#focusShown());
  }

  /** The button is gone now; focus goes to what it opened. */
  #focusShown() {
    /** @type {HTMLElement|null} */
    const shown = this.querySelector("table, figure") ?? this.querySelector(".table-frame");
    shown?.setAttribute("tabindex", "-1");
    shown?.focus({ preventScroll: true });
    const what = { TABLE: "The table is shown.", FIGURE: "The picture is shown." }[shown?.tagName ?? ""];
    announce(what ?? "The table is shown when it is computed.");
  }

  /**
   * @param {import("../types.js").Table} table @param {import("../types.js").Table|undefined} companion
   * @param {import("../types.js").Cue[]} cues
   */
  #legend(table, companion, cues) {
    const used = new Set([
      ...(table.cues ?? []).flat(),
      ...table.rows.flat().filter((value) => typeof value === "string"),
    ]);
    const present = table.layout === "matrix" ? cues.filter(({ id }) => used.has(id)) : [];
    if (present.length === 0 && companion === undefined) return nothing;
    return html`<p class="legend">
      ${present.map((cue) => cueMark(cue))}
      ${companion === undefined ? nothing : html`<span class="quiet">Small figures: ${companion.caption}</span>`}
    </p>`;
  }
}

customElements.define("ch-table", ChTable);
