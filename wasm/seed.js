/** The seeds of exercises: one limit for the page's links and stored progress and for `clockhand check`. */

export const LARGEST_SEED = 0xffffffff;

/** What is accepted, for the sentence of a refusal. */
export const SEEDS = `a whole number from 0 to ${LARGEST_SEED}`;

/** @param {unknown} value @returns {value is number} */
export function isSeed(value) {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_SEED;
}

/** @param {string} text @returns {number | undefined} undefined: no seed */
export function readSeed(text) {
  const seed = /^\d+$/.test(text) ? Number(text) : undefined;
  return isSeed(seed) ? seed : undefined;
}

/** The seed of another instance; after the largest the drawn ones begin again. @param {number} seed */
export function nextSeed(seed) {
  return seed < LARGEST_SEED ? seed + 1 : 1;
}
