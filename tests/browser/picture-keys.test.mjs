/** Pictures without a mouse: every value is told by arrow keys. And how they move: between steps, and only while they are seen. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { violations } from "./axe.mjs";
import { CHAPTER, pressAll, useSite } from "./site.mjs";

const site = useSite({ before, after });
const LAST = "07-causal-rope-attention";
const STEPS = /** @type {const} */ (["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"]);

/** Opens a chapter, uncovered. @param {string} address @param {object} [options] */
async function open(address, options) {
  const opened = await site.open(`#/${address}`, options);
  await pressAll(opened.page, "ch-table button", /Show me/);
  return opened;
}

/** @type {Map<string, ReturnType<typeof open>>} */
const chapters = new Map();

/** A chapter that tests share, each of which looks at a picture of its own, or moves it first. @param {string} address */
function shared(address) {
  const opened = chapters.get(address) ?? open(address);
  chapters.set(address, opened);
  return opened;
}

/** A picture in a chapter, uncovered. @param {string} address @param {string} run @param {string} name @param {ReturnType<typeof open>} [reader] */
async function picture(address, run, name, reader = shared(address)) {
  const opened = await reader;
  const table = opened.page.locator(`ch-table[run="${run}"][table="${name}"]`);
  await table.scrollIntoViewIfNeeded();
  await table.locator("svg .ring").waitFor({ state: "attached" });
  const svg = table.getByRole("application");
  const told = async () => (await table.locator(".picture-told").textContent()) ?? "";
  return {
    ...opened,
    table,
    svg,
    told,
    /** What is told after a key. @param {string} key */
    press: async (key) => {
      await svg.press(key);
      await opened.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      return told();
    },
    /** Middle of what an element draws, in the window. @param {string} selector */
    middle: (selector, at = 0) =>
      table
        .locator(selector)
        .nth(at)
        .evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        }),
  };
}

test("the points of lines are told by arrow keys and by the pointer, each with a figure of the table and a ring round it", async () => {
  const { page, svg, table, press, middle } = await picture(LAST, "costs", "compared");
  await svg.focus();
  await table.locator(".picture-told", { hasText: "Arrow keys" }).waitFor();
  const first = await press("ArrowRight");
  const second = await press("ArrowRight");
  assert.notEqual(first, second);
  const [ring, dot] = [await middle(".ring"), await middle(".series-0 circle", 1)];
  assert.ok(Math.hypot(ring.x - dot.x, ring.y - dot.y) < 1, JSON.stringify({ ring, dot }));
  const other = await press("ArrowDown");
  assert.equal(other.split(". ")[0], second.split(". ")[0], "the other series at the same place");
  assert.notEqual(other, second);
  assert.equal(await press("ArrowUp"), second);
  assert.equal(await press("Control+ArrowRight"), second, "with another key held it is the browser's");
  assert.equal(await press("ArrowLeft"), first);
  assert.equal(await press("ArrowLeft"), first, "the edge is the end");
  const shape = await table.evaluate(
    (element) => getComputedStyle(element.querySelector("svg") ?? element).outlineStyle,
  );
  assert.notEqual(shape, "none", "focus is seen");
  const { x, y } = await middle(".series-1 circle", 1);
  await page.mouse.move(x + 3, y - 3);
  await table.locator(".picture-told", { hasText: other }).waitFor();
  await table.getByRole("button", { name: "Show the table" }).click();
  const cells = (await table.locator("tbody td").allTextContents()).map((text) => text.trim());
  const figures = [first, second, other].map((text) => /: (\S+)\.$/.exec(text)?.[1]);
  for (const figure of figures) assert.ok(cells.includes(figure ?? ""), `${figure} stands in the table`);
});

for (const [kind, address, run, name, count] of /** @type {const} */ ([
  ["bars", "01-attention-by-hand", "hand", "weights", 4],
  ["dials", CHAPTER, "schedule", "frequencies", 2],
  ["slots", LAST, "padding", "slots", 15],
  ["arrows", CHAPTER, "pair", "rotated", 2],
]))
  test(`every value of ${kind} is told by arrow keys alone`, async () => {
    const { table, svg, press } = await picture(address, run, name);
    assert.equal(await svg.getAttribute("data-kind"), kind);
    const seen = new Set([await press("ArrowRight")]);
    for (let row = 0; row < count; row += 1) {
      for (const key of [STEPS[0], STEPS[1]]) for (let i = 0; i < count; i += 1) seen.add(await press(key));
      seen.add(await press("ArrowDown"));
      if (seen.size >= count) break;
    }
    assert.equal(seen.size, count, [...seen].join("\n"));
    for (const text of seen) assert.match(text, /\p{L}.*[\d✓.]\D*$/u);
    assert.equal(await table.locator("svg > :not([aria-hidden])").count(), 0, "nothing is told twice");
  });

