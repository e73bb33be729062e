/** Tables are covered until a prediction, and real tables once open. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { exercise, inText, openTables, useSite } from "./site.mjs";

const site = useSite({ before, after });
const FIRST = "The score of one pair";

/** @param {import("playwright-core").Page} page */
const score = (page) => page.locator('ch-table[run="pair"][table="score"]');

test("a covered table shows no value, not even to a screen reader, until any prediction opens it", async () => {
  const { page, context } = await site.open(inText());
  const table = score(page);
  assert.doesNotMatch((await table.textContent()) ?? "", /0\.84/);
  const one = exercise(page, FIRST);
  await one.answer("abc");
  assert.doesNotMatch((await table.textContent()) ?? "", /0\.84/, "an unreadable text is no prediction");
  await one.answer("0.3");
  await table.getByText("0.841471").first().waitFor();
  assert.equal(
    await page.locator('ch-table[run="pair-moved"][table="score"]').getByRole("button", { name: "Show me" }).count(),
    1,
  );
  await context.close();
});

test("“Show me” opens one table without a prediction, and leaves the exercise open", async () => {
  const { page, context } = await site.open(inText());
  await score(page).getByRole("button", { name: "Show me" }).click();
  await score(page).getByText("0.841471").first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "TABLE");
  assert.equal(await page.evaluate(() => localStorage.getItem("clockhand")), null);
  await context.close();
});

test("a large covered table tells its shape in words, a small one shows where its figures will stand", async () => {
  const { page, context } = await site.open("#/03-sinusoidal-positions");
  const large = page.locator('ch-table[run="many"]');
  await large.getByText("64 rows (position p), 64 columns (feature)").waitFor();
  assert.equal(await large.locator("table").count(), 0);
  assert.equal(await page.locator('ch-table[run="table"][table="table"] td.cover').count(), 12 * 8);
  await large.getByRole("button", { name: "Show me" }).click();
  await large.getByRole("button", { name: "Show the table" }).click();
  assert.equal(await large.locator("tbody td").count(), 64 * 64);
  assert.equal(await large.locator(".table-shape").count(), 0);
  await context.close();
});

test("“Show me” takes the focus to a picture, too", async () => {
  const { page, context } = await site.open(inText());
  const dots = page.locator('ch-table[run="pairs"][table="dots"]');
  await dots.getByRole("button", { name: "Show me" }).press("Enter");
  await page.waitForFunction(() => document.activeElement?.tagName === "FIGURE");
  await page.getByRole("status").filter({ hasText: "The picture is shown." }).waitFor({ state: "attached" });
  await context.close();
});

test("no placeholder of the chapter shows a fault, and every table has a caption, headed columns and, of several rows, named ones", async () => {
  const { page, context, errors } = await site.open(inText());
  assert.deepEqual(await page.locator(".fault").allTextContents(), []);
  await openTables(page);
  const faults = await page.evaluate(() =>
    [...document.querySelectorAll("ch-table")]
      .filter((host) => {
        const table = host.querySelector("table");
        const rows = [...(table?.tBodies[0]?.rows ?? [])];
        const heads = [...(table?.querySelectorAll("thead th") ?? [])];
        return (
          !table?.caption?.textContent?.trim() ||
          heads.length === 0 ||
          heads.some((head) => head.getAttribute("scope") !== "col") ||
          (rows.length > 1 && rows.some((row) => row.querySelector("th[scope=row]") === null)) ||
          host.querySelector(".fault") !== null
        );
      })
      .map((host) => host.outerHTML.slice(0, 120)),
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a cue is a word and a line style, not a colour alone", async () => {
  const { page, context } = await site.open(inText());
  const dots = page.locator('ch-table[run="pairs"][table="dots"]');
  await dots.getByRole("button", { name: "Show me" }).click();
  await dots.getByRole("button", { name: "Show the table" }).click();
  const cells = await dots.locator("tbody td").evaluateAll((all) =>
    all.map((cell) => ({
      word: cell.querySelector(".cell-cue")?.textContent,
      line: getComputedStyle(cell).borderBlockEndStyle,
    })),
  );
  assert.equal(new Set(cells.map(({ word }) => word)).size, 3);
  assert.deepEqual([...new Set(cells.map(({ line }) => line))].sort(), ["dashed", "double", "solid"]);
  await context.close();
});

test("a third kind of single line is dotted", async () => {
  const { page, context } = await site.open("#/04-ways-to-give-position");
  await openTables(page);
  const marks = page.locator('ch-table[run="bias"][table="bias"] .legend .cue-line');
  const lines = await marks.evaluateAll((all) => all.map((mark) => getComputedStyle(mark).borderBlockStartStyle));
  assert.deepEqual(lines, ["solid", "dashed", "dotted"]);
  await context.close();
});
