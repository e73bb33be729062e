/** Search over chapters and glossary, in a <dialog>. This and its index are loaded when it is first opened. */

import { html, nothing } from "lit";
import { formatHash } from "../router.js";
import { find } from "../search.js";
import { openModal } from "./modal.js";

/**
 * @typedef {import("../search.js").Entry} Entry
 * @typedef {{ course: import("../types.js").Course, source: import("../types.js").Source }} Parts
 */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 });

/** @type {Promise<{ entries: Entry[] }>|undefined} */
let loading;

/** @param {Parts} parts */
export function openSearch({ course, source }) {
  /** @type {Entry[]|undefined} */
  let entries;
  let query = "";
  let failed = false;
  const opened = openModal(() => view());
  if (opened === undefined) return;
  const { dialog, draw } = opened;
  loading ??= source.search();
  loading.then(
    (index) => {
      entries = index.entries;
      draw();
    },
    () => {
      loading = undefined;
      failed = true;
      draw();
    },
  );

  function view() {
    const found = entries === undefined ? [] : find(entries, query);
    return html`<dialog class="dialog search" aria-labelledby="search-title" @keydown=${move}>
      <form role="search" @submit=${take}>
        <label id="search-title" for="search-words">Search the course</label>
        <input
          id="search-words"
          type="search"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          enterkeyhint="go"
          @input=${(/** @type {any} */ event) => {
            query = event.target.value;
            draw();
          }}
        />
      </form>
      <p class="quiet" role="status">${said(found.length)}</p>
      <ol role="list" class="found">
        ${found.map((entry) => result(entry))}
      </ol>
      <form method="dialog" class="dialog-buttons"><button class="button-quiet">Close</button></form>
    </dialog>`;
  }

  /** @param {number} count */
  function said(count) {
    if (failed) return "The search could not be loaded.";
    if (entries === undefined) return "Loading…";
    if (query.trim() === "") return "Chapters, headings, exercises, terms and symbols.";
    return count === 0 ? "Nothing is found." : count === 1 ? "One place" : `${count} places`;
  }

  /** @param {Entry} entry */
  function result(entry) {
    const { kind, title, chapter, anchor, text } = entry;
    const hash = formatHash(
      kind === "term"
        ? { page: "glossary", ...(anchor && { anchor }) }
        : { ...(chapter && { chapter }), ...(anchor && { anchor }) },
    );
    return html`<li>
      <a href=${hash} @click=${() => dialog.close()}>${title}</a>
      <span class="found-place">${placeOf(entry)}</span>
      ${text === "" ? nothing : html`<span class="found-text">${text}</span>`}
    </li>`;
  }

  /** @param {Entry} entry */
  function placeOf({ kind, chapter }) {
    if (kind === "term") return "Glossary";
    const { number, title } = course.chapters.find(({ id }) => id === chapter) ?? {};
    if (kind === "chapter") return `Chapter ${number}`;
    return `${kind === "exercise" ? "Exercise in" : "In"} chapter ${number}, ${title}`;
  }

  /** Enter in the field goes to the first place. @param {Event} event */
  function take(event) {
    event.preventDefault();
    dialog.querySelector("a")?.click();
  }

  /** Up and down go through the field and the places below it. @param {KeyboardEvent} event */
  function move(event) {
    const stops = /** @type {HTMLElement[]} */ ([...dialog.querySelectorAll("input, .found a")]);
    const step = STEPS[event.key];
    const to = stops[stops.indexOf(/** @type {HTMLElement} */ (event.target)) + (step ?? 0)];
    if (step === undefined || to === undefined || !stops.includes(/** @type {HTMLElement} */ (event.target))) return;
    event.preventDefault();
    to.focus();
  }
}
