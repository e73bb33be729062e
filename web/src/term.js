/** A term's meaning beside the place where it is read: a link to the glossary opens a note instead of leaving the page. */

import { html, render } from "lit";
import { markup } from "./markup.js";
import { parseHash } from "./router.js";

const GAP_PX = 6;

/**
 * Follows clicks on terms. Where notes are not known, or the glossary cannot be loaded, the link leads to the glossary.
 * @param {import("./types.js").Source} source
 */
export function explainTerms(source) {
  /** @type {Promise<import("./types.js").Glossary>|undefined} */
  let glossary;
  const note = document.createElement("div");
  note.className = "note";
  note.setAttribute("role", "dialog");
  note.setAttribute("popover", "auto");
  note.tabIndex = -1;
  document.body.append(note);

  /** The click that counts: the last one. @type {MouseEvent|undefined} */
  let last;
  /** @param {MouseEvent} event */
  const follow = async (event) => {
    const link = /** @type {Partial<Element>} */ (event.target).closest?.("a.term");
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!(link instanceof HTMLAnchorElement) || elsewhere || !("showPopover" in note)) return;
    event.preventDefault();
    last = event;
    // While the glossary is on its way the reader may go on.
    const isOver = () => last !== event || !link.isConnected;
    const href = link.getAttribute("href") ?? "";
    try {
      glossary ??= source.glossary();
      const { entries } = await glossary;
      if (isOver()) return;
      const entry = entries.find(({ id }) => id === parseHash(href).anchor);
      if (entry === undefined) throw new Error("no entry");
      render(noteOf(entry, href), note);
      note.setAttribute("aria-label", link.textContent ?? "");
      note.showPopover();
      place(note, link);
      note.focus({ preventScroll: true });
    } catch {
      glossary = undefined;
      if (!isOver()) location.hash = href;
    }
  };
  document.addEventListener("click", (event) => void follow(event));
  window.addEventListener("hashchange", () => {
    if ("hidePopover" in note && note.matches(":popover-open")) note.hidePopover();
  });
}

/** @param {import("./types.js").Term} entry @param {string} href */
function noteOf({ name, html: text }, href) {
  return html`<p class="note-name">${markup(name)}</p>
    <div>${markup(text)}</div>
    <p class="note-more"><a href=${href}>All terms</a></p>`;
}

/** Below the term, or above it where there is no room. @param {HTMLElement} note @param {HTMLElement} term */
function place(note, term) {
  const [at] = term.getClientRects();
  if (at === undefined) return;
  const { offsetWidth: width, offsetHeight: height } = note;
  const { clientWidth, clientHeight } = document.documentElement;
  const below = at.bottom + GAP_PX;
  const top = below + height <= clientHeight ? below : Math.max(GAP_PX, at.top - height - GAP_PX);
  const left = Math.min(Math.max(GAP_PX, at.left), Math.max(GAP_PX, clientWidth - width - GAP_PX));
  note.style.setProperty("inset", `${top}px auto auto ${left}px`);
}
