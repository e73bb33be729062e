/**
 * Chapter texts as markup. They come from the content builder, which wrote the HTML itself; nothing that a reader types
 * or a link holds passes here.
 */

import { unsafeHTML } from "lit/directives/unsafe-html.js";

/** @param {string|undefined} html */
export function markup(html) {
  return html === undefined || html === "" ? undefined : unsafeHTML(html);
}
