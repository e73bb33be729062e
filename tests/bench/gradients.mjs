/** The measurement of gradient norms against torch: in Node's workers, and in the page, as a reader starts it. */
import { availableParallelism } from "node:os";
import { withSite } from "./page.mjs";
import { atMost, median, plain, ratio, takeTurns } from "./measure.mjs";
import { startTorch, startWorkers, takeSeeds } from "./stack.mjs";
import { DEPTHS, SEEDS } from "./sizes.mjs";

const ASKED = { 1: 0.6, 2: 0.32 }; // of torch's time on one thread, with so many workers
const CHAPTER = "02-residuals-and-norms";
const RUN = "twenty-seeds";

const WHAT = `Gradient norms, ${DEPTHS.join(", ")} layers, both orders, ${SEEDS} seeds`;
const PAGE_ROUNDS = 3; // of all seeds each, since a page begins by loading its modules
const NO_TORCH = "not compared: /usr/bin/python3 has no torch, which Debian's package python3-torch brings";

/** @typedef {import("./stack.mjs").Contender} Contender @typedef {import("./measure.mjs").Row} Row */
/** @typedef {{ name: string, run: Contender, workers?: 1 | 2 }} Named */

/** @returns {Promise<Row[]>} */
export async function measureGradients() {
  const torch = [await startTorch(1), await startTorch(2)].flatMap((found) => found ?? []);
  const threads = ["one thread", "two threads"];
  /** @type {Named[]} */
  const others = torch.map(({ version, run }, index) => ({ name: `torch ${version}, ${threads[index]}`, run }));
  try {
    return [...(await measureNode(others)), ...(await measureChromium(others))];
  } finally {
    for (const { stop } of torch) stop();
  }
}

/** @param {Named[]} others @returns {Promise<Row[]>} */
async function measureNode(others) {
  const workers = [await startWorkers("simd", 1), await startWorkers("simd", 2)];
  /** @type {Named[]} */
  const contenders = [
    ...others,
    { name: "Node, one worker", run: workers[0].run, workers: 1 },
    { name: "Node, two workers", run: workers[1].run, workers: 2 },
  ];
  const times = await takeSeeds(contenders.map(({ run }) => run));
  for (const { stop } of workers) stop();
  return rowsOf(contenders, times, { others: others.length, rounds: times[0].length });
}

/** @param {Named[]} others @returns {Promise<Row[]>} */
function measureChromium(others) {
  return withSite(async (open, address) => {
    /** @type {Named[]} */
    const contenders = [
      ...others,
      { name: "Chromium, one worker", run: inPage(await open({ cores: 1 }), address), workers: 1 },
      { name: "Chromium, two workers", run: inPage(await open({ cores: 2 }), address), workers: 2 },
    ];
    const whole = contenders.map(
      ({ run }) =>
        () =>
          run(0, SEEDS - 1),
    );
    return rowsOf(contenders, await takeTurns(whole, PAGE_ROUNDS), { others: others.length, rounds: 1 });
  });
}

/**
 * @param {Named[]} contenders @param {number[][]} times
 * @param {{ others: number, rounds: number }} about how many of them are torch's, and in how many rounds all seeds are done
 * @returns {Row[]}
 */
function rowsOf(contenders, times, { others, rounds }) {
  const rows = contenders.map(({ name }, index) =>
    plain(name, `${(median(times[index]) * rounds * 1e-3).toFixed(2)} s`),
  );
  if (others < 2) return [...rows, plain(WHAT, NO_TORCH)];
  for (const [index, { name, workers }] of contenders.entries()) {
    if (workers === undefined || workers > availableParallelism()) continue;
    rows.push(atMost(`${WHAT}: ${name}, over torch on one thread`, ratio(times[index], times[0]), ASKED[workers]));
    rows.push(plain(`${name}, over torch on two threads`, ratio(times[index], times[1]).toFixed(2)));
  }
  return rows;
}

/** The page's own button, pressed on a page that has just been opened. @param {import("playwright-core").Page} page @param {string} address @returns {Contender} */
function inPage(page, address) {
  return async () => {
    await page.goto("about:blank");
    await page.goto(`${address}/#/${CHAPTER}`);
    const table = page.locator(`ch-table[run="${RUN}"][table="summary"]`);
    await table.scrollIntoViewIfNeeded();
    await page.waitForFunction(othersAreDone, RUN); // a single unit nearby starts by itself
    return table.evaluate(measureOnce);
  };
}

/** In the page: whether the table is there, and what starts by itself near it has ended. @param {string} run */
function othersAreDone(run) {
  const NEAR = 700;
  const bars = [...document.querySelectorAll("ch-table progress")];
  const own = (/** @type {Element} */ bar) => bar.closest(`[run="${run}"]`) !== null;
  const far = (/** @type {Element} */ bar) => {
    const { top } = bar.getBoundingClientRect();
    return top < -NEAR || top > innerHeight + NEAR;
  };
  return bars.some(own) && bars.every((bar) => own(bar) || far(bar));
}

/** In the page: presses Measure and waits until it is done. @param {Element} table @returns {Promise<number>} */
function measureOnce(table) {
  const button = /** @type {HTMLButtonElement} */ (table.querySelector(".measure button"));
  const began = performance.now();
  button.click();
  return new Promise((resolve) => {
    // Not frame by frame, which would take time from the workers.
    const observer = new MutationObserver(() => {
      if (table.querySelector(".measure") !== null) return;
      observer.disconnect();
      resolve(performance.now() - began);
    });
    observer.observe(table, { childList: true, subtree: true });
  });
}
