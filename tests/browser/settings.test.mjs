/** Settings: chosen by keyboard, followed at once by everything that is open, kept, and taken along. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inBothThemes } from "./axe.mjs";
import { CHAPTER, exercise, inText, openTables, stored, useSite } from "./site.mjs";

const site = useSite({ before, after });
const FIRST = "The score of one pair";

/** @param {import("playwright-core").Page} page @param {string} group @param {string} name */
async function choose(page, group, name) {
  if ((await page.getByRole("dialog", { name: "Settings" }).count()) === 0)
    await page.getByRole("button", { name: "Settings" }).click();
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.getByRole("group", { name: group }).getByRole("radio", { name, exact: true }).check();
}

/** @param {import("playwright-core").Page} page */
const close = (page) => page.getByRole("button", { name: "Close" }).click();

/** @param {import("playwright-core").Page} page */
const figures = (page) => page.locator('ch-table[run="pair"][table="score"] td').allTextContents();

test("by keyboard alone: opened, changed, closed, with focus back where it was", async () => {
  const { page, context } = await site.open("#/");
  await page.getByRole("button", { name: "Settings" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Settings" });
  await dialog.waitFor();
  await page.keyboard.press("ArrowDown");
  assert.equal((await stored(page)).settings.theme, "light");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Settings");
  await context.close();
});

test("decimals: tables, labels, prompts and the judge agree, and an earlier choice is back after a reload", async () => {
  const { page, context, errors } = await site.open(inText());
  await openTables(page);
  assert.ok((await figures(page)).includes("0.841471"));
  const one = exercise(page, FIRST);
  assert.match((await one.group.locator(".answer label").textContent()) ?? "", /4 decimals/);
  await choose(page, "Decimals", "3");
  await close(page);
  const shown = await figures(page);
  assert.ok(shown.includes("0.841") && !shown.includes("0.841471"));
  assert.ok(shown.includes("0.8414709848078965"), "a column of all digits keeps them");
  assert.match((await one.group.locator(".answer label").textContent()) ?? "", /3 decimals/);
  await one.answer("0.841");
  assert.equal(await one.told(), "Correct");
  await page.reload();
  await page.locator(".answer label", { hasText: "3 decimals" }).first().waitFor();
  await choose(page, "Decimals", "the chapter’s own");
  await close(page);
  await one.answer("0.841");
  assert.equal(await one.told(), "Right so far");
  assert.deepEqual(errors, []);
  await context.close();
});

test("a comma: shown everywhere, read without doubt, kept with a point", async () => {
  const { page, context, errors } = await site.open(inText());
  await openTables(page);
  const one = exercise(page, FIRST);
  await one.field.fill("0.25");
  await choose(page, "Before the decimals", "a comma: 0,5");
  await close(page);
  assert.equal(await one.field.inputValue(), "0,25");
  assert.ok((await figures(page)).some((text) => text.includes("0,841471")));
  const pointed = await page
    .locator("td, data.figure, .answer-shown")
    .evaluateAll((cells) => cells.map((cell) => cell.textContent ?? "").filter((text) => /\d\.\d/.test(text)));
  assert.deepEqual(pointed, []);
  await one.answer("1.234");
  assert.equal(await one.told(), "Could not be read");
  assert.match((await one.verdict.first().textContent()) ?? "", /write 1,234/);
  await one.answer("0,8415");
  assert.equal(await one.told(), "Correct");
  const kept = await stored(page);
  assert.equal(Object.values(kept.exercises)[0].answer, "0.8415");
  assert.ok((await page.locator(".answer label", { hasText: "semicolons or spaces between" }).count()) > 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test("an open worksheet follows, also from another tab", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/worksheet?seed=3`);
  const key = page.locator(".worksheet-key");
  await key.locator("data").first().waitFor();
  assert.match((await key.textContent()) ?? "", /\d\.\d{4}/);
  const other = await context.newPage();
  await other.goto(site.address + "#/");
  await choose(other, "Before the decimals", "a comma: 0,5");
  await key
    .getByText(/\d,\d{4}/)
    .first()
    .waitFor({ timeout: 15000 });
  assert.doesNotMatch((await page.locator("main .figure").allTextContents()).join(" "), /\d\.\d/);
  await context.close();
});

test("hints are offered, or not", async () => {
  const { page, context } = await site.open(inText());
  const one = exercise(page, FIRST);
  await one.button("Hint 1").click();
  assert.equal(await one.group.locator(".hint").count(), 1);
  await choose(page, "Hints", "not offered");
  await close(page);
  assert.equal(await page.locator(".hint").count(), 0);
  assert.equal(await page.getByRole("button", { name: /^Hint/ }).count(), 0);
  await choose(page, "Hints", "offered");
  await close(page);
  assert.equal(await one.group.locator(".hint").count(), 1);
  await context.close();
});

test("the dialog has no violation, light and dark, and fits a narrow window", async () => {
  const { page, context } = await site.open("#/", { viewport: { width: 320, height: 640 } });
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("dialog", { name: "Settings" }).waitFor();
  assert.deepEqual(await inBothThemes(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.equal(await page.locator("dialog").evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth), true);
  await context.close();
});
