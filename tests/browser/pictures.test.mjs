/** Pictures: what they show is the table's, by mouse, slider and arrow keys; the table is one key away. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { CHAPTER, SITE, arrived, inText, openCore, pressAll, useSite } from "./site.mjs";

const site = useSite({ before, after });

/** The chapter with its pictures uncovered. @param {object} [options] */
async function open(options) {
  const opened = await site.open(inText(), options);
  await pressAll(opened.page, "ch-table button", /Show me/);
  return opened;
}

/** Such a page; the tests that share it look at a picture each, or set all that they look at. @type {Awaited<ReturnType<typeof open>>} */
let shared;
before(async () => (shared = await open()));

test("the arrow of the query ends where the table says, and the slider turns it", async () => {
  const core = await openCore();
  const { page, errors } = shared;
  const table = page.locator('ch-table[run="pair"][table="rotated"]');
  const tip = table.locator("circle.tip").first();
  await table.scrollIntoViewIfNeeded();
  await tip.waitFor();
  const angle = async () => Math.atan2(-Number(await tip.getAttribute("cy")), Number(await tip.getAttribute("cx")));
  for (const m of ["1", "5"]) {
    await table.getByRole("slider", { name: /query position/i }).fill(m);
    const result = core.run({ lab: "rope-one-pair", params: { m } });
    assert.ok(result.ok);
    const row = result.tables[0].rows[0];
    await table.getByRole("status").first().filter({ hasText: m }).waitFor();
    const wanted = Math.atan2(Number(row[6]), Number(row[5]));
    assert.ok(Math.abs((await angle()) - wanted) < 1e-6, `m ${m}: ${await angle()} against ${wanted}`);
  }
  assert.deepEqual(errors, []);
});

test("the angle between two arrows stays when both move on, and changes when one does", async () => {
  const { page } = shared;
  const table = page.locator('ch-table[run="pair"][table="rotated"]');
  await table.scrollIntoViewIfNeeded();
  const arc = table.locator("path.arc");
  await arc.waitFor();
  const lengthAt = async (/** @type {string} */ m, /** @type {string} */ n) => {
    for (const [name, value] of /** @type {const} */ ([
      [/query position/i, m],
      [/key position/i, n],
    ]))
      await table.getByRole("slider", { name }).fill(value);
    await table.getByRole("status").nth(1).filter({ hasText: n }).waitFor();
    return arc.evaluate((path) => /** @type {SVGPathElement} */ (path).getTotalLength());
  };
  const [here, further, alone] = [await lengthAt("1", "0"), await lengthAt("4", "3"), await lengthAt("1", "3")];
  assert.ok(Math.abs(here - further) < 0.1, `${here} against ${further}`);
  assert.ok(Math.abs(here - alone) > 10, `${here} against ${alone}`);
});

test("a slider moves by itself where motion is allowed, and has no such button elsewhere", async () => {
  const { page, context } = await open({ reducedMotion: "no-preference" });
  const table = page.locator('ch-table[run="schedule"][table="frequencies"]');
  await table.scrollIntoViewIfNeeded();
  const slider = table.getByRole("slider");
  const before = await slider.inputValue();
  await table.getByRole("button", { name: /^Play/ }).click();
  await page.waitForFunction(
    ([was]) =>
      /** @type {any} */ (document.querySelector('ch-table[run="schedule"] input[type="range"]')).value !== was,
    [before],
  );
  await table.getByRole("button", { name: /^Stop/ }).click();
  assert.equal(await table.getByRole("button", { name: /^Play/ }).count(), 1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await table.getByRole("button", { name: /^Play/ }).waitFor({ state: "detached" });
  assert.equal(await slider.count(), 1);
  await context.close();
});

test("arrow keys walk the cells of a matrix, each told with its value and its diagonal", async () => {
  const { page } = shared;
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
});

test("the table is one key away, and back, with focus kept", async () => {
  const { page } = shared;
  const table = page.locator('ch-table[run="schedule"][table="frequencies"]');
  await table.getByRole("button", { name: "Show the table" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await table.locator("svg").count(), 0);
  assert.ok((await table.getByRole("row").count()) > 1);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent?.trim()), "Show the picture");
  await page.keyboard.press("Enter");
  await table.locator("g.dial").first().waitFor();
});

