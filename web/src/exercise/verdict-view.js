/** What the page says about an answer. */

import { html, nothing } from "lit";
import { markup } from "../markup.js";
import { PATTERNS, VERDICT_NAMES, verdictSentence } from "../texts.js";

/** @param {import("./session.js").Session} session */
export function verdictView(session) {
  const { verdict, exercise } = session;
  if (verdict === undefined || exercise.kind === "written") return nothing;
  return html`<div class="verdict" data-verdict=${verdict.verdict}>
    <p><strong class="verdict-name">${VERDICT_NAMES[verdict.verdict]}</strong> ${spoken(session)}</p>
    ${mistakes(session).map((text) => html`<div class="mistake">${text.html === undefined ? html`<p>${text.summary}</p>` : markup(text.html)}</div>`)}
  </div>`;
}

/** The same sentence for the live region. @param {import("./session.js").Session} session */
export function spoken(session) {
  const { verdict, exercise } = session;
  if (verdict === undefined) return "";
  if (exercise.kind === "choice")
    return verdict.verdict === "correct" ? "That is the one." : "Read what is said about your choice and try another.";
  const several = exercise.kind !== "number";
  const pattern = verdict.pattern === undefined ? undefined : PATTERNS[verdict.pattern];
  return [verdictSentence(verdict, { asked: session.places, several }), pattern, cells(session)]
    .filter(Boolean)
    .join(" ");
}

/** Which cells are not right yet, when it is a vector: a grid marks them itself. @param {import("./session.js").Session} session */
function cells({ verdict, exercise }) {
  if (exercise.kind !== "vector" || verdict?.cells === undefined || verdict.verdict === "correct") return undefined;
  const named = verdict.cells.map((cell, i) => `value ${i + 1}: ${VERDICT_NAMES[cell.verdict].toLowerCase()}`);
  return named.length > 1 ? `${capital(named.join("; "))}.` : undefined;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {import("./session.js").Session} session @returns {{ html?: string, summary?: string }[]} */
function mistakes({ verdict, chapter, runs, exercise }) {
  const lab = runs.lab(exercise.run ?? "");
  return (verdict?.mistakes ?? []).map((id) => {
    const written = chapter.mistakes?.[id];
    return written !== undefined
      ? { html: written }
      : { summary: lab?.mistakes.find((mistake) => mistake.id === id)?.summary ?? id };
  });
}
