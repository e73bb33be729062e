/** On a phone: links land where they say, wide tables say that they go on, the page on judging stays short. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHAPTER, openTables, useSite } from "./site.mjs";

const site = useSite({ before, after });
const viewport = { width: 360, height: 740 };
const HYPHEN_FOR_MINUS = /(?<![\p{L}\p{N}_.)\]])-(?=[\d.])/u;

for (const link of ["input-adjoint?seed=2", "check-cost", "only-query-moves"]) {
  test(`a link to ${link} lands there on the first load`, async () => {
    const { page, context } = await site.open(`#/${CHAPTER}/${link}`, { viewport });
    const id = link.replace(/\?.*/, "");
    await page.waitForFunction((name) => document.activeElement?.id === name, id);
    await page.waitForTimeout(500);
    const top = await page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().top);
    assert.ok(top >= 0 && top < viewport.height / 4, `top at ${top}`);
    await page.mouse.wheel(0, 400);
    await page.waitForFunction((before) => window.scrollY > before, await page.evaluate(() => window.scrollY - 1));
    await context.close();
  });
}

test("a table wider than its box says so, and one that fits does not", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`, { viewport });
  await openTables(page);
  const told = await page.locator("ch-table .scroll").evaluateAll((boxes) =>
    boxes.map((box) => ({
      wide: box.scrollWidth > box.clientWidth,
      said: getComputedStyle(box, "::before").content.includes("scroll"),
    })),
  );
  assert.ok(told.some(({ wide }) => wide) && told.some(({ wide }) => !wide));
  assert.deepEqual(
    told.filter(({ wide, said }) => wide !== said),
    [],
  );
  await context.close();
});

test("the page on judging is short, and an opened rule shows its verdicts", async () => {
  const { page, context } = await site.open("#/judging", { viewport });
  await page.locator(".cases-count").waitFor();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height < 8000, `${height} px`);
  await page.locator(".cases-rule summary").first().click();
  const said = page.locator(".cases-said").first();
  await said.waitFor();
  const box = await said.boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= viewport.width);
  await context.close();
});

test("a covered table still shows what the reader set", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}?pair.m=7`, { viewport });
  const cells = page.locator('ch-table[run="pair"][table="score"] tbody tr').first().locator("td");
  assert.deepEqual(
    (await cells.allTextContents()).slice(0, 3).map((text) => text.replace(/\s+/g, "")),
    ["7", "0", "?covered"],
  );
  await context.close();
});

test("every negative figure has a full minus sign", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}?pair.q=-1,2`, { viewport });
  await openTables(page);
  for (const text of await page.locator("main").allInnerTexts()) {
    const at = text.search(HYPHEN_FOR_MINUS);
    assert.equal(at, -1, text.slice(Math.max(0, at - 60), at + 20));
  }
  await context.close();
});
