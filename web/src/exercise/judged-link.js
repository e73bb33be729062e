/** The way from a verdict to the page on how answers are judged. */

import { html, nothing } from "lit";
import { formatHash } from "../router.js";

/** @param {import("./session.js").Session} session */
export function judgedLink({ verdict, exercise }) {
  if (verdict === undefined || exercise.target === undefined) return nothing;
  return html`<p class="verdict-more"><a href=${formatHash({ page: "judging" })}>How answers are judged</a></p>`;
}
