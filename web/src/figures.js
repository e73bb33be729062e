/** How figures look in the page, whoever wrote them: the core, a link or the reader. */

/** Every minus as wide as a digit; a hyphen between words stays one. @param {string} text */
export function minus(text) {
  return text.replace(/(?<![\p{L}\p{N}_.)\]])-(?=[\d.])/gu, "\u2212").replace(/(?<=\d\.?)e-/g, "e\u2212");
}

/** A vector or matrix as text, with room to breathe and to break. @param {string} text */
export function spaced(text) {
  return minus(text.replace(/,\s*/g, ", ").replace(/;\s*/g, "; "));
}
