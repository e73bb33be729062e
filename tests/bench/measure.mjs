/** Times that can be compared: contenders take turns, so that what disturbs the machine disturbs all of them. */

/**
 * A figure that was asked for, or one that explains another.
 * @typedef {object} Row
 * @property {string} what
 * @property {string} got
 * @property {string} [asked] what is asked of it; the README's table has the rows that have it
 * @property {boolean} [met]
 */

const LEAST_MS = 20; // a contender that is shorter is repeated: clocks are too coarse for it

/**
 * Milliseconds of each contender in each round.
 * @param {(() => number | Promise<number>)[]} contenders each returns the milliseconds that it took
 * @param {number} rounds
 * @returns {Promise<number[][]>} by contender, then by round
 */
export async function takeTurns(contenders, rounds) {
  const times = contenders.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < rounds; round++) {
    for (const [index, run] of contenders.entries()) times[index].push(await run());
  }
  return times;
}

/**
 * A contender that repeats a piece of work so often that the clock can tell, and says what one takes.
 * @param {() => unknown} work
 * @returns {() => number}
 */
export function repeated(work) {
  work();
  let times = 1;
  while (timed(work, times) < LEAST_MS) times *= 2;
  return () => timed(work, times) / times;
}

/** The same for work that is waited for. @param {() => Promise<unknown>} work @returns {Promise<() => Promise<number>>} */
export async function repeatedWaiting(work) {
  await work();
  let times = 1;
  while ((await timedWaiting(work, times)) < LEAST_MS) times *= 2;
  return async () => (await timedWaiting(work, times)) / times;
}

/** @param {() => unknown} work @param {number} times */
function timed(work, times) {
  const began = processorMs();
  for (let i = 0; i < times; i++) work();
  return processorMs() - began;
}

/** @param {() => Promise<unknown>} work @param {number} times */
async function timedWaiting(work, times) {
  const began = processorMs();
  for (let i = 0; i < times; i++) await work();
  return processorMs() - began;
}

/** The processor's time that this process had: what others run at the same time is not in it. */
function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1e-3;
}

/** @param {number[]} values */
export function median(values) {
  return quantile(values, 0.5);
}

/** @param {number[]} values @param {number} share */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** The median of a contender's times as shares of another's in the same rounds. @param {number[]} times @param {number[]} others */
export function ratio(times, others) {
  return median(times.map((time, round) => time / others[round]));
}

/** @param {string} what @param {string} got @returns {Row} */
export function plain(what, got) {
  return { what, got };
}

/**
 * @param {string} what
 * @param {number} value
 * @param {number} bound
 * @param {{ digits?: number, unit?: string }} [form]
 * @returns {Row}
 */
export function atMost(what, value, bound, { digits = 2, unit = "" } = {}) {
  return { what, got: `${value.toFixed(digits)}${unit}`, asked: `at most ${bound}${unit}`, met: value <= bound };
}

/**
 * @param {string} what
 * @param {number} value
 * @param {number} bound
 * @param {{ digits?: number, unit?: string }} [form]
 * @returns {Row}
 */
export function atLeast(what, value, bound, { digits = 2, unit = "" } = {}) {
  return { what, got: `${value.toFixed(digits)}${unit}`, asked: `at least ${bound}${unit}`, met: value >= bound };
}
