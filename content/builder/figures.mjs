import { ContentError } from "./problem.mjs";

/** @import { Place } from "./types.mjs" */

/**
 * Figures come from the core: a digit in the prose is a figure that could disagree with a table.
 * @param {string} text
 * @param {Place} place
 */
export function refuseFigure(text, place) {
  const figure = figureIn(text);
  if (!figure) return;
  throw new ContentError(
    place,
    `the prose holds the figure ${figure}; quote it with <ch-value>, spell it out, or set it as a formula.`,
  );
}

/** @param {string} text */
export function figureIn(text) {
  return /[+\-\u2212]?\p{N}[\p{N}.,]*/u.exec(text)?.[0];
}
