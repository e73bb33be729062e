/** How figures look in the page, whoever wrote them: the core, a link or the reader. */

// Columns of more decimals hold what fewer would show as zero.
const MOST_DECIMALS = 6;

/** How the reader wants figures written; says `change` when it is another way, with `mark` when that is another mark. */
class Notation extends EventTarget {
  /** A comma stands before the decimals, and so semicolons between the figures of a list. */
  comma = false;
  /** @type {number|undefined} undefined: as many as the chapter has */
  decimals = undefined;

  /** @param {{ comma: boolean, decimals: number|undefined }} wanted */
  set({ comma, decimals }) {
    const mark = comma !== this.comma;
    if (!mark && decimals === this.decimals) return;
    this.comma = comma;
    this.decimals = decimals;
    this.dispatchEvent(new CustomEvent("change", { detail: { mark } }));
  }
}

export const notation = new Notation();

/** How many decimals are shown of a figure that has so many. @param {number} own */
export function decimalsOf(own) {
  return own > 0 && own <= MOST_DECIMALS ? (notation.decimals ?? own) : own;
}

/** Every minus as wide as a digit; a hyphen between words stays one. The mark is the reader's. @param {string} text */
export function figure(text) {
  const signed = text.replace(/(?<![\p{L}\p{N}_.)\]])-(?=[\d.])/gu, "\u2212").replace(/(?<=\d\.?)e-/g, "e\u2212");
  if (!notation.comma) return signed;
  return signed
    .replace(/(?<=[\d.]);(?=\s*[\u2212\d.])/g, " |")
    .replace(/(?<=[\d.]),(?=\s*[\u2212\d.])/g, ";")
    .replace(/\.(?=\d)/g, ",");
}

/** The core's own words, with the apostrophes that the course's texts have. @param {string} text */
export function worded(text) {
  return text.replace(/(?<=\p{L})'/gu, "’");
}

/** A vector or matrix as text, with room to breathe and to break. @param {string} text */
export function spaced(text) {
  return figure(text.replace(/,\s*/g, ", ").replace(/;\s*/g, "; "));
}

/** @param {string[]} figures */
export function list(figures) {
  return figures.join(notation.comma ? "; " : ", ");
}
