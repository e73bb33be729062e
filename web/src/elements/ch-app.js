/** The shell: banner, what the route asks for, sentences about the link and the storage, the live region. */

import { html, nothing } from "lit";
import { announce, useRegion } from "../announce.js";
import { openChapter } from "../chapter.js";
import { holdInView, placeLeft, returnToPlace } from "../place.js";
import { reason } from "../reason.js";
import { formatHash, parseHash } from "../router.js";
import { followSettings, setting } from "../settings.js";
import { fewProblems, progressSentence, quoted, storageSentence } from "../texts.js";
import { countDone } from "../progress/document.js";
import { hurry, turnsTaken } from "../turns.js";
import { LightElement } from "./base.js";
import { mark } from "./mark.js";

/** Pages whose elements are loaded when they are first asked for. @type {ReadonlySet<string>} */
const APART = new Set(["glossary", "judging", "progress", "worksheet"]);

export class ChApp extends LightElement {
  constructor() {
    super();
    /** @type {{ core: Promise<import("../types.js").Core>, cores: import("../core.js").Cores, course: import("../types.js").Course, source: import("../types.js").Source, store: import("../progress/store.js").Store }|undefined} */
    this.parts = undefined;
    this.route = parseHash("");
    /** @type {import("../chapter.js").Opened|undefined} */
    this.opened = undefined;
    /** @type {{ chapter: import("../types.js").Chapter, context?: import("../types.js").Context }|undefined} the chapter in view */
    this.view = undefined;
    this.settled = false;
    /** @type {string|undefined} */
    this.failure = undefined;
    /** @type {string[]} */
    this.problems = [];
    /** @type {import("../cases.js").Judging|undefined} */
    this.judging = undefined;
    /** @type {import("../types.js").Core|undefined} for the page on judging */
    this.core = undefined;
    /** @type {import("../types.js").Glossary|undefined} */
    this.glossary = undefined;
    this.turn = 0;
    /** @type {(() => void)|undefined} */
    this.newer = undefined;
  }

  /** @param {NonNullable<ChApp["parts"]>} parts */
  open(parts) {
    this.parts = parts;
    followSettings(parts.store);
  }

  /** A new version of the course waits. @param {() => void} take */
  offer(take) {
    this.newer = take;
    this.requestUpdate();
    announce("A new version of the course is ready.");
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(document, "keydown", (event) => this.#key(event));
    this.listen(window, "hashchange", () => void this.#follow());
    this.listen(this, "missing", () => this.#missing());
    if (this.parts !== undefined) this.listen(this.parts.store, "change", () => this.requestUpdate());
    void this.#follow();
  }

  firstUpdated() {
    const region = this.querySelector("[role=status]");
    if (region instanceof HTMLElement) useRegion(region);
  }

  async #follow() {
    if (this.parts === undefined) return;
    this.turn += 1;
    const { turn } = this;
    const route = parseHash(location.hash);
    const left = placeLeft();
    // The beginning of a text is not shown for a moment to those who were further on.
    document.documentElement.toggleAttribute("data-returning", left !== undefined);
    const further = left !== undefined || route.anchor !== undefined;
    hurry(further);
    const problems = [...route.problems];
    /** @type {string|undefined} */
    let failure;
    const { page } = route;
    let begun = false;
    if (APART.has(page)) failure = await this.#load(page, this.parts);
    if (turn !== this.turn) return;
    if (route.chapter === undefined) this.#close();
    else if (this.opened?.context.chapter.id !== route.chapter) {
      // The chapter before answers until this one stands in its place.
      const opened = await openChapter(this.parts, route.chapter, (chapter) => {
        if (turn !== this.turn || page !== "chapter") return;
        this.#close();
        this.#show(route, { chapter }, undefined, fewProblems(problems));
        begun = !further;
        if (begun) void this.#begin(turn);
      });
      if (turn !== this.turn) {
        if (!("failure" in opened)) opened.close();
        return;
      }
      this.#close();
      if ("failure" in opened) failure = opened.failure;
      else this.opened = opened;
    }
    if (this.opened !== undefined) problems.push(...this.opened.apply(route));
    if (
      page === "glossary" &&
      route.anchor !== undefined &&
      this.glossary?.entries.every(({ id }) => id !== route.anchor)
    )
      problems.push(`The glossary has no entry “${quoted(route.anchor)}”.`);
    const context = this.opened?.context;
    this.#show(route, context && { chapter: context.chapter, context }, failure, fewProblems(problems));
    await this.updateComplete;
    if (problems.length > 0) announce(this.problems.join(" "));
    // Those who read from the beginning are not moved any more.
    if (begun && failure === undefined) return;
    if (!further) return this.#begin(turn);
    await this.#filled();
    // The reader may have gone on.
    if (turn === this.turn) this.#arrive(route, left);
  }

  /** A page is read from its beginning as soon as that is there. @param {number} turn */
  async #begin(turn) {
    await this.updateComplete;
    await Promise.all([...this.children].map((each) => /** @type {Partial<LightElement>} */ (each).updateComplete));
    if (turn === this.turn) this.#toTop();
  }

  /** @param {import("../router.js").Route} route @param {ChApp["view"]} view @param {string} [failure] @param {string[]} [problems] */
  #show(route, view, failure, problems = []) {
    this.settled = true;
    this.route = route;
    this.view = view;
    this.failure = failure;
    this.problems = problems;
    document.title = this.#title();
    this.requestUpdate();
  }

