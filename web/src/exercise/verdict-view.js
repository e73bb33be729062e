/** What the page says about an answer. */

import { html, nothing } from "lit";
import { markup } from "../markup.js";
import { pathsView } from "./paths-view.js";
import { PATTERNS, VERDICT_NAMES, capital, cellName, verdictSentence } from "../texts.js";

/** @param {import("./session.js").Session} session */
export function verdictView(session) {
  const { verdict, exercise } = session;
  if (verdict === undefined || exercise.kind === "written") return nothing;
  return html`<div class="verdict" data-verdict=${verdict.verdict}>
    <p><strong class="verdict-name">${VERDICT_NAMES[verdict.verdict]}.</strong> ${sentence(session)}</p>
    ${mistakes(session).map((mistake, _, all) => mistakeView(session, mistake, all.length > 1))}
  </div>`;
}

/**
 * One mistake is told at once. Of several that give one value each is a line to open: their sentences are much alike.
 * @param {import("./session.js").Session} session @param {Mistake} mistake @param {boolean} several
 */
function mistakeView(session, { id, html: written, summary }, several) {
  const told = html`${written === undefined ? html`<p>${summary}</p>` : markup(written)} ${pathsView(session, id)}`;
  if (!several) return html`<div class="mistake">${told}</div>`;
  return html`<div class="mistake">
    <details class="one-of">
      <summary>${capital(summary)}</summary>
      ${told}
    </details>
  </div>`;
}

/** What the live region says: the verdict as shown, without what can be opened. @param {ParentNode} host */
export function spoken(host) {
  const parts = host.querySelectorAll(".verdict > p, .verdict > .mistake, .option:has(:checked) > .option-feedback");
  const texts = [...parts].map((part) => {
    const copy = /** @type {Element} */ (part.cloneNode(true));
    for (const closed of copy.querySelectorAll("details"))
      closed.replaceWith(closed.matches(".one-of") ? `${closed.querySelector("summary")?.textContent ?? ""}.` : "");
    return (copy.textContent ?? "").replace(/\s+/g, " ").trim();
  });
  return texts.join(" ");
}

/** @param {import("./session.js").Session} session */
function sentence(session) {
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
  const named = verdict.cells.map((cell, i) => `value ${i + 1}: ${cellName(cell).toLowerCase()}`);
  return named.length > 1 ? `${capital(named.join("; "))}.` : undefined;
}

/**
 * The mistakes to tell of: those of the whole answer, or else those that single cells show.
 * @typedef {{ id: string, html: string|undefined, summary: string }} Mistake
 * @param {import("./session.js").Session} session @returns {Mistake[]}
 */
function mistakes({ verdict, chapter, runs, exercise }) {
  const lab = runs.lab(exercise.run ?? "");
  const whole = verdict?.mistakes ?? [];
  const single = verdict?.verdict === "wrong" ? (verdict.cells ?? []).flatMap((cell) => cell.mistakes ?? []) : [];
  return (whole.length > 0 ? whole : mostFrequent(single)).map((id) => {
    const summary = lab?.mistakes.find((mistake) => mistake.id === id)?.summary ?? id;
    return { id, html: chapter.mistakes?.[id], summary };
  });
}

/** The ids that most cells share. @param {string[]} ids */
function mostFrequent(ids) {
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([id]) => id);
}
