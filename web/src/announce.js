/** The region in which the page says what happens. Inside a modal dialog it is not heard: the search has one of its own. */

/** @type {HTMLElement|undefined} */
let region;

/** @param {HTMLElement} element */
export function useRegion(element) {
  region = element;
}

/** Says a sentence once, even when it is the same as the last. @param {string} sentence */
export function announce(sentence) {
  if (region === undefined) return;
  const element = region;
  element.textContent = "";
  setTimeout(() => {
    element.textContent = sentence;
  }, ANNOUNCE_DELAY_MS);
}

// Screen readers notice a change only when the emptied region was seen first.
const ANNOUNCE_DELAY_MS = 50;
