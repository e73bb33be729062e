/** In a narrow window: one direction to scroll, links land where they say, wide tables say that they go on. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { CHAPTER, SITE, arrived, inText, openTables, pressAll, useSite } from "./site.mjs";

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
  const { page, context } = await site.open(inText(), { viewport });
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
    ["7", "0", "?"],
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

/** What a window of 1280 by 1024 pixels leaves at four times the size; phones are as wide and higher. */
const NARROWEST = { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 };

/** What an element of the text may paint beside its room: `overflow-clip-margin`. */
const CLIP_MARGIN = 8;

/**
 * What makes the window or the open dialog scroll sideways, or is cut off at its side or at its block's: all that reaches beyond
 * it and is in no box of its own that scrolls.
 * @param {import("playwright-core").Page} page
 */
function beyond(page) {
  return page.evaluate((clipMargin) => {
    const dialog = document.querySelector("dialog[open]");
    const frame = dialog?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
    /** @param {Element} element */
    const scrollsAlone = (element) => {
      for (let box = element.parentElement; box !== null && box !== dialog && box !== document.body;) {
        if (box.matches(".hidden, svg") || /auto|scroll/.test(getComputedStyle(box).overflowX)) return true;
        box = box.parentElement;
      }
      return false;
    };
    const out = [...(dialog ?? document.body).querySelectorAll("*")].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      const stands = width > 0 && !element.matches(".hidden, .skip, mspace");
      // An element of the text paints nothing beyond its room (styles/layout.css).
      const block = element.closest("ch-exercise, ch-table, ch-params, ch-checks")?.getBoundingClientRect();
      const [first, last] = [
        Math.max(frame.left, (block?.left ?? -Infinity) - clipMargin),
        Math.min(frame.right, (block?.right ?? Infinity) + clipMargin),
      ];
      return stands && (right > last + 1 || left < first - 1) && !scrollsAlone(element);
    });
    const sideways = [document.documentElement, ...(dialog === null ? [] : [dialog])].filter(
      (box) => box.scrollWidth > box.clientWidth,
    );
    return [...sideways, ...out].map((element) => element.outerHTML.slice(0, 120));
  }, CLIP_MARGIN);
}

test("in the narrowest window every page and dialog scrolls in one direction, and a dialog closes without scrolling", async () => {
  const { chapters } = JSON.parse(await readFile(join(SITE, "course.json"), "utf8"));
  const ids = chapters.map((/** @type {{ id: string }} */ { id }) => id);
  const { page, context } = await site.open("#/", NARROWEST);
  const places = [
    ...ids,
    ...ids.map((/** @type {string} */ id) => `${id}/worksheet`),
    "glossary",
    "progress",
    "judging",
    "",
  ];
  for (const place of places) {
    const before = await page.title();
    await page.goto(`${site.address}#/${place}`);
    await page.waitForFunction((title) => document.title !== title, before);
    await arrived(page);
    await openTables(page);
    await pressAll(page, "ch-exercise button", /^(Hint 1|Show the answer)/);
    assert.deepEqual(await beyond(page), [], place);
  }
  for (const name of ["Search", "Settings"]) {
    await page.getByRole("button", { name }).click();
    await page.getByRole("dialog").waitFor();
    if (name === "Search") await page.keyboard.type("rotation");
    assert.deepEqual(await beyond(page), [], name);
    const close = page.getByRole("dialog").getByRole("button", { name: "Close" });
    const { y = -1, height = 0 } = (await close.boundingBox()) ?? {};
    assert.ok(y >= 0 && y + height <= NARROWEST.viewport.height, `${name} closes at ${y}`);
    await close.click({ noWaitAfter: true });
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await page.goto(`${site.address}#/${CHAPTER}`);
  await arrived(page);
  const put = (/** @type {string} */ where, /** @type {string} */ size) =>
    page
      .locator(where)
      .first()
      .evaluate((box, inlineSize) => {
        const wide = Object.assign(document.createElement("p"), { textContent: "wide" });
        wide.style.inlineSize = inlineSize;
        box.append(wide);
      }, size);
  await put("ch-exercise", "300px");
  assert.match((await beyond(page)).join(), /wide/, "what its block cuts off is found");
  await page.getByText("wide", { exact: true }).evaluate((wide) => wide.remove());
  await put("main", "330px");
  assert.match((await beyond(page)).join(), /wide/, "what is too wide is found");
  await context.close();
});
