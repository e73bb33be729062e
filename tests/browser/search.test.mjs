/** Search: loaded when first used, by keyboard all the way, from the site and from one file. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { inBothThemes } from "./axe.mjs";
import { CHAPTER, ONE_FILE, useSite } from "./site.mjs";

const site = useSite({ before, after });

/** @param {import("playwright-core").Page} page */
const dialog = (page) => page.getByRole("dialog", { name: "Search the course" });

/** @param {import("playwright-core").Page} page @param {string} words */
async function search(page, words) {
  await page.getByRole("button", { name: "Search" }).click();
  await dialog(page).waitFor();
  await page.keyboard.type(words);
}

test("nothing is loaded before the first use; then a word, Enter, and the place is there", async () => {
  const { page, context, errors } = await site.open("#/");
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  const before = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  assert.ok(!before.some((name) => name.endsWith("search.json")));
  await page.keyboard.press("/");
  await dialog(page).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), "search-words");
  await page.keyboard.type("score of one pair");
  await dialog(page).getByRole("status").filter({ hasText: "place" }).waitFor();
  assert.ok(requests.some((url) => url.endsWith("search.json")));
  const first = dialog(page).getByRole("listitem").first();
  assert.match((await first.textContent()) ?? "", /The score of one pair\s+Exercise in chapter \d+, /);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id === "one-pair");
  assert.match(page.url(), new RegExp(`#/${CHAPTER}/one-pair`));
  assert.equal(await page.locator("dialog").count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test("arrows go through the places, Escape closes, and the key is a letter where one types or has it off", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`);
  await search(page, "query");
  await dialog(page).getByRole("link").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const at = () =>
    page.evaluate(() =>
      [...document.querySelectorAll(".found a")].indexOf(/** @type {Element} */ (document.activeElement)),
    );
  assert.equal(await at(), 1);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "search-words");
  await page.locator("#search-words").fill("zzz");
  await dialog(page).getByText("Nothing is found.").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Search");

  const field = page.getByRole("textbox", { name: /Your prediction/ }).first();
  await field.fill("1");
  await page.keyboard.press("/");
  assert.equal(await field.inputValue(), "1/");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("group", { name: "The key / for search" }).getByRole("radio", { name: "off" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  assert.equal(await page.locator("dialog").count(), 0);
  await context.close();
});

test("a heading and a term are found, and a heading's link is known to its chapter", async () => {
  const { page, context } = await site.open("#/");
  for (const [words, place, hash] of /** @type {const} */ ([
    ["explain the turn", /In chapter/, `#/${CHAPTER}/explain-the-turn`],
    ["dot product", /Glossary/, "#/glossary/dot-product"],
  ])) {
    await search(page, words);
    const item = dialog(page).getByRole("listitem").filter({ hasText: place }).first();
    await item.getByRole("link").click();
    await page.waitForFunction((id) => document.activeElement?.id === id, hash.split("/").at(-1));
    assert.ok(page.url().endsWith(hash), page.url());
    assert.equal(await page.locator(".notice").count(), 0);
  }
  await context.close();
});

test("with results there is no violation, light and dark, and nothing beside a narrow window", async () => {
  const { page, context } = await site.open("#/", { viewport: { width: 320, height: 640 } });
  await search(page, "rotation");
  await dialog(page).getByRole("link").first().waitFor();
  assert.deepEqual(await inBothThemes(page), []);
  assert.ok(await dialog(page).evaluate((box) => box.scrollWidth <= box.clientWidth));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await context.close();
});

test("the one-file page searches too, and a site without its index says so", async () => {
  const { page, context: disk } = await site.fresh();
  await page.goto(pathToFileURL(ONE_FILE).href);
  await search(page, "softmax");
  await dialog(page).getByRole("link").first().waitFor();
  await disk.close();
  const { page: served, context } = await site.open("#/");
  await served.route("**/search.json", (route) => route.abort());
  await served.getByRole("button", { name: "Search" }).click();
  await dialog(served).getByText("The search could not be loaded.").waitFor();
  await context.close();
});
