/**
 * A long text and its elements are filled one after the other, in short pieces: the page is drawn and answers between them.
 */

const PIECE_MS = 8;
/** As many as may stand in view at once are filled before the text is seen. */
const AT_ONCE = 8;

let end = 0;
let asked = 0;
let all = Promise.resolve();

/** A new text begins. */
export function begin() {
  asked = 0;
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
  if (document.hidden || performance.now() < end) return;
  await later();
  end = performance.now() + PIECE_MS;
}

const later = () => new Promise((resolve) => setTimeout(resolve));
