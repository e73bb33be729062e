/** The measurement of gradient norms against torch: in Node's workers, and in the page, as a reader starts it. */
import { availableParallelism } from "node:os";
import { withSite } from "./page.mjs";
import { atMost, median, plain, ratio, takeTurns } from "./measure.mjs";
import { ROUNDS, startTorch, startWorkers } from "./stack.mjs";
import { DEPTHS, SEEDS } from "./sizes.mjs";

const ASKED = { 1: 0.6, 2: 0.32 }; // of torch's time on one thread, with so many workers
const CHAPTER = "02-residuals-and-norms";
const RUN = "twenty-seeds";

/** @typedef {import("./stack.mjs").Contender} Contender @typedef {import("./measure.mjs").Row} Row */

/** @returns {Promise<Row[]>} */
export function measureGradients() {
  return withSite(async (open, address) => {
    const torch = [await startTorch(1), await startTorch(2)].flatMap((found) => found ?? []);
    const workers = [await startWorkers("simd", 1), await startWorkers("simd", 2)];
    /** @type {[string, Contender, (1 | 2)?][]} */
    const contenders = [
      ["Node, one worker", workers[0].run, 1],
      ["Node, two workers", workers[1].run, 2],
      ["Chromium, one worker", inPage(await open({ cores: 1 }), address), 1],
      ["Chromium, two workers", inPage(await open({ cores: 2 }), address), 2],
    ];
    torch.forEach(({ run, version }, index) => {
      contenders.splice(index, 0, [`torch ${version}, ${index === 0 ? "one thread" : "two threads"}`, run]);
    });
    const times = await takeTurns(
      contenders.map(([, run]) => run),
      ROUNDS,
    );
    for (const { stop } of [...torch, ...workers]) stop();
    return rowsOf(contenders, times, torch.length > 0);
  });
}

/** @param {[string, Contender, (1 | 2)?][]} contenders @param {number[][]} times @param {boolean} torch whether it came first @returns {Row[]} */
function rowsOf(contenders, times, torch) {
  const what = `Gradient norms, ${DEPTHS.join(", ")} layers, both orders, ${SEEDS} seeds`;
  const rows = contenders.map(([name], index) => plain(name, `${(median(times[index]) * 1e-3).toFixed(2)} s`));
  if (!torch) {
    return [
      ...rows,
      plain(what, "not compared: /usr/bin/python3 has no torch, which Debian's package python3-torch brings"),
    ];
  }
  const cores = availableParallelism();
  for (const [index, [name, , workers]] of contenders.entries()) {
    if (workers === undefined || workers > cores) continue;
    rows.push(atMost(`${what}: ${name}, over torch on one thread`, ratio(times[index], times[0]), ASKED[workers]));
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
    const look = () => {
      if (table.querySelector(".measure") !== null) return void requestAnimationFrame(look);
      resolve(performance.now() - began);
    };
    look();
  });
}
