/** `<ch-value of="run.table[row].column">` a figure in a sentence; `<ch-value param="run.name">` a parameter's value. */

import { html } from "lit";
import { cellAt } from "../target.js";
import { ChapterElement, fault } from "./base.js";
import { spaced } from "./ch-param.js";

export class ChValue extends ChapterElement {
  connectedCallback() {
    super.connectedCallback();
    this.follow(() => this.#reference().run);
  }

  #reference() {
    const text = this.attribute("of") || this.attribute("param");
    const dot = text.indexOf(".");
    return { text, run: text.slice(0, dot), rest: text.slice(dot + 1) };
  }

  render() {
    const { text, run, rest } = this.#reference();
    const state = this.context.runs.get(run);
    if (state === undefined) return fault(`“${text}” names no run of this chapter.`);
    if (state.result === undefined) return fault(state.error?.message ?? "");
    if (this.hasAttribute("param")) {
      const value = state.result.params[rest];
      return value === undefined
        ? fault(`“${text}” names no parameter.`)
        : html`<data class="figure">${spaced(value)}</data>`;
    }
    const cell = cellAt(state.result, rest);
    if (cell === undefined)
      return html`<span class="figure figure-gone" title="not in the table at these parameters">–</span>`;
    const { value, column } = cell;
    const shown = typeof value === "number" ? this.context.core.clockhand.format(value, column.digits) : value;
    return html`<data class="figure">${shown}</data>`;
  }
}

customElements.define("ch-value", ChValue);
