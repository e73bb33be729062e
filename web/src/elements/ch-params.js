/**
 * `<ch-params run="pairs" only="width base">`: the parameters of a run as a form, generated from the lab's description.
 * A refused text stays in its field with the core's sentence beside it; the tables keep the last good values.
 */

import { html, nothing } from "lit";
import { announce } from "../announce.js";
import { parameterShown, parameterTyped } from "../exercise/typed.js";
import { ChapterElement, fault, uniqueId } from "./base.js";
import { paramControl } from "./param-controls.js";

// A text that is still being typed is often refused on the way: the sentence waits for a pause.
const PATIENCE_MS = 700;

export class ChParams extends ChapterElement {
  constructor() {
    super();
    this.stem = uniqueId("params");
    /** @type {string|undefined} the field being typed in keeps its text as typed */
    this.editing = undefined;
    this.draft = "";
    this.patient = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow(() => this.#run);
    this.endings.push(() => clearTimeout(this.timer));
  }

  get #run() {
    return this.attribute("run");
  }

  render() {
    const { runs } = this.context;
    const run = runs.get(this.#run);
    const lab = runs.lab(this.#run);
    if (run === undefined || lab === undefined) return fault(`“${this.#run}” names no run of this chapter.`);
    const only = this.attribute("only").split(/\s+/).filter(Boolean);
    const parameters = lab.parameters.filter(({ id }) => only.length === 0 || only.includes(id));
    const has = (/** @type {string|undefined} */ name) => parameters.some(({ id }) => id === name);
    // Of several forms of a run the one that was typed in tells what was refused.
    const refused = run.last === undefined || has(run.last) ? run.error : undefined;
    const error = this.patient ? undefined : refused;
    const argument = error === undefined ? undefined : error.argument || run.last;
    const elsewhere = error !== undefined && !has(argument);
    const changed = refused !== undefined || runs.changes(this.#run).some(([name]) => has(name));
    const names = only.length === 0 ? undefined : parameters.map(({ id }) => id);
    // A lab may have several forms on a page, each with some of its parameters.
    const which =
      only.length === 0 ? lab.summary : `${parameters.map(({ label }) => label).join(", ")}, of ${lab.summary}`;
    return html`<div class="params" role="form" aria-label="Parameters: ${which}" @keydown=${this.#enter}>
      <div class="params-grid">
        ${parameters.map((parameter) =>
          paramControl({
            parameter,
            id: `${this.stem}-${parameter.id}`,
            text: this.#text(parameter.id),
            error: argument === parameter.id ? error?.message : undefined,
            edit: (text) => this.#edit(parameter.id, text),
            leave: () => this.#leave(),
          }),
        )}
      </div>
      <p class="params-foot">
        ${elsewhere ? html`<span class="refusal">${error?.message}</span>` : nothing}
        <button type="button" class="button-quiet" ?disabled=${!changed} @click=${() => this.#reset(names)}>
          Reset to defaults
        </button>
      </p>
    </div>`;
  }

  /** @param {string} name */
  #text(name) {
    if (this.editing === name) return this.draft;
    const run = this.context.runs.get(this.#run);
    return parameterShown(run?.texts[name] ?? run?.result?.params[name] ?? "");
  }

  /** @param {string} name @param {string} text */
  #edit(name, text) {
    this.editing = name;
    this.draft = text;
    this.patient = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#say(), PATIENCE_MS);
    this.context.runs.set(this.#run, name, parameterTyped(text));
  }

  #leave() {
    this.editing = undefined;
    this.#say();
    this.requestUpdate();
  }

  /** Stops waiting; a refusal is now shown and said once. */
  #say() {
    clearTimeout(this.timer);
    if (!this.patient) return;
    this.patient = false;
    this.requestUpdate();
    const error = this.context.runs.get(this.#run)?.error;
    if (error !== undefined) announce(error.message);
  }

  /** @param {string[]|undefined} names of its parameters, where they are not all of the run's */
  #reset(names) {
    this.editing = undefined;
    this.patient = false;
    clearTimeout(this.timer);
    this.context.runs.reset(this.#run, names);
    announce("The parameters are the chapter’s own again.");
    /** @type {HTMLElement|null} */ (this.querySelector("input"))?.focus();
  }

  /** @param {KeyboardEvent} event */
  #enter({ key, target }) {
    if (key === "Enter" && target instanceof HTMLInputElement) this.#leave();
  }
}

customElements.define("ch-params", ChParams);
