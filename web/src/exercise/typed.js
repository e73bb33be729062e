/**
 * Answers typed with a decimal comma. The core reads them, and the page keeps them, with a point; a comma is then never
 * between cells, and semicolons or blanks are.
 */

import { notation } from "../figures.js";

/** With a comma chosen this could mean thousands: it is asked about, never guessed. */
const THOUSANDS = /(?<![\d.,])([1-9]\d{0,2})\.(\d{3})(?![\d.])/;
const COMMAS = /\d,\d+,\d/;

/** What keeps a text from having one meaning. @param {string} text @returns {string|undefined} */
export function doubtIn(text) {
  if (!notation.comma) return undefined;
  const [whole, before, after] = THOUSANDS.exec(text) ?? [];
  if (whole !== undefined)
    return `Is ${whole} a decimal (write ${before},${after}) or thousands (write ${before}${after})?`;
  return COMMAS.test(text)
    ? "A comma stands before the decimals: write a semicolon or a space between values."
    : undefined;
}

/** As the core reads it. Between bracketed rows a comma stays. @param {string} text */
export function toPoint(text) {
  return text.replace(/(?<!\]\s*)[,\uff0c]/g, ".");
}

/** One value, as a reader with a decimal comma types it. @param {string} text */
export function toComma(text) {
  return text.replaceAll(".", ",");
}

/** A parameter as the lab takes it, from one typed as `spaced` shows it. @param {string} text */
export function parameterTyped(text) {
  return notation.comma ? text.replaceAll(",", ".").replaceAll(";", ",").replace(/\s*\|/g, ";") : text;
}

/** @param {string} text as the lab takes it */
export function parameterShown(text) {
  return notation.comma ? text.replaceAll(";", " |").replaceAll(",", ";").replaceAll(".", ",") : text;
}