test("every picture has a name and a text, and fits a narrow window", async () => {
  const { page, context } = await open({ viewport: { width: 320, height: 640 } });
  const faults = await page.evaluate(async () => {
    const found = [];
    for (const figure of document.querySelectorAll("figure.picture-frame")) {
      figure.scrollIntoView();
      for (let i = 0; i < 100 && figure.querySelector("svg > *") === null; i++)
        await new Promise((resolve) => setTimeout(resolve, 50));
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
  await table.getByText("The picture could not be shown").waitFor();
  await table.getByRole("button", { name: "Show the table" }).click();
  assert.ok((await table.getByRole("row").count()) > 1);
  await context.close();
});

test("once somebody reads on, every kind of picture has the room that its drawing takes", async () => {
  const kinds = new Set();
  for (const id of ["01-attention-by-hand", "06-rope-pairs", "07-causal-rope-attention"]) {
    const { page, context } = await site.fresh();
    const { exercises } = JSON.parse(await readFile(join(SITE, "chapters", `${id}.json`), "utf8"));
    const entry = { state: "tried", attempts: 1, hints: 0, updated: 1, seed: 0, answer: "" };
    const begun = exercises.map((/** @type {{ id: string }} */ one) => [`${id}/${one.id}`, entry]);
    await page.addInitScript(
      (text) => localStorage.setItem("clockhand", text),
      JSON.stringify({ version: 1, settings: {}, exercises: Object.fromEntries(begun) }),
    );
    await page.goto(`${site.address}#/${id}`);
    await arrived(page);
    assert.equal(await page.locator("svg.picture[height]").count(), 0, "nothing is loaded for a reader at the top");
    await page.mouse.wheel(0, 1);
    await page.waitForFunction(() => document.querySelector("svg.picture:not([height])") === null);
    const found = await page.evaluate(async () => {
      const rooms = [];
      for (const svg of document.querySelectorAll("svg.picture")) {
        const [kept, isDrawn] = [svg.getBoundingClientRect().height, svg.childElementCount > 0];
        svg.scrollIntoView();
        while (svg.childElementCount === 0) await new Promise(requestAnimationFrame);
        const { height } = svg.getBoundingClientRect();
        if (!isDrawn) rooms.push({ kind: svg.getAttribute("data-kind"), kept, height });
      }
      return rooms;
    });
    for (const { kind, kept, height } of found) {
      kinds.add(kind);
      assert.equal(kept, height, `${kind} in ${id}`);
    }
    await context.close();
  }
  assert.deepEqual([...kinds].sort(), ["arrows", "bars", "dials", "heat", "lines", "slots"]);
});

/** Chapters with their pictures uncovered, opened when first looked at. @type {Map<string, Awaited<ReturnType<typeof site.open>>>} */
const chapters = new Map();

/** A picture in a chapter, uncovered. @param {string} address @param {string} run @param {string} name */
async function picture(address, run, name) {
  const opened = chapters.get(address) ?? (await site.open(inText(address)));
  if (!chapters.has(address)) await pressAll(opened.page, "ch-table button", /Show me/);
  chapters.set(address, opened);
  const table = opened.page.locator(`ch-table[run="${run}"][table="${name}"]`);
  await table.scrollIntoViewIfNeeded();
  await table.locator("svg > *").first().waitFor({ state: "attached" });
  return {
    ...opened,
    table,
    numbers: (/** @type {string} */ what, /** @type {string} */ attribute) =>
      table.locator(what).evaluateAll((all, at) => all.map((one) => Number(one.getAttribute(at))), attribute),
  };
}

test("wavelengths lie on a straight line over a logarithmic axis", async () => {
  const { numbers } = await picture("03-sinusoidal-positions", "speeds", "pairs");
  const heights = await numbers("circle", "cy");
  const steps = heights.slice(1).map((at, i) => at - /** @type {number} */ (heights[i]));
  assert.ok(steps.length >= 7 && /** @type {number} */ (steps[0]) < -5, `${steps}`);
  assert.ok(Math.max(...steps) - Math.min(...steps) < 1e-6, `${steps}`);
});

test("the sinusoidal table as an image has every cell it shows, pale to strong, with a key", async () => {
  const { table } = await picture("03-sinusoidal-positions", "many", "table");
  const strengths = await table
    .locator(".cells rect")
    .evaluateAll((cells) =>
      cells.map((cell) => Number(/** @type {SVGElement} */ (cell).style.getPropertyValue("--strength"))),
    );
  assert.equal(strengths.length, 64 * 64);
  assert.deepEqual([Math.min(...strengths) < 0.01, Math.max(...strengths)], [true, 1]);
  // Position 0: every sine is 0 and every cosine 1.
  for (const [i, strength] of strengths.slice(0, 64).entries())
    assert.ok(Math.abs(strength - (i % 2 === 0 ? 0.5 : 1)) < 1e-3, `feature ${i}: ${strength}`);
  const key = await table.locator(".heat-key text").allTextContents();
  await table.getByRole("button", { name: "Show the table" }).click();
  const cells = (await table.locator("tbody td").allTextContents()).map((text) => text.trim().replace("−", "-"));
  const ends = [Math.min(...cells.map(Number)), Math.max(...cells.map(Number))];
  assert.deepEqual(
    key.map((text) => Number(text.replace("−", "-"))),
    ends,
  );
  for (const text of key)
    assert.ok(cells.includes(text.replace("−", "-")), `${text} stands in the table as it is written`);
});

test("a rule stands where scores cost as much as projections, and follows the width", async () => {
  const { page, table, numbers } = await picture("07-causal-rope-attention", "costs", "compared");
  const dots = async () => (await numbers(".series-0 circle", "cx")).map(Math.round);
  const rule = async () => Math.round(Number((await numbers(".panel .rule", "x1"))[0]));
  assert.equal(await rule(), (await dots())[2]);
  assert.ok((await table.locator(".picture-legend").textContent())?.includes("8192 tokens"));
  await page
    .locator('ch-params[run="costs"]')
    .getByRole("textbox", { name: /model width/i })
    .fill("2048");
  await table.locator(".picture-legend").getByText("4096 tokens").waitFor();
  assert.equal(await rule(), (await dots())[1]);
});

test("the curve of the larger base lies above that of the smaller one, until both are ragged", async () => {
  const { table } = await picture("07-causal-rope-attention", "distance", "scores");
  const middles = await table.locator("path.line").evaluateAll((lines) =>
    lines.map((line) => {
      const path = /** @type {SVGPathElement} */ (line);
      return path.getPointAtLength(path.getTotalLength() / 3).y;
    }),
  );
  assert.equal(middles.length, 2);
  assert.ok(Number(middles[1]) < Number(middles[0]) - 5, `${middles}`);
});

test("time lines of cached calls and of padded texts hold the core's slots, with what they mean in words", async () => {
  const core = await openCore();
  for (const [run, lab, params, state, names] of /** @type {const} */ ([
    ["cache", "cache-positions", {}, 2, ["comes in", "cached"]],
    ["padding", "padding-positions", { keep: "0,0,1,1,1;1,1,1,1,1;0,0,0,1,1" }, 2, ["token", "filler"]],
  ])) {
    const { table } = await picture("07-causal-rope-attention", run, "slots");
    const result = core.run({ lab, params });
    assert.ok(result.ok);
    const rows = result.tables.find(({ id }) => id === "slots")?.rows ?? [];
    const looks = await table.locator(".slots rect").evaluateAll((all) => all.map((box) => box.getAttribute("class")));
    assert.deepEqual(
      looks,
      rows.map((row) => (row[state] === 1 ? "full" : "hollow")),
    );
    const position = run === "cache" ? 1 : 3;
    assert.deepEqual(
      await table.locator(".slot-texts text").allTextContents(),
      rows.filter((row) => row[state] === 1).map((row) => String(row[position])),
    );
    assert.deepEqual(await table.locator(".slots-key text").allTextContents(), names);
  }
});

test("the spread of seeds has a plot for each depth and a band for each order", async () => {
  const small = "twenty-seeds.depth=2,3&twenty-seeds.seeds=0..2";
  const { context, page } = await site.open(`#/02-residuals-and-norms?${small}`);
  const table = page.locator('ch-table[run="twenty-seeds"][table="layers"]');
  await page.locator("ch-measure").getByRole("button").last().scrollIntoViewIfNeeded();
  await table.locator("ch-measure").getByRole("button").first().click();
  await table.locator("g.panel").nth(1).waitFor();
  await page.waitForFunction(
    () => document.querySelectorAll('ch-table[run="twenty-seeds"][table="layers"] g.panel .line').length === 4,
  );
  assert.deepEqual(await table.locator(".panel-name").allTextContents(), ["2 layers", "3 layers"]);
  const bands = await table.locator("path.band").evaluateAll((all) => all.map((one) => one.getAttribute("d") ?? ""));
  const heights = bands.map((d) => new Set([...d.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => y)).size);
  assert.ok(heights.length === 4 && heights.every((count) => count > 1), `${heights}`);
  await context.close();
});
