/** A block pasted into a grid: every cell keeps what was typed, wherever the core would begin and end it. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { parseBlock } from "../../web/src/exercise/paste.js";
import { CHAPTER, inText, openCore, useSite } from "./site.mjs";

const site = useSite({ before, after });
const core = await openCore();

/** @type {Record<string, number[]>} */
const SHAPES = { "2x2": [2, 2], "3x3": [3, 3], "1x3": [1, 3], "3x1": [3, 1], "3x4": [3, 4] };
const WIDE = ["3x3", "3x4"];
const ALL = Object.keys(SHAPES);

/** @type {[string, string, string[]][]} what is pasted, its cells (| between, / between rows), and into which grids */
const BLOCKS = [
  ["1\t2\n3\t4", "1|2/3|4", ALL],
  ["1\t2\r\n3\t4\r\n", "1|2/3|4", ALL],
  ["0,5\t1\n2\t3", "0,5|1/2|3", ALL],
  ["0,5\t0,6", "0,5|0,6", ALL],
  ["0,5\t0,6\t0,7\t0,8", "0,5|0,6|0,7|0,8", ALL],
  ["sin(1)\tcos(1)\t2\n3\t4\t5", "sin(1)|cos(1)|2/3|4|5", ALL],
  ["(1+2)\t3", "(1+2)|3", ALL],
  ["1 2\n3 4", "1|2/3|4", ["2x2", ...WIDE]],
  ["1, 2\n3, 4", "1|2/3|4", ALL],
  ["[[1, 2], [3, 4]]", "1|2/3|4", ALL],
  ["[[1,2],\n [3,4]]", "1|2/3|4", ALL],
  ["1,2;3,4", "1|2/3|4", ["2x2"]],
  ["0,5\n0,6\n0,7", "0,5/0,6/0,7", ["2x2", "3x1", ...WIDE]],
  ["0,5\n0,6\n0,7", "0,5|0,6|0,7", ["1x3"]],
  ["0,5;1,5;2,5", "0,5/1,5/2,5", ["2x2", "3x1", ...WIDE]],
  ["0,5;1,5;2,5", "0,5|1,5|2,5", ["1x3"]],
  ["[[0,5 1,5]]", "0,5|1,5", ALL],
  ["1/3, 2/3, 3 1/3", "1/3|2/3|3 1/3", ["2x2", "1x3", ...WIDE]],
  ["1/3, 2/3, 3 1/3", "1/3/2/3/3 1/3", ["3x1"]],
  ["1\t\n3\t4", "1|/3|4", ALL],
  ["1,234\t2\n3\t4", "1,234|2/3|4", ALL],
  ["x\ty\n1\t2", "x|y/1|2", ALL],
  ["1, 2, x", "1, 2, x", ALL],
  ["7", "7", ALL],
  ["", "", ALL],
];

for (const [text, cells, grids] of BLOCKS) {
  test(`a pasted ${JSON.stringify(text)} becomes ${cells} in ${grids.join(", ")}`, () => {
    for (const grid of grids) {
      const [rows = 0, columns = 0] = SHAPES[grid] ?? [];
      const block = parseBlock(text, { rows, columns }, (field) => /** @type {any} */ (core.read(field)));
      assert.equal(block.map((row) => row.join("|")).join("/"), cells, grid);
    }
  });
}

/** @param {import("playwright-core").Locator} field @param {string} text */
const paste = (field, text) =>
  field.evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** @param {import("playwright-core").Locator} fields */
const valuesOf = (fields) =>
  fields.evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value));

test("a pasted block lands in the grid, and stands in no cell of a grid of another size", async () => {
  const { page, context } = await site.open(inText());
  const grid = page
    .locator("ch-exercise[data-instance]")
    .filter({ has: page.locator("table.grid") })
    .first();
  const fields = grid.locator("table.grid input");
  const before = await fields.count();
  await paste(fields.first(), "0,5\t1/3\nsin(1)\t2");
  const typed = await valuesOf(fields);
  assert.deepEqual(
    typed.filter((text) => text !== ""),
    ["0,5", "1/3", "sin(1)", "2"],
  );
  const id = await grid.getAttribute("id");
  const run = await grid.evaluate((element) => /** @type {any} */ (element).session.exercise.run);
  await page.evaluate((hash) => (location.hash = hash), `#/${CHAPTER}/${id}?${run}.positions=2&${run}.shift=1`);
  await page.waitForFunction(
    ([name, count]) => document.querySelectorAll(`#${name} table.grid input`).length !== count,
    /** @type {[string|null, number]} */ ([id, before]),
  );
  assert.deepEqual(new Set(await valuesOf(fields)), new Set([""]));
  await page.evaluate((hash) => (location.hash = hash), `#/${CHAPTER}/${id}`);
  await page.waitForFunction(
    ([name, count]) => document.querySelectorAll(`#${name} table.grid input`).length === count,
    /** @type {[string|null, number]} */ ([id, before]),
  );
  assert.deepEqual(await valuesOf(fields), typed);
  await context.close();
});
