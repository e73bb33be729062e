/** The outline: one place is current while the page scrolls either way, it is in sight, and what is done is told. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHAPTER, exercise, useSite } from "./site.mjs";

const site = useSite({ before, after });
const STEPS = 12;

/** @param {import("playwright-core").Page} page */
function state(page) {
  return page.evaluate(() => {
    const places = [...document.querySelectorAll(".prose > h2, ch-exercise")];
    const reached = places.filter((place) => place.getBoundingClientRect().top < innerHeight * 0.35).at(-1)?.id;
    const current = [...document.querySelectorAll(".outline [aria-current]")];
    const [frame, box] = [document.querySelector(".outline"), current[0]].map((one) => one?.getBoundingClientRect());
    return {
      reached,
      current: current.map((link) => link.getAttribute("href")?.split("/").at(-1)),
      seen: !frame || !box || (box.top >= frame.top - 1 && box.bottom <= Math.min(frame.bottom, innerHeight) + 1),
    };
  });
}

/** The state once the outline has followed: what comes into view may move the text a little. @param {import("playwright-core").Page} page */
async function settled(page) {
  for (let tries = 0; tries < 50; tries++) {
    const now = await state(page);
    if (now.current.length === 1 && now.current[0] === now.reached && now.seen) return now;
    await page.waitForTimeout(50);
  }
  return state(page);
}

test("scrolling down and up again, the outline says where the reader is and shows it", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`, { viewport: { width: 1200, height: 800 } });
  await page.locator(".outline a").first().waitFor();
  const height = await page.evaluate(() => document.body.scrollHeight);
  /** @type {Set<string|undefined>} */
  const met = new Set();
  for (let i = 1; i < 2 * STEPS; i += 1) {
    const top = (height * Math.min(i, 2 * STEPS - i)) / STEPS;
    await page.evaluate((y) => window.scrollTo(0, y), top);
    const { reached, current, seen } = await settled(page);
    assert.deepEqual(current, [reached]);
    assert.ok(seen, `${reached} is out of sight in the outline`);
    met.add(reached);
  }
  assert.ok(met.size > STEPS / 2);
  await context.close();
});

test("a link of the outline that has the focus stays in sight, wherever the text goes", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`, { viewport: { width: 1200, height: 400 } });
  const last = page.locator(".outline a").last();
  await last.focus();
  await page.evaluate(() => document.querySelector(".prose > h2")?.scrollIntoView());
  await page.locator(".outline [aria-current]").waitFor();
  const isInSight = () =>
    last.evaluate((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
  assert.ok(await isInSight());
  assert.ok(!(await state(page)).seen, "another place is current, far from it");
  await last.evaluate((link) => /** @type {HTMLElement} */ (link).blur());
  assert.ok((await settled(page)).seen, "the outline goes along again");
  assert.ok(!(await isInSight()));
  await context.close();
});

test("Tab from link to link does not move the outline", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`, { viewport: { width: 1200, height: 400 } });
  await page.evaluate(() => document.querySelector(".prose > h2")?.scrollIntoView());
  await page.locator(".outline [aria-current]").waitFor();
  await page.locator(".outline a").last().focus();
  assert.ok(!(await state(page)).seen, "the place that is current is far from the last link");
  const moves = await page.locator(".outline").evaluateHandle((outline) => {
    /** @type {number[]} */
    const tops = [];
    Object.defineProperty(outline, "scrollTop", {
      configurable: true,
      get: () => 0,
      set(top) {
        tops.push(top);
      },
    });
    return tops;
  });
  await page.keyboard.press("Shift+Tab");
  assert.deepEqual(await moves.jsonValue(), []);
  await page.locator(".outline a:focus").evaluate((link) => /** @type {HTMLElement} */ (link).blur());
  assert.equal((await moves.jsonValue()).length, 1, "whoever leaves it lets it go along again");
  await context.close();
});

test("before the first heading nothing is current, and what is done is said", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`, { viewport: { width: 1200, height: 400 } });
  assert.equal((await state(page)).current.length, 0);
  const link = page.locator(".outline a", { hasText: "The score of one pair" });
  assert.match((await link.textContent()) ?? "", /, Open/);
  await exercise(page, "The score of one pair").answer("0.8415");
  await link.getByText(", Done").waitFor({ state: "attached" });
  assert.match((await page.locator(".outline summary").textContent()) ?? "", /1\/\d+/);
  await context.close();
});
