/** How soon a chapter answers on a slow phone, how soon it repaints here, and what memory its modules take. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../wasm/tools/steps.mjs";
import { SITE } from "../../wasm/tools/site.mjs";
import { atMost, median, plain, quantile } from "./measure.mjs";
import { arrived, pressAll } from "../browser/site.mjs";
import { withSite } from "./page.mjs";

const SLOWER = 4; // times the processor's pace
const BYTES_PER_SECOND = 1.6e6 / 8;
const QUIET_MS = 1000; // without a long task: the page is not busy any more
const LOADS = 3;
const CHANGES = 40;
const SETTLED_MS = 1000; // until what came into view is drawn
/** What the browser itself takes. */
const EMPTY = "<!doctype html><title>One field</title><ch-exercise><input></ch-exercise>";
const ASKED = { interactiveMs: 1000, repaintMs: 16, pageMiB: 16, workerMiB: 64 };

/** @typedef {import("./measure.mjs").Row} Row @typedef {import("playwright-core").Page} Page */

/** @returns {Promise<Row[]>} */
export async function measurePage() {
  /** @type {{ chapters: { id: string }[] }} */
  const { chapters } = JSON.parse(readFileSync(join(SITE, "course.json"), "utf8"));
  const ids = chapters.map(({ id }) => id);
  return [...(await measureLoads(ids)), ...(await measureRepaints(ids)), ...memoryRows()];
}

/** @param {string[]} chapters @returns {Promise<Row[]>} */
function measureLoads(chapters) {
  return withSite(async (open, address) => {
    /** @param {string} place @param {(page: Page) => Promise<unknown>} [prepare] @returns {Promise<number>} */
    const load = async (place, prepare) => {
      const times = [];
      for (let load = 0; load < LOADS; load++) {
        const page = await open();
        await prepare?.(page);
        times.push(await interactive(page, `${address}/${place}`));
        await page.context().close();
      }
      return median(times);
    };
    const floor = await load("empty", (page) =>
      page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body: EMPTY })),
    );
    const found = [];
    for (const chapter of chapters) found.push({ chapter, ms: await load(`#/${chapter}`) });
    const worst = found.toSorted((a, b) => b.ms - a.ms)[0];
    return [
      plain("A page of one field, until interactive: what the browser takes", `${floor.toFixed(0)} ms`),
      ...found.map(({ chapter, ms }) => plain(`${chapter}, until interactive`, `${ms.toFixed(0)} ms`)),
      atMost(
        `First load at ${SLOWER}x slowed processor and 1.6 Mbit/s until interactive, slowest chapter (${worst.chapter})`,
        worst.ms,
        ASKED.interactiveMs,
        { digits: 0, unit: " ms" },
      ),
    ];
  });
}

/** Milliseconds until a field for an answer is there and the page has gone quiet. @param {Page} page @param {string} address */
async function interactive(page, address) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.addInitScript(watchStart);
  await page.goto(address);
  // Not by waitForFunction: what that puts into the page would be measured, too.
  await session.send("Runtime.evaluate", { expression: "started.shown", awaitPromise: true });
  for (;;) {
    const { ready, quiet } = await page.evaluate(() => {
      const { field, busy } = /** @type {any} */ (globalThis).started;
      const ready = Math.max(field, busy);
      return { ready, quiet: performance.now() - ready };
    });
    if (quiet >= QUIET_MS) return ready;
    await page.waitForTimeout(QUIET_MS - quiet);
  }
}

/** In the page: notes when the first field is painted, and when the last long task ended. */
function watchStart() {
  /** @type {(shown: true) => void} */
  let tell = () => {};
  const started = { field: 0, busy: 0, shown: new Promise((resolve) => (tell = resolve)) };
  Object.assign(globalThis, { started });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      started.busy = Math.max(started.busy, startTime + duration);
  }).observe({ entryTypes: ["longtask"] });
  const look = () => {
    if (document.querySelector("ch-exercise :is(input, textarea)") === null) return void requestAnimationFrame(look);
    setTimeout(() => {
      started.field = performance.now();
      tell(true);
    });
  };
  look();
}

/** @param {string[]} chapters @returns {Promise<Row[]>} */
function measureRepaints(chapters) {
  // A frame follows at once, not at the screen's next beat: what is measured is the work.
  const flags = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];
  return withSite(async (open, address) => {
    const page = await open();
    /** @type {{ chapter: string, times: number[] }[]} */
    const found = [];
    for (const chapter of chapters) {
      await page.goto("about:blank");
      await page.goto(`${address}/#/${chapter}`);
      await arrived(page);
      // As it stands for a reader who has predicted: tables open, pictures drawn.
      await pressAll(page, "ch-table button", /Show me/);
      const field = page.locator("ch-params input:is([type=text], [type=number], [type=range])").first();
      await field.waitFor({ timeout: 5000 }).catch(() => {});
      if ((await field.count()) === 0) continue;
      await field.scrollIntoViewIfNeeded();
      await page.waitForTimeout(SETTLED_MS);
      const { times, taken } = await field.evaluate(changeOften, CHANGES);
      if (!taken)
        throw new Error(`${chapter}: a change of its first parameter changes no table, so no repaint is measured`);
      found.push({ chapter, times });
    }
    const all = found.flatMap(({ times }) => times);
    return [
      ...found.map(({ chapter, times }) =>
        plain(`${chapter}, parameter to repaint, 95th percentile`, `${quantile(times, 0.95).toFixed(1)} ms`),
      ),
      atMost(
        `Parameter change to repaint, 95th percentile of ${all.length} in ${found.length} chapters`,
        quantile(all, 0.95),
        ASKED.repaintMs,
        { digits: 1, unit: " ms" },
      ),
    ];
  }, flags);
}

/** In the page: milliseconds of each change of a field until it is painted. @param {Element} element @param {number} changes */
async function changeOften(element, changes) {
  const field = /** @type {HTMLInputElement} */ (element);
  field.scrollIntoView({ block: "center" });
  const first = field.value;
  const tables = () => [...document.querySelectorAll("ch-table")].map((table) => table.textContent).join();
  const before = tables();
  const times = [];
  let taken = false;
  for (let i = 0; i < changes; i++) {
    const began = performance.now();
    field.value =
      i % 2 === 0 ? first.replace(/\d(?=\D*$)/, (digit) => `${digit === "9" ? 8 : Number(digit) + 1}`) : first;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve; // comes behind the frame
        port2.postMessage(undefined);
      }),
    );
    times.push(performance.now() - began);
    taken ||= tables() !== before;
  }
  return { times, taken };
}

/** @returns {Row[]} */
function memoryRows() {
  const MiB = (/** @type {string} */ name) => {
    const module = new WebAssembly.Module(readFileSync(join(ROOT, "build", "wasm", `${name}.wasm`)));
    const { memory } = new WebAssembly.Instance(module, {}).exports;
    return /** @type {WebAssembly.Memory} */ (memory).buffer.byteLength / 2 ** 20;
  };
  const form = { digits: 0, unit: " MiB" };
  return [
    atMost("Memory of the page's module, which cannot grow", MiB("clockhand"), ASKED.pageMiB, form),
    atMost("Memory of a worker's module, which cannot grow", MiB("clockhand-worker-simd"), ASKED.workerMiB, form),
  ];
}
