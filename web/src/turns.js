/**
 * A long text and its elements are filled in pieces. A frame is drawn after each, so that none has much to lay out and the page
 * answers between them; where a reader waits for a place further on, frames are not waited for.
 */

const PIECE_MS = 8;
/** Where a frame takes long, a piece is less than any element takes. */
const SMALL_MS = 1;
const LONG_FRAME_MS = 10;
/** As many as may stand in view at once are filled before the text is seen. */
const AT_ONCE = 8;
/** A page that goes out of sight draws no frame. */
const LONGEST_FRAME_MS = 200;

let end = 0;
let asked = 0;
let hurried = false;
let printed = false;
let wake = () => {};
let all = Promise.resolve();

/** A new text begins. */
export function begin() {
  asked = 0;
}

/** @param {boolean} isAwaited whether a reader waits for a place further on */
export function hurry(isAwaited) {
  hurried = isAwaited;
}

/** @param {boolean} isPrinted whether the page is being printed, which waits for nothing: what is left is filled at once */
export function print(isPrinted) {
  printed = isPrinted;
  if (isPrinted) wake();
}

/** Waits for one's turn, which comes at once for the first of a text. */
export function turn() {
  asked += 1;
  return asked > AT_ONCE ? pieceTurn() : Promise.resolve();
}

/** Waits for one's turn behind what comes at once. */
export function pieceTurn() {
  all = all.then(pause);
  return all;
}

/** Waits until a text that was rendered just now is filled, with what its pieces brought. */
export async function turnsTaken() {
  /** @type {Promise<void>} */
  let taken;
  do {
    taken = all;
    await taken;
    await later(); // elements ask when they are connected
  } while (taken !== all);
}

async function pause() {
  // Nobody waits for an answer from a page out of sight, whose timers are slow.
  if (document.hidden || printed || performance.now() < end) return;
  /** @type {Promise<number>} */
  const woken = new Promise((resolve) => (wake = () => resolve(0)));
  const frame = await Promise.race([woken, hurried ? later() : drawn()]);
  end = performance.now() + (frame > LONG_FRAME_MS ? SMALL_MS : PIECE_MS);
}

/** @returns {Promise<number>} milliseconds that the frame took which was waited for */
function drawn() {
  const frame = new Promise(requestAnimationFrame).then(async () => {
    const began = performance.now();
    await later();
    return performance.now() - began;
  });
  return Promise.race([frame, later(LONGEST_FRAME_MS)]);
}

/** @returns {Promise<number>} none */
const later = (ms = 0) => new Promise((resolve) => setTimeout(() => resolve(0), ms));
