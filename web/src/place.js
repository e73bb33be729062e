/** Where the reader is on the page: kept for a reload, since the text arrives too late for the browser, and held after a link. */

const KEY = "clockhand-place";

/** Blocks of a chapter's text: the one at the top tells the place, however high what stands above it is the next time. */
const BLOCKS = ".prose > *";

/** @param {() => Storage} [storage] */
export function keepPlace(storage = () => sessionStorage) {
  window.addEventListener("pagehide", () => {
    const blocks = [...document.querySelectorAll(BLOCKS)];
    const block = blocks.findIndex((each) => each.getBoundingClientRect().bottom > 0);
    const top = blocks[block]?.getBoundingClientRect().top ?? -window.scrollY;
    try {
      storage().setItem(KEY, JSON.stringify({ hash: location.hash, block, top }));
    } catch {
      // Without storage the page opens at its top.
    }
  });
}

/** @param {() => Storage} [storage] */
export function returnToPlace(storage = () => sessionStorage) {
  try {
    const { hash, block, top } = JSON.parse(storage().getItem(KEY) ?? "{}");
    if (hash !== location.hash || !Number.isFinite(top)) return;
    const target = document.querySelectorAll(BLOCKS)[block];
    if (target === undefined) window.scrollTo({ top: -top, behavior: "instant" });
    else
      holdInView(target, () => window.scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" }));
  } catch {
    // Nothing kept, or nothing readable.
  }
}

const HOLD_MS = 5000;
const ACTS = ["wheel", "touchstart", "pointerdown", "keydown", "input", "hashchange"];

/**
 * Brings a place into view, and again whenever the page above it grows while it is still being laid out, until the reader
 * does something.
 * @param {Element} target @param {() => void} [show]
 */
export function holdInView(target, show = () => target.scrollIntoView({ behavior: "instant" })) {
  let height = document.body.scrollHeight;
  const observer = new ResizeObserver(() => {
    if (document.body.scrollHeight === height) return;
    height = document.body.scrollHeight;
    show();
  });
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    observer.disconnect();
  };
  for (const act of ACTS) window.addEventListener(act, end, { signal: ending.signal, capture: true, passive: true });
  setTimeout(end, HOLD_MS);
  show();
  observer.observe(document.body);
}
