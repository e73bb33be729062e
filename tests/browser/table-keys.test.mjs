/** Tables and matrices by arrow keys, as a person without a pointer reads them. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { exercise, inText, openTables, useSite } from "./site.mjs";

const site = useSite({ before, after });

/** What has the focus: its text, and its place in its table. @param {import("playwright-core").Page} page */
function here(page) {
  return page.evaluate(() => {
    const cell = /** @type {HTMLTableCellElement} */ (document.activeElement);
    const row = /** @type {HTMLTableRowElement|null} */ (cell.closest("tr"));
    const box = cell.getBoundingClientRect();
    const region = cell.closest(".scroll")?.getBoundingClientRect();
    return {
      tag: cell.tagName,
      row: row?.rowIndex ?? -1,
      column: cell.cellIndex ?? -1,
      ringed: cell.matches(":focus-visible") && parseFloat(getComputedStyle(cell).outlineWidth) >= 2,
      inside: region !== undefined && box.left >= region.left - 1 && box.right <= region.right + 1,
    };
  });
}

/** @param {import("playwright-core").Page} page @param {string} keys */
async function press(page, keys) {
  for (const key of keys.split(" ")) await page.keyboard.press(key);
  return here(page);
}

test("arrows, Home and End go through a wide matrix, the region follows, and Tab leaves it", async () => {
  const { page, context } = await site.open(inText(), { viewport: { width: 360, height: 740 } });
  await openTables(page);
  const table = page.locator("ch-table .scroll[tabindex='-1'] table[data-layout=matrix]").first();
  const size = await table.evaluate((/** @type {HTMLTableElement} */ one) => ({
    rows: one.rows.length - 1,
    columns: (one.rows[1]?.cells.length ?? 0) - 1,
  }));
  assert.equal(await table.locator("[tabindex='0']").count(), 1, "one tab stop");
  await table.locator("[tabindex='0']").focus();
  assert.deepEqual(await press(page, "ArrowRight"), { tag: "TD", row: 1, column: 1, ringed: true, inside: true });
  const end = await press(page, "End");
  assert.deepEqual([end.row, end.column, end.inside], [1, size.columns, true]);
  assert.deepEqual((await press(page, "ArrowRight")).column, size.columns, "the edge holds");
  const last = await press(page, "Control+End");
  assert.deepEqual([last.row, last.column], [size.rows, size.columns]);
  assert.ok(await table.evaluate((one) => (one.parentElement?.scrollLeft ?? 0) > 0));
  const back = await press(page, "Control+ArrowLeft ArrowLeft ArrowUp");
  assert.deepEqual([back.row, back.column, back.inside], [size.rows - 1, size.columns - 1, true]);
  const top = await press(page, "Control+Home");
  assert.deepEqual([top.tag, top.row, top.column, top.inside], ["TH", 0, 0, true]);
  await page.keyboard.press("Tab");
  assert.equal(await table.evaluate((one) => one.contains(document.activeElement)), false, "no trap");
  await page.keyboard.press("Shift+Tab");
  const again = await here(page);
  assert.deepEqual([again.row, again.column], [0, 0], "back to the cell that was left");
  await context.close();
});

test("a cell is told with its headers, and a covered table is none to go through", async () => {
  const { page, context } = await site.open(inText());
  assert.equal(await page.locator("ch-table [data-covered=true] [tabindex='0']").count(), 0);
  await openTables(page);
  const tree = await page.locator("ch-table table[data-layout=matrix]").first().ariaSnapshot();
  assert.match(tree, /- grid /);
  assert.match(tree, /- columnheader /);
  assert.match(tree, /- rowheader /);
  assert.match(tree, /- gridcell /);
  await context.close();
});

test("in a grid of answers arrows go on from the end of a text, and Enter still submits", async () => {
  const { page, context } = await site.open(inText());
  const group = page.locator("ch-exercise", { has: page.locator("table.grid") }).first();
  const fields = group.locator("table.grid input");
  const columns = await group.locator("table.grid tbody tr").first().locator("input").count();
  await fields.first().fill("12");
  const at = () => fields.evaluateAll((inputs) => inputs.indexOf(/** @type {HTMLElement} */ (document.activeElement)));
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), 0, "inside a text an arrow moves the caret");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await at(), 1);
  await page.keyboard.press("ArrowDown");
  assert.equal(await at(), columns + 1);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), columns);
  await page.keyboard.press("Enter");
  await group.locator(".verdict").waitFor();
  await context.close();
});

test("a table that a reset covers again is no grid any more", async () => {
  const { page, context } = await site.open(inText());
  const one = exercise(page, "The score of one pair");
  await one.answer("0.5");
  const table = page.locator('ch-table[run="pair"][table="score"] table');
  assert.equal(await table.getAttribute("role"), "grid");
  await one.button("Reset").click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
  await page.locator('ch-table[run="pair"][table="score"] [data-covered=true]').first().waitFor();
  assert.equal(await table.getAttribute("role"), null);
  await context.close();
});
