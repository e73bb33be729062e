/**
 * Where the reader is on the page: kept for each entry of the history, for a reload and for the way back and forth, since the text
 * arrives too late for the browser; and held after a link.
 */

const KEY = "clockhand-places";
/** Places of the newest entries are kept. */
const MOST = 50;

/** Blocks of a chapter's text: the one at the top tells the place, however high what stands above it is the next time. */
const BLOCKS = ".prose > *";

/** @typedef {{ block: number, top: number }} Place the first block in view, and where it begins; no block: how far the page is */

/** The entry of the history that is shown. @type {string|undefined} */
let entry;
/** Whether it was left before. */
let returning = false;

export function keepPlace() {
  history.scrollRestoration = "manual";
  enter();
  window.addEventListener("hashchange", () => {
    keep(); // the page still stands
    enter();
  });
  window.addEventListener("pagehide", keep);
}

/** Names the entry, unless it has its name from an earlier time. */
function enter() {
  const left = entry;
  const known = history.state?.entry;
  entry = known ?? crypto.getRandomValues(new Uint32Array(2)).join("-");
  returning = known !== undefined && known !== left;
  if (known === undefined) history.replaceState({ ...history.state, entry }, "");
}

function keep() {
  const blocks = [...document.querySelectorAll(BLOCKS)];
  const block = blocks.findIndex((each) => each.getBoundingClientRect().bottom > 0);
  const top = blocks[block]?.getBoundingClientRect().top ?? -window.scrollY;
  const others = [...kept()].filter(([name]) => name !== entry);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...others, [entry, { block, top }]].slice(-MOST)));
  } catch {
    // Without storage the page opens at its top.
  }
}

/** @returns {Map<string, Place>} */
function kept() {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Map();
  }
}

/** The place where the reader left this entry of the history; nothing when it is new. @returns {Place|undefined} */
export function placeLeft() {
  const place = returning ? kept().get(entry ?? "") : undefined;
  return Number.isFinite(place?.top) ? place : undefined;
}

/** @param {Place} place */
export function returnToPlace({ block, top }) {
  const target = document.querySelectorAll(BLOCKS)[block];
  if (target === undefined) window.scrollTo({ top: -top, behavior: "instant" });
  else
    holdInView(target, () => window.scrollBy({ top: target.getBoundingClientRect().top - top, behavior: "instant" }));
}

const HOLD_MS = 5000;
const ACTS = ["wheel", "touchstart", "pointerdown", "keydown", "input", "hashchange"];

/**
 * Brings a place into view, and again whenever the page above it grows while it is still being laid out, until the reader
 * does something. A page that is scrolled without having grown is scrolled by the reader: no other event tells of a scroll bar.
 * @param {Element} target @param {() => void} [show]
 */
export function holdInView(target, show = () => target.scrollIntoView({ behavior: "instant" })) {
  let height = 0;
  let top = 0;
  const place = () => {
    height = document.body.scrollHeight;
    show();
    top = target.getBoundingClientRect().top;
  };
  const observer = new ResizeObserver(() => {
    if (document.body.scrollHeight !== height) place();
  });
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    observer.disconnect();
  };
  for (const act of ACTS) window.addEventListener(act, end, { signal: ending.signal, capture: true, passive: true });
  const scrolled = () => {
    if (document.body.scrollHeight === height && Math.abs(target.getBoundingClientRect().top - top) > 1) end();
  };
  window.addEventListener("scroll", scrolled, { signal: ending.signal, passive: true });
  setTimeout(end, HOLD_MS);
  place();
  observer.observe(document.body);
}
