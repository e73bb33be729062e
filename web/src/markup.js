/**
 * Chapter texts as markup. They come from the content builder, which wrote the HTML itself; nothing that a reader types
 * or a link holds passes here.
 */

import { unsafeHTML } from "lit/directives/unsafe-html.js";

/**
 * A name for a text of formulas alone; undefined where there are words. Names are made of words, and not every reader of
 * pages makes one of a formula.
 * @param {string} html
 */
export function formulaName(html) {
  const text = (/** @type {string} */ part) => part.replace(/<[^>]*>/g, "").trim();
  return /\p{L}/u.test(text(html.replace(/<math[\s>].*?<\/math>/gs, ""))) ? undefined : text(html);
}

/** @param {string|undefined} html */
export function markup(html) {
  return html === undefined || html === "" ? undefined : unsafeHTML(html);
}
