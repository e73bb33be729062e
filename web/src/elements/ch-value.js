/**
 * `<ch-value of="run.table[row].column">` a figure in a sentence; `<ch-value param="run.name">` a parameter's value.
 * With `after` the figure is held back until that exercise has a prediction. Inside an exercise `of="instance.target"` quotes the result of its own instance, several cells with commas between.
 */

import { html } from "lit";
import { decimalsOf, figure, list, spaced } from "../figures.js";
import { isBegun } from "../progress/document.js";
import { isAwaited } from "../runs.js";
import { cellAt } from "../target.js";
import { ChapterElement, fault } from "./base.js";

export class ChValue extends ChapterElement {
  connectedCallback() {
    super.connectedCallback();
    this.follow(() => this.#reference().run);
    if (this.attribute("after") !== "") this.listen(this.context.store, "change", () => this.requestUpdate());
    if (this.session !== undefined) this.listen(this.session, "change", () => this.requestUpdate());
  }

  /** @returns {import("../exercise/session.js").Session|undefined} of the exercise it stands in */
  get session() {
    return /** @type {any} */ (this.closest("[data-instance]"))?.session;
  }

  #reference() {
    const text = this.attribute("of") || this.attribute("param");
    const dot = text.indexOf(".");
    return { text, run: text.slice(0, dot), rest: text.slice(dot + 1) };
  }

  get #held() {
    const after = this.attribute("after");
    const { store, chapter } = this.context;
    return after !== "" && !isBegun(store.entry(`${chapter.id}/${after}`));
  }

  render() {
    if (this.#held)
      return html`<span class="figure figure-gone">…<span class="hidden"> (once you have predicted)</span></span>`;
    const { text, run, rest } = this.#reference();
    if (run === "instance" && this.session !== undefined) return this.#ofInstance(this.session, rest);
    const state = this.context.runs.get(run);
    if (state === undefined) return fault(`“${text}” names no run of this chapter.`);
    if (state.result === undefined && !isAwaited(state)) return fault(state.error?.message ?? "");
    if (this.hasAttribute("param")) {
      const standard = this.context.runs.lab(run)?.parameters.find(({ id }) => id === rest)?.default;
      const value = state.result?.params[rest] ?? state.params[rest] ?? standard;
      return value === undefined
        ? fault(`“${text}” names no parameter.`)
        : html`<data class="figure">${spaced(String(value))}</data>`;
    }
    if (state.result === undefined) return html`<span class="figure figure-gone" title="not computed yet">…</span>`;
    const cell = cellAt(state.result, rest);
    if (cell === undefined) return gone();
    const { value, column } = cell;
    const shown =
      typeof value === "number" ? this.context.core.clockhand.format(value, decimalsOf(column.digits)) : value;
    return html`<data class="figure">${figure(shown)}</data>`;
  }

  /** @param {import("../exercise/session.js").Session} session @param {string} target */
  #ofInstance({ instance, core }, target) {
    if (instance.result === undefined) return gone();
    try {
      const { cells, digits } = core.pick(instance.result, target);
      const texts = cells.map((cell) =>
        typeof cell === "number" ? figure(core.clockhand.format(cell, decimalsOf(digits))) : cell,
      );
      return html`<data class="figure">${list(texts)}</data>`;
    } catch {
      return gone();
    }
  }
}

/** What the reader's parameters have taken away. */
function gone() {
  return html`<span class="figure figure-gone" title="not in the table at these parameters">–</span>`;
}

customElements.define("ch-value", ChValue);
