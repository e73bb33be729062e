/** Access: axe in light and dark in every state, the keyboard alone, narrow windows. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pick } from "../../wasm/clockhand.js";
import { inBothThemes } from "./axe.mjs";
import { CHAPTER, SITE, arrived, exercise, inText, openCore, openTables, pressAll, useSite } from "./site.mjs";

const site = useSite({ before, after });
const FIRST = "The score of one pair";

/** What one mistake of the first exercise gives. */
async function mistaken() {
  const core = await openCore();
  const result = core.run({ lab: "rope-one-pair", mistake: "degrees" });
  return result.ok ? core.format(Number(pick(result, "score[0].dot").cells[0]), 4) : "";
}

const { chapters } = JSON.parse(await readFile(join(SITE, "course.json"), "utf8"));
const PAGES = [
  "#/",
  ...chapters.flatMap((/** @type {{ id: string }} */ { id }) => [`#/${id}`, `#/${id}/worksheet?seed=3`]),
  "#/progress",
  "#/glossary",
  "#/judging",
  "#/99-nothing",
];

for (const hash of PAGES) {
  test(`axe finds nothing on ${hash}, in light and in dark`, async () => {
    const { page, context } = await site.open(hash);
    assert.deepEqual(await inBothThemes(page), []);
    await context.close();
  });
}

test("axe finds nothing with verdicts, hints, answers, refusals and a dialog open", async () => {
  const { page, context } = await site.open(inText());
  await openTables(page);
  await pressAll(page, "ch-exercise button", /^Hint 1/);
  await exercise(page, FIRST).answer(await mistaken());
  const second = exercise(page, "The same pair further along the text");
  await second.answer("abc");
  const choice = page.locator("ch-exercise", { has: page.getByRole("radio") }).first();
  await choice.getByRole("radio").last().check();
  await choice.getByRole("button", { name: "Check" }).click();
  await pressAll(page, "ch-exercise:not(#one-pair) button", /^Show the answer/);
  await page.getByRole("form").first().getByRole("textbox").first().fill("nonsense");
  await page.getByRole("form").first().getByRole("textbox").first().press("Enter");
  assert.deepEqual(await inBothThemes(page), []);
  await exercise(page, FIRST).button("Reset").click();
  await page.getByRole("dialog").waitFor();
  assert.deepEqual(await inBothThemes(page, "dialog"), []);
  await context.close();
});

test("axe does find a fault that is there, and a colour that is one in dark alone", async () => {
  const { page, context } = await site.open("#/");
  await page.evaluate(() => {
    const input = Object.assign(document.createElement("input"), { type: "text" });
    const pale = Object.assign(document.createElement("p"), {
      textContent: "Dark on white is read.",
      style: "color: #333",
    });
    document.querySelector("main")?.append(input, pale);
  });
  const found = await inBothThemes(page);
  assert.match(found.filter((violation) => violation.startsWith("light")).join(), /label/);
  assert.deepEqual(
    found.filter((violation) => violation.includes("color-contrast")).map((violation) => violation.split(": ")[0]),
    ["dark"],
  );
  await context.close();
});

test("the keyboard alone is enough: skip, predict, hint, show a table", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`);
  const focused = () =>
    page.evaluate(
      () =>
        document.activeElement?.textContent?.trim() || document.activeElement?.id || document.activeElement?.tagName,
    );
  /** Tabs until the element with focus passes. @param {(element: Element|null) => boolean} passes */
  const tabTo = async (passes) => {
    for (let i = 0; i < 120; i += 1) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(`(${passes})(document.activeElement)`)) return;
    }
    assert.fail("Tab never reached it");
  };
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Skip to the text");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  await tabTo((element) => element?.closest("#one-pair") !== null && element?.tagName === "INPUT");
  assert.notEqual(
    await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.activeElement)).outlineStyle),
    "none",
  );
  await page.keyboard.type(await mistaken());
  await page.keyboard.press("Enter");
  assert.equal(await exercise(page, FIRST).told(), "A known mistake");
  await tabTo((element) => element?.tagName === "BUTTON" && /Hint 1/.test(element.textContent ?? ""));
  await page.keyboard.press("Space");
  await exercise(page, FIRST).group.getByRole("list", { name: "Hints" }).waitFor();
  await tabTo((element) => element?.textContent?.trim() === "Show me");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "TABLE");
  await context.close();
});

test("a matrix is filled by pasting a block, and arrows move between its rows", async () => {
  const { page, context } = await site.open(inText());
  const grid = page.locator("ch-exercise .grid").first();
  const cells = grid.getByRole("textbox");
  const [rows, total] = [await grid.locator("tbody tr").count(), await cells.count()];
  const columns = total / rows;
  await cells.first().focus();
  const block = Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => r * columns + c).join("\t"),
  ).join("\n");
  await cells.first().evaluate((cell, text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, block);
  assert.equal(await cells.last().inputValue(), String(total - 1));
  await page.keyboard.press("ArrowDown");
  assert.equal(await cells.nth(columns).evaluate((cell) => cell === document.activeElement), true);
  await context.close();
});

test("at no width does anything make the page scroll sideways, with tables covered and open", async () => {
  const { page, context } = await site.fresh();
  const assertFits = async (/** @type {string} */ what) => {
    for (const width of [1440, 768, 360, 320]) {
      await page.setViewportSize({ width, height: 800 });
      const beyond = await page.evaluate(async () => {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return document.documentElement.scrollWidth - window.innerWidth;
      });
      assert.ok(beyond <= 0, `${what}, ${width} px`);
    }
  };
  for (const hash of [`#/${CHAPTER}`, "#/", "#/progress", `#/${CHAPTER}/worksheet`]) {
    await page.goto(site.address + hash);
    await arrived(page);
    await assertFits(hash);
    await openTables(page);
    await pressAll(page, "ch-exercise button", /^(Hint 1|Show the answer)/);
    await assertFits(`${hash}, everything open`);
  }
  await page.evaluate(() => {
    const wide = Object.assign(document.createElement("p"), { textContent: "wide" });
    wide.style.inlineSize = "330px";
    document.querySelector("main")?.append(wide);
  });
  await assert.rejects(assertFits("the control"), /the control, 320 px/);
  await context.close();
});

test("the theme is chosen, kept, and otherwise the system's", async () => {
  const { page, context } = await site.open("#/", { colorScheme: "dark" });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("radio", { name: "light" }).check();
  assert.equal(await theme(), "light");
  await page.reload();
  await page.getByRole("button", { name: "Settings" }).waitFor();
  assert.equal(await theme(), "light");
  await context.close();
});
