/** Buttons that go when they are pressed, dialogs that the page behind leaves, and parts that fail: whoever reads on is not lost. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHAPTER, arrived, exercise, inText, useSite } from "./site.mjs";

const site = useSite({ before, after });
const TITLE = "The score of one pair";

/** Waits until what has the focus matches. @param {import("playwright-core").Page} page @param {string} selector */
const focusOn = (page, selector) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted) === true, selector);

test("where a pressed button goes, the focus stays near it", async () => {
  const { page, context } = await site.open(inText());
  const { group, button } = exercise(page, TITLE);
  const hints = group.getByRole("button", { name: /^Hint/ });
  while ((await hints.count()) > 0) await hints.press("Enter");
  await focusOn(page, "ch-exercise .tools button");
  await button("Show the answer").press("Enter");
  await group.locator(".answer-shown").waitFor();
  await focusOn(page, "ch-exercise .tools button");
  await group.getByRole("button", { name: "Reset", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Forget" }).press("Enter");
  await focusOn(page, "ch-exercise .exercise-form input");
  await exercise(page, TITLE).answer("0.5");
  await page.getByRole("button", { name: "Reset this chapter" }).press("Enter");
  await page.getByRole("button", { name: "Forget" }).press("Enter");
  await focusOn(page, ".outline a");
  await context.close();
});

test("there is one dialog at a time, and going back closes it", async () => {
  const { page, context } = await site.open("");
  await page.evaluate((chapter) => (location.hash = `#/${chapter}`), CHAPTER);
  await page.locator("ch-exercise").first().waitFor();
  await page.getByRole("button", { name: "Search" }).evaluate((button) => {
    for (let i = 0; i < 2; i += 1) /** @type {HTMLElement} */ (button).click();
  });
  await page.getByRole("dialog").waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  assert.equal(await page.locator("dialog").count(), 1);
  await page.goBack();
  await page.locator("ch-index").waitFor();
  assert.equal(await page.locator("dialog").count(), 0);
  await context.close();
});

test("of two forms of a run the one that was typed in tells a refusal, and resets what it has", async () => {
  const { page, context } = await site.fresh();
  await page.route("**/chapters/*", async (route) => {
    const chapter = await (await route.fetch()).json();
    const forms = ["m n", "theta"].map((only) => `<ch-params run="pair" only="${only}"></ch-params>`);
    await route.fulfill({ json: { ...chapter, html: forms.join("") } });
  });
  await page.goto(`${site.address}#/${CHAPTER}`);
  await arrived(page);
  const forms = page.locator("ch-params");
  const field = (/** @type {number} */ form) => forms.nth(form).locator("input[type=text]").first();
  const own = await field(0).inputValue();
  await field(0).fill("5");
  await field(0).blur();
  await field(1).fill("many");
  await field(1).blur();
  const refusals = (/** @type {number} */ form) => forms.nth(form).locator(".refusal", { hasText: /\S/ });
  await refusals(1).waitFor();
  assert.equal(await refusals(0).count(), 0);
  await forms.nth(1).getByRole("button", { name: "Reset" }).click();
  await refusals(1).waitFor({ state: "detached" });
  assert.equal(await field(0).inputValue(), "5");
  await forms.nth(0).getByRole("button", { name: "Reset" }).click();
  assert.equal(await field(0).inputValue(), own);
  await context.close();
});

test("a part of a text that fails has a sentence in its place, and the rest comes", async () => {
  const { page, context } = await site.fresh();
  /** @type {(value?: undefined) => void} */
  let go = () => {};
  const held = new Promise((resolve) => (go = resolve));
  await page.route("**/chapters/*", async (route) => (await held, route.continue()));
  await page.goto(`${site.address}${inText()}`);
  await page.waitForFunction(() => customElements.get("ch-params") !== undefined);
  await page.evaluate(() => {
    const { prototype } = /** @type {CustomElementConstructor} */ (customElements.get("ch-params"));
    Object.assign(prototype, {
      render: () => {
        throw new Error("It broke.");
      },
    });
  });
  go();
  await arrived(page);
  const faults = await page.locator(".prose .fault").allTextContents();
  assert.ok(faults.length > 0);
  for (const fault of faults) assert.match(fault, /^This could not be shown: It broke\.$/);
  assert.equal(faults.length, await page.locator("ch-params").count());
  assert.equal(await exercise(page, TITLE).field.count(), 1);
  await context.close();
});
