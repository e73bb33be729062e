/** Where the reader was on the page, for a reload: the text arrives too late for the browser to remember it itself. */

const KEY = "clockhand-place";

/** @param {() => Storage} [storage] */
export function keepPlace(storage = () => sessionStorage) {
  window.addEventListener("pagehide", () => {
    try {
      storage().setItem(KEY, JSON.stringify({ hash: location.hash, top: window.scrollY }));
    } catch {
      // Without storage the page opens at its top.
    }
  });
}

/** @param {() => Storage} [storage] */
export function returnToPlace(storage = () => sessionStorage) {
  try {
    const { hash, top } = JSON.parse(storage().getItem(KEY) ?? "{}");
    if (hash === location.hash && Number.isFinite(top)) window.scrollTo({ top, behavior: "instant" });
  } catch {
    // Nothing kept, or nothing readable.
  }
}