test("axe finds nothing in a picture that tells a value, and does find a fault beside it", async () => {
  const { page, context, press, svg } = await picture(LAST, "costs", "compared", open(LAST));
  await press("ArrowRight");
  const faults = () => violations(page, "figure.picture-frame");
  assert.deepEqual(await faults(), []);
  await svg.evaluate((element) => element.after(document.createElement("input")));
  assert.notDeepEqual(await faults(), []);
  await context.close();
});

test("a picture that is drawn again moves what it tells and says nothing; Play says once where it has stopped", async () => {
  const { page, context, table, svg, press, told } = await picture(
    CHAPTER,
    "pair",
    "rotated",
    open(CHAPTER, { reducedMotion: "no-preference" }),
  );
  const said = () => page.evaluate(() => /** @type {any} */ (window).said);
  await page.evaluate(() => {
    const region = /** @type {Element} */ (document.querySelector("ch-app > [role=status]"));
    Object.assign(window, { said: [] });
    const hear = () => region.textContent && /** @type {any} */ (window).said.push(region.textContent);
    new MutationObserver(hear).observe(region, { childList: true, characterData: true, subtree: true });
  });
  await svg.focus();
  await page.waitForFunction(() => /** @type {any} */ (window).said.length === 1);
  const first = await press("ArrowRight");
  await page.waitForFunction(() => /** @type {any} */ (window).said.length === 2);
  assert.equal((await said())[1], first);
  await table.getByRole("button", { name: /^Play/ }).first().click();
  await table.locator(".picture-told").filter({ hasNotText: first }).waitFor();
  assert.equal(await table.locator("[aria-live]:not([aria-live=off])").count(), 0);
  await page.waitForTimeout(100);
  assert.equal((await said()).length, 2);
  await table.getByRole("button", { name: /^Stop/ }).click();
  await page.waitForFunction(() => /** @type {any} */ (window).said.length === 3);
  assert.ok((await said())[2].endsWith(await told()));
  await context.close();
});

/** Collects where the tip of the query's arrow has stood. @param {import("playwright-core").Locator} table */
async function followTip(table) {
  await table.locator("circle.tip").first().waitFor();
  await table.evaluate((element) => {
    const tip = /** @type {Element} */ (element.querySelector("circle.tip"));
    /** @type {number[]} */
    const between = [];
    Object.assign(window, { between });
    new MutationObserver(() => {
      const angle = Math.atan2(-Number(tip.getAttribute("cy")), Number(tip.getAttribute("cx")));
      // A whole position turns the arrow by as many radians.
      const distances = Array.from({ length: 25 }, (_, m) => Math.abs(Math.sin((angle - m) / 2)));
      if (Math.min(...distances) > 1e-3) between.push(angle);
    }).observe(tip, { attributes: true });
  });
}

test("while a slider plays the arrows stand between its steps, too, and it stops where nobody sees it", async () => {
  const { page, context, table } = await picture(
    CHAPTER,
    "pair",
    "rotated",
    open(CHAPTER, { reducedMotion: "no-preference" }),
  );
  await followTip(table);
  const play = table.getByRole("button", { name: /^Play/ }).first();
  await play.click();
  await page.waitForFunction(() => /** @type {any} */ (window).between.length > 0);
  assert.equal(await table.getByRole("button", { name: /^Stop/ }).count(), 1);
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await table.getByRole("button", { name: /^Stop/ }).waitFor({ state: "detached" });
  await page.evaluate(() => Reflect.deleteProperty(document, "hidden"));
  await play.click();
  assert.equal(await table.getByRole("button", { name: /^Stop/ }).count(), 1, "plays again");
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await table.getByRole("button", { name: /^Stop/ }).waitFor({ state: "detached" });
  await context.close();
});

test("where no motion is wanted the arrows stand at whole positions alone", async () => {
  const { page, table } = await picture(CHAPTER, "pair", "rotated");
  await followTip(table);
  for (const m of ["5", "9", "2"]) {
    await table.getByRole("slider").first().fill(m);
    await table.getByRole("status").first().filter({ hasText: m }).waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).between), []);
});
