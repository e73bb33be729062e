/** Pictures: what they show is the table's, by mouse, slider and arrow keys; the table is one key away. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHAPTER, openCore, pressAll, useSite } from "./site.mjs";

const site = useSite({ before, after });

/** The chapter with its pictures uncovered. @param {object} [options] */
async function open(options) {
  const opened = await site.open(`#/${CHAPTER}`, options);
  await pressAll(opened.page, "ch-table button", /Show me/);
  return opened;
}

test("the arrow of the query ends where the table says, and the slider turns it", async () => {
  const core = await openCore();
  const { page, context, errors } = await open();
  const table = page.locator('ch-table[run="pair"][table="rotated"]');
  const tip = table.locator("circle.tip").first();
  await table.scrollIntoViewIfNeeded();
  await tip.waitFor();
  const angle = async () => Math.atan2(-Number(await tip.getAttribute("cy")), Number(await tip.getAttribute("cx")));
  for (const m of ["1", "5"]) {
    await table.getByRole("slider").fill(m);
    const result = core.run({ lab: "rope-one-pair", params: { m } });
    assert.ok(result.ok);
    const row = result.tables[0].rows[0];
    await table.getByRole("status").filter({ hasText: m }).waitFor();
    const wanted = Math.atan2(Number(row[6]), Number(row[5]));
    assert.ok(Math.abs((await angle()) - wanted) < 1e-6, `m ${m}: ${await angle()} against ${wanted}`);
  }
  assert.deepEqual(errors, []);
  await context.close();
});

test("arrow keys walk the cells of a matrix, each told with its value and its diagonal", async () => {
  const { page, context } = await open();
  const table = page.locator('ch-table[run="pairs"][table="dots"]');
  const picture = table.getByRole("application");
  await picture.scrollIntoViewIfNeeded();
  await table.locator("rect").first().waitFor();
  await picture.focus();
  await page.keyboard.press("ArrowRight");
  await table.getByText(/position m 0, .*position n 0: 2\.000000\./i).waitFor();
  await page.keyboard.press("ArrowRight");
  await table.getByText(/n 1: 1\.535306\./).waitFor();
  assert.equal(await table.locator("rect.same").count(), 2, "the other diagonal has two cells");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await table.locator("rect.same").count(), 3, "the edge is the end");
  await context.close();
});

test("the table is one key away, and back, with focus kept", async () => {
  const { page, context } = await open();
  const table = page.locator('ch-table[run="schedule"][table="frequencies"]');
  await table.getByRole("button", { name: "Show the table" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await table.locator("svg").count(), 0);
  assert.ok((await table.getByRole("row").count()) > 1);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Show the picture");
  await page.keyboard.press("Enter");
  await table.locator("g.dial").first().waitFor();
  await context.close();
});

test("every picture has a name and a text, and fits a narrow window", async () => {
  const { page, context } = await open({ viewport: { width: 320, height: 640 } });
  const faults = await page.evaluate(async () => {
    const found = [];
    for (const figure of document.querySelectorAll("figure.picture-frame")) {
      figure.scrollIntoView();
      await new Promise((resolve) => setTimeout(resolve, 300));
      const svg = figure.querySelector("svg");
      const text = document.getElementById(svg?.getAttribute("aria-labelledby") ?? "")?.textContent?.trim();
      if (!text || !figure.querySelector("figcaption")?.textContent?.trim()) found.push("no text");
      if ((svg?.childElementCount ?? 0) === 0) found.push("not drawn");
      if ((svg?.getBoundingClientRect().right ?? 999) > innerWidth) found.push("too wide");
    }
    return found;
  });
  assert.deepEqual(faults, []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await context.close();
});

test("where the drawing code does not load, the table is still there", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`);
  await page.route("**/part-*.js", (route) => route.abort());
  await pressAll(page, "ch-table button", /Show me/);
  const table = page.locator('ch-table[run="pair"][table="rotated"]');
  await table.scrollIntoViewIfNeeded();
  await table.getByText("The picture could not be loaded").waitFor();
  await table.getByRole("button", { name: "Show the table" }).click();
  assert.ok((await table.getByRole("row").count()) > 1);
  await context.close();
});
