/** A long text is filled in pieces. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { begin, turn, turnsTaken } from "../../web/src/turns.js";

const MANY = 40;
/** Longer than a piece may take. */
const WORK_MS = 10;

/** How many elements have been filled when the first timer fires, and in which order all of them were. @param {boolean} hidden */
async function fill(hidden) {
  Object.assign(globalThis, { document: { hidden } });
  /** @type {number[]} */
  const filled = [];
  begin();
  const all = Array.from({ length: MANY }, async (_, i) => {
    await turn();
    filled.push(i);
    for (const end = performance.now() + WORK_MS; performance.now() < end;);
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
  return early;
}

test("the first elements are filled at once, the others with pauses in which timers and clicks come through", async () => {
  const early = await fill(false);
  assert.ok(early >= 8 && early < MANY, `${early} before the first pause`);
});

test("out of sight there is no pause", async () => {
  assert.equal(await fill(true), MANY);
});
