/**
 * Chapter texts as markup. They come from the content builder, which wrote the HTML itself; nothing that a reader types
 * or a link holds passes here.
 */

import { unsafeHTML } from "lit/directives/unsafe-html.js";

// The page's policy allows no inline styles; the formula renderer adds some, for spacing that style sheets do as well.
const MATH_STYLE = /(<m[a-z]+\b[^<>]*?) style="[^"]*"/g;

/** @param {string|undefined} html */
export function markup(html) {
  return html === undefined || html === "" ? undefined : unsafeHTML(html.replace(MATH_STYLE, "$1"));
}
