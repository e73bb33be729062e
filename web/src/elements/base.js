/** What the elements of the page have in common: light DOM, the chapter they stand in, listeners that end with them. */

import { LitElement, html } from "lit";
import { notation } from "../figures.js";
import { turn } from "../turns.js";

export class LightElement extends LitElement {
  constructor() {
    super();
    /** @type {(() => void)[]} */
    this.endings = [];
  }

  createRenderRoot() {
    return this;
  }

  /** Listens until the element leaves the page. @param {EventTarget} target @param {string} type @param {(event: any) => void} listener */
  listen(target, type, listener) {
    target.addEventListener(type, listener);
    this.endings.push(() => target.removeEventListener(type, listener));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    for (const end of this.endings.splice(0)) end();
  }
}

/** An element of a chapter's text. */
export class ChapterElement extends LightElement {
  connectedCallback() {
    super.connectedCallback();
    this.listen(notation, "change", () => this.requestUpdate());
  }

  /** What stands in the text itself waits for its turn; what stands in a sentence or another element comes with it. */
  async scheduleUpdate() {
    if (!this.hasUpdated && this.matches(".prose > *")) await turn();
    // The reader may have gone on.
    if (this.isConnected) super.scheduleUpdate();
  }

  /** @returns {import("../types.js").Context} */
  get context() {
    const host = /** @type {any} */ (this.closest("[data-context]"));
    if (host?.context === undefined) throw new Error(`${this.localName} stands outside a chapter`);
    return host.context;
  }

  /** Renders again when this run changes. @param {() => string|null|undefined} run */
  follow(run) {
    this.listen(this.context.runs, "change", ({ detail }) => {
      if (detail.run === run()) this.requestUpdate();
    });
  }

  /** @param {string} name */
  attribute(name) {
    return this.getAttribute(name) ?? "";
  }
}

/** One sentence in the place of what could not be shown. @param {string} sentence */
export function fault(sentence) {
  return html`<span class="fault">${sentence}</span>`;
}

let counter = 0;

/** An id no other element of the page has. @param {string} stem */
export function uniqueId(stem) {
  counter += 1;
  return `${stem}-${counter}`;
}
