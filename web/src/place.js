/** Where the reader is on the page: kept for a reload, since the text arrives too late for the browser, and held after a link. */

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

const HOLD_MS = 5000;
const ACTS = ["wheel", "touchstart", "pointerdown", "keydown", "input", "hashchange"];

/**
 * Brings a place into view, and again whenever the page above it grows while it is still being laid out, until the reader
 * does something.
 * @param {Element} target
 */
export function holdInView(target) {
  let height = document.body.scrollHeight;
  const observer = new ResizeObserver(() => {
    if (document.body.scrollHeight === height) return;
    height = document.body.scrollHeight;
    target.scrollIntoView({ behavior: "instant" });
  });
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    observer.disconnect();
  };
  for (const act of ACTS) window.addEventListener(act, end, { signal: ending.signal, capture: true, passive: true });
  setTimeout(end, HOLD_MS);
  target.scrollIntoView();
  observer.observe(document.body);
}
