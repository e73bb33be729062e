/** The outline of a chapter: headings and exercises in order, what is done, and where the reader is. */

import { html, nothing } from "lit";
import { countDone } from "../progress/document.js";
import { formatHash } from "../router.js";
import { progressSentence, stateName } from "../texts.js";
import { announce } from "../announce.js";
import { pieceTurn } from "../turns.js";
import { LightElement } from "./base.js";
import { confirm } from "./confirm.js";

/** @typedef {{ id: string, text: string, exercise: boolean }} Item */

// A heading counts as reached when it stands in the upper part of the window, or above it.
const ZONE = 0.35;
const ABOVE = "1000000px";
const WIDE = "(min-width: 64rem)";

export class ChOutline extends LightElement {
  static properties = { chapter: { attribute: false }, store: { attribute: false }, text: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../types.js").Chapter|undefined} */
    this.chapter = undefined;
    /** @type {import("../progress/store.js").Store|undefined} */
    this.store = undefined;
    /** @type {DocumentFragment|undefined} the chapter's, before it stands in the page */
    this.text = undefined;
    /** @type {Item[]} */
    this.items = [];
    /** @type {string|undefined} */
    this.here = undefined;
    /** @type {IntersectionObserver|undefined} */
    this.observer = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    const chapter = this.closest("ch-chapter");
    if (chapter !== null) this.listen(chapter, "text-ready", () => this.#observe(chapter));
    if (this.store !== undefined) this.listen(this.store, "change", () => this.requestUpdate());
    this.listen(matchMedia(WIDE), "change", () => this.requestUpdate());
    this.listen(this, "focusout", ({ relatedTarget }) => this.contains(relatedTarget) || this.#show());
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.observer?.disconnect();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("text")) void this.#collect(this.text);
  }

  /** The text's first lines come before the list of its places. @param {DocumentFragment|undefined} text */
  async #collect(text) {
    this.items = [];
    await pieceTurn();
    if (text !== this.text || text === undefined) return;
    this.items = placesIn(text).map((place) => {
      const exercise = this.chapter?.exercises.find(({ id }) => id === place.id);
      return { id: place.id, text: exercise?.title ?? place.textContent ?? "", exercise: exercise !== undefined };
    });
    this.requestUpdate();
  }

  /** @param {Element} chapter */
  #observe(chapter) {
    const places = placesIn(chapter.querySelector(".prose") ?? chapter);
    this.observer?.disconnect();
    this.observer = new IntersectionObserver(() => this.#seen(places), {
      rootMargin: `${ABOVE} 0px -${100 * (1 - ZONE)}% 0px`,
    });
    for (const place of places) this.observer.observe(place);
  }

  /** @param {HTMLElement[]} places */
  #seen(places) {
    const reached = places.findLast((place) => place.getBoundingClientRect().top < ZONE * window.innerHeight);
    if (reached?.id === this.here) return;
    this.here = reached?.id;
    this.requestUpdate();
    void this.updateComplete.then(() => this.#show());
  }

  /** An outline longer than the window goes along, unless somebody goes through it; the page itself does not move. */
  #show() {
    const [nav, item] = [this.querySelector("nav"), this.querySelector("[aria-current]")];
    if (nav === null || item === null || nav.scrollHeight <= nav.clientHeight) return;
    if (nav.contains(document.activeElement)) return;
    const [frame, box] = [nav.getBoundingClientRect(), item.getBoundingClientRect()];
    if (box.top >= frame.top && box.bottom <= frame.bottom) return;
    nav.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
  }

  render() {
    const { chapter, store } = this;
    if (chapter === undefined || store === undefined) return nothing;
    const { done, total, tried } = countDone(store.document, chapter.id, chapter.exercises);
    return html`<nav class="outline" aria-label="This chapter">
      <details ?open=${matchMedia(WIDE).matches}>
        <summary>In this chapter <span class="quiet">${done}/${total}</span></summary>
        <progress value=${done} max=${Math.max(total, 1)} aria-label=${progressSentence(done, total)}></progress>
        <ol role="list">
          ${this.items.map((item) => this.#item(item, store.entry(`${chapter.id}/${item.id}`)?.state))}
        </ol>
        ${tried === 0 ? nothing : html`<button type="button" class="button-quiet" @click=${() => void this.#reset(chapter, store)}>Reset this chapter</button>`}
      </details>
    </nav>`;
  }

  /** The button is gone then; the focus goes to the link before it. @param {import("../types.js").Chapter} chapter @param {import("../progress/store.js").Store} store */
  async #reset({ id, title }, store) {
    if (!(await confirm(`Forget everything you did in “${title}”?`, "Forget"))) return;
    store.reset((key) => key.startsWith(`${id}/`));
    announce("The chapter is open again.");
    await this.updateComplete;
    /** @type {HTMLElement|undefined} */ ([...this.querySelectorAll("a")].at(-1))?.focus();
  }

  /** @param {Item} item @param {import("../types.js").Entry["state"]|undefined} state */
  #item({ id, text, exercise }, state) {
    return html`<li data-kind=${exercise ? "exercise" : "heading"} data-state=${exercise ? (state ?? "open") : nothing}>
      <a
        href=${formatHash({ chapter: this.chapter?.id, anchor: id })}
        aria-current=${id === this.here ? "location" : nothing}
      >
        ${text}${exercise ? html`<span class="hidden">, ${stateName(state)}</span>` : nothing}
      </a>
    </li>`;
  }
}

/** Sections and exercises of a text. @param {ParentNode} text */
function placesIn(text) {
  const places = /** @type {HTMLElement[]} */ ([...text.querySelectorAll("h2, ch-exercise")]);
  return places.filter(({ localName, parentNode }) => localName !== "h2" || parentNode === text);
}

customElements.define("ch-outline", ChOutline);
