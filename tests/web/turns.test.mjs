/** A long text is filled in pieces. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, hurry, turn, turnsTaken } from "../../web/src/turns.js";

const MANY = 24;
/** Longer than a piece may take, also a hurried one. */
const WORK_MS = 10;

let clock = 0;

/** @param {number} ms that pass on the page's clock */
function busy(ms) {
  clock += ms;
}

/**
 * Fills a text whose pieces take their time.
 * @param {{ hidden: boolean, hurried?: boolean, stuck?: boolean, work?: number, frame?: number }} page `stuck`: no frame is drawn
 *   any more; milliseconds that a piece and a frame take
 * @returns {Promise<{ early: number, frames: number }>} how many were filled when the first timer fired; how many frames were drawn
 */
async function fill({ hidden, hurried = false, stuck = false, work = WORK_MS, frame = 0 }) {
  let frames = 0;
  const requestAnimationFrame = (/** @type {() => void} */ draw) => {
    if (stuck) return;
    frames += 1;
    setTimeout(() => {
      draw();
      queueMicrotask(() => busy(frame));
    });
  };
  Object.assign(globalThis, { document: { hidden }, requestAnimationFrame });
  Object.defineProperty(globalThis, "performance", { value: { now: () => clock }, configurable: true });
  /** @type {number[]} */
  const filled = [];
  begin();
  hurry(hurried);
  const all = Array.from({ length: MANY }, async (_, i) => {
    await turn();
    filled.push(i);
    busy(work);
  });
  let early = -1;
  setTimeout(() => (early = filled.length));
  await turnsTaken();
  await Promise.all(all);
  assert.deepEqual(
    filled,
    Array.from({ length: MANY }, (_, i) => i),
    "in their order",
  );
  return { early, frames };
}

test("the first elements are filled at once, each of the others behind a frame", async () => {
  const { early, frames } = await fill({ hidden: false });
  assert.ok(early >= 8 && early < MANY, `${early} before the first pause`);
  assert.equal(frames, MANY - early);
});

test("short pieces share a frame, but not where frames take long", async () => {
  const work = 1.5;
  const [quick, slow] = [await fill({ hidden: false, work }), await fill({ hidden: false, work, frame: 15 })];
  assert.ok(quick.frames < (MANY - quick.early) / 2, `${quick.frames} frames`);
  assert.ok(slow.frames > (MANY - slow.early) / 2, `${slow.frames} frames`);
});

test("where a place is waited for, timers and clicks come through, and no frame is waited for", async () => {
  const { early, frames } = await fill({ hidden: false, hurried: true });
  assert.ok(early >= 8 && early < MANY, `${early} before the first pause`);
  assert.equal(frames, 0);
});

test("out of sight there is no pause", async () => {
  assert.deepEqual(await fill({ hidden: true }), { early: MANY, frames: 0 });
});

test("a page that draws no frame is filled all the same", async () => {
  assert.equal((await fill({ hidden: false, stuck: true })).frames, 0);
});