  /**
   * Loaded when first asked for, and kept.
   * @param {import("../router.js").Route["page"]} page @param {NonNullable<ChApp["parts"]>} parts @returns {Promise<string|undefined>}
   */
  async #load(page, { core, cores, source }) {
    try {
      await import("./apart.js");
      if (page === "judging")
        [this.core, this.judging] = [
          await core.catch(() => cores.open(undefined)),
          this.judging ?? (await source.judging()),
        ];
      if (page === "glossary") this.glossary ??= await source.glossary();
      return undefined;
    } catch (error) {
      this.#missing();
      return `This page could not be loaded: ${reason(error)}.`;
    }
  }

  #close() {
    this.opened?.close();
    this.opened = undefined;
  }

  /** Waits until a text that was rendered just now is there. */
  async #filled() {
    const text = /** @type {LightElement|null} */ (this.querySelector("ch-chapter, ch-glossary"));
    await text?.updateComplete;
    await turnsTaken();
  }

  /**
   * Scrolls to where the reader has been, else to what the link names, which takes the focus.
   * @param {import("../router.js").Route} route @param {import("../place.js").Place|undefined} left
   */
  #arrive(route, left) {
    document.documentElement.removeAttribute("data-returning");
    if (left !== undefined) {
      returnToPlace(left);
      if (this.turn > 1) this.#heading()?.focus({ preventScroll: true });
      return;
    }
    if (route.anchor !== undefined) {
      const target = document.getElementById(route.anchor);
      if (target !== null) {
        holdInView(target);
        target.focus({ preventScroll: true });
        return;
      }
    }
    this.#toTop();
  }

  #toTop() {
    if (this.turn === 1) return;
    window.scrollTo({ top: 0, behavior: "instant" });
    this.#heading()?.focus({ preventScroll: true });
  }

  /** @returns {HTMLElement|null} */
  #heading() {
    return this.querySelector("h1");
  }

  #title() {
    const { page } = this.route;
    const titles = /** @type {Record<string, string|undefined>} */ ({
      progress: "Progress",
      judging: this.judging?.title,
      glossary: "Terms and symbols",
    });
    const name = this.view?.chapter.title ?? titles[page];
    return name === undefined ? "Clockhand" : `${page === "worksheet" ? "Worksheet: " : ""}${name} · Clockhand`;
  }

  render() {
    if (this.parts === undefined) return nothing;
    const { store } = this.parts;
    const stored = storageSentence(store);
    return html`
      <a class="skip" href="#main" @click=${this.#skip}>Skip to the text</a>
      <header class="banner">
        <a class="brand" href=${formatHash({})}>${mark()}<span>Clockhand</span></a>
        <nav class="banner-nav" aria-label="Course">
          <button
            type="button"
            class="button-quiet"
            aria-haspopup="dialog"
            aria-keyshortcuts=${setting(store, "keys") === "on" ? "/" : nothing}
            @click=${() => void this.#search()}
          >
            Search
          </button>
          <a href=${formatHash({ page: "progress" })}>${this.#progress()}</a>
          <button type="button" class="button-quiet" aria-haspopup="dialog" @click=${() => void this.#settings()}>
            Settings
          </button>
        </nav>
      </header>
      ${stored === undefined ? nothing : html`<p class="notice" data-kind="storage">${stored}</p>`}
      ${
        this.problems.length === 0
          ? nothing
          : html`<ul class="notice" data-kind="link">
              ${this.problems.map((problem) => html`<li>${problem}</li>`)}
            </ul>`
      }
      ${this.#page(this.parts)}
      ${
        this.newer === undefined
          ? nothing
          : html`<p class="notice" data-kind="update">
              A new version of the course is ready. Your progress is kept.
              <button type="button" class="button-quiet" @click=${() => this.#take()}>Load it</button>
            </p>`
      }
      <p class="hidden" role="status" aria-live="polite"></p>
    `;
  }

  async #settings() {
    try {
      const { openSettings } = await import("./apart.js");
      if (this.parts !== undefined) openSettings(this.parts.store);
    } catch {
      this.#missing();
      announce("The settings could not be loaded.");
    }
  }

  async #search() {
    try {
      const { openSearch } = await import("./apart.js");
      if (this.parts !== undefined) openSearch(this.parts);
    } catch {
      this.#missing();
      announce("The search could not be loaded.");
    }
  }

  /** Code that is not there any more may be that of an older version: then the newer one is offered. */
  #missing() {
    this.parts?.source.check().catch(() => {});
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const held = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
    const busy = /** @type {Element} */ (event.target).closest("input, textarea, select, dialog") !== null;
    if (event.key !== "/" || held || busy || this.parts === undefined) return;
    if (setting(this.parts.store, "keys") === "off") return;
    event.preventDefault();
    void this.#search();
  }

  #take() {
    this.parts?.store.flush();
    this.newer?.();
  }

  #progress() {
    const { course, store } = /** @type {NonNullable<ChApp["parts"]>} */ (this.parts);
    const counts = course.chapters.map(({ id, exercises }) => countDone(store.document, id, exercises));
    const done = counts.reduce((sum, count) => sum + count.done, 0);
    const total = counts.reduce((sum, count) => sum + count.total, 0);
    return html`Progress <span class="hidden">: ${progressSentence(done, total)}</span
      ><span class="banner-count" aria-hidden="true">${done}/${total}</span>`;
  }

  /** @param {NonNullable<ChApp["parts"]>} parts */
  #page({ course, store }) {
    const { page, seed } = this.route;
    // Nothing stands in the place of a page that is still on its way.
    if (!this.settled) return html`<main id="main" class="page" tabindex="-1" aria-busy="true"></main>`;
    if (this.failure !== undefined) {
      return html`<main id="main" class="page" tabindex="-1">
        <h1 tabindex="-1">Not here</h1>
        <p>${this.failure} <a href=${formatHash({})}>All chapters</a></p>
      </main>`;
    }
    if (page === "progress") return html`<ch-progress .course=${course} .store=${store}></ch-progress>`;
    if (page === "judging") return html`<ch-cases .core=${this.core} .judging=${this.judging}></ch-cases>`;
    if (page === "glossary") return html`<ch-glossary .course=${course} .glossary=${this.glossary}></ch-glossary>`;
    if (this.view === undefined) return html`<ch-index .course=${course} .store=${store}></ch-index>`;
    const { chapter, context } = this.view;
    return page === "worksheet"
      ? html`<ch-worksheet .context=${context} .seed=${seed ?? 0} data-context></ch-worksheet>`
      : html`<ch-chapter
          .chapter=${chapter}
          .context=${context}
          .course=${course}
          .store=${store}
          data-context
        ></ch-chapter>`;
  }

  /** @param {Event} event the hash belongs to the routes, so the skip link moves focus itself */
  #skip(event) {
    event.preventDefault();
    const main = /** @type {HTMLElement|null} */ (this.querySelector("main"));
    main?.focus();
    main?.scrollIntoView();
  }
}

customElements.define("ch-app", ChApp);
