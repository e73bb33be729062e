/** Terms: explained beside the text, by mouse and by keyboard, and listed in the glossary. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHAPTER, arrived, useSite } from "./site.mjs";

const site = useSite({ before, after });

test("a term opens a note beside it, and Escape returns to the text", async () => {
  const { page, context, errors } = await site.open(`#/${CHAPTER}`);
  const term = page.locator("a.term").first();
  const text = await term.textContent();
  await term.focus();
  await page.keyboard.press("Enter");
  const note = page.getByRole("dialog", { name: text ?? "" });
  await note.waitFor();
  assert.match((await note.textContent()) ?? "", /\S.*All terms/s);
  assert.match(page.url(), new RegExp(`#/${CHAPTER}$`), "the page is not left");
  await page.keyboard.press("Escape");
  await note.waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), text, "focus is where it was");
  assert.deepEqual(errors, []);
  await context.close();
});

test("from the note to the entry, and from the entry back to the chapter", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`);
  await page.locator("a.term").first().click();
  await page.getByRole("link", { name: "All terms" }).click();
  await page.getByRole("heading", { level: 1, name: "Terms and symbols" }).waitFor();
  const entry = page.locator(".glossary-entry:focus");
  await entry.waitFor();
  await entry.getByRole("link", { name: "RoPE: a turn for each position" }).click();
  await page.waitForURL(new RegExp(`#/${CHAPTER}$`));
  await context.close();
});

test("where the glossary cannot be loaded, the term leads to its page, which says so", async () => {
  const { page, context } = await site.fresh();
  await page.route("**/glossary.json", (route) => route.abort());
  await page.goto(`${site.address}#/${CHAPTER}`);
  await page.locator("a.term").first().click();
  await page.getByText("This page could not be loaded").waitFor();
  await context.close();
});

test("a glossary that comes late opens the term that was clicked last, and nothing over a page that was left", async () => {
  const { page, context } = await site.fresh();
  /** @type {(() => void)[]} */
  const waiting = [];
  await page.route("**/glossary.json", async (route) => {
    await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    await (waiting.length === 1 ? route.abort() : route.continue());
  });
  await page.goto(`${site.address}#/${CHAPTER}`);
  await arrived(page);
  const press = (/** @type {number} */ at) =>
    page
      .locator("a.term")
      .nth(at)
      .evaluate((link) => /** @type {HTMLElement} */ (link).click());
  await Promise.all([page.waitForEvent("request"), press(0)]);
  await page.evaluate(() => (location.hash = ""));
  await page.locator("ch-index").waitFor();
  await Promise.all([page.waitForEvent("requestfailed"), waiting[0]?.()]);
  await page.waitForTimeout(50);
  assert.equal(new URL(page.url()).hash, "", "nobody waits for the glossary's page");
  await page.goBack();
  await arrived(page);
  await Promise.all([page.waitForEvent("request"), press(0)]);
  await press(1);
  const last = (await page.locator("a.term").nth(1).textContent()) ?? "";
  waiting[1]?.();
  await page.locator(".note").waitFor();
  assert.equal(await page.locator(".note").getAttribute("aria-label"), last);
  assert.ok(page.url().endsWith(`#/${CHAPTER}`), "the page is not left");
  await context.close();
});

test("a note stays inside a narrow window", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`, { viewport: { width: 320, height: 640 } });
  for (const term of (await page.locator("a.term").all()).slice(0, 12)) {
    await term.click();
    await page.locator(".note").waitFor();
    const box = await page.locator(".note").boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 320 && box.y >= 0, JSON.stringify(box));
    await page.keyboard.press("Escape");
  }
  await context.close();
});
