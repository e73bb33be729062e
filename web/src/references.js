/** How a source is named in the text and in the list of sources. Any field may be missing. */

/** @param {string} key */
export const referenceId = (key) => `source-${key}`;

/** @param {string} key @param {any} reference */
export function shortName(key, reference) {
  const who = reference.authors ?? reference.title ?? key;
  return reference.year === undefined ? who : `${who} (${reference.year})`;
}
