/** A chapter on paper, in forced colours, and with text twice as large in the narrowest window. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { CHAPTER, SITE, pressAll, useSite } from "./site.mjs";

const site = useSite({ before, after });

test("on paper: pictures drawn, covered tables covered, no controls, links like text, nothing cut off", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`, {
    colorScheme: "dark",
    viewport: { width: 700, height: 900 },
  });
  await page.locator('ch-table[run="pair"]').first().getByRole("button", { name: "Show me" }).click();
  const shown = () =>
    page.evaluate(() => {
      const visible = (/** @type {string} */ selector) =>
        [...document.querySelectorAll(selector)].filter((one) => one.getClientRects().length > 0);
      const ink = getComputedStyle(document.querySelector(".prose p") ?? document.body).color;
      return {
        controls: visible("button, input[type=range], .outline, .banner, summary:has(button)").length,
        coloured: visible("a").filter((link) => getComputedStyle(link).color !== ink).length,
        covered: visible("td.cover").length,
        unmarked: visible("[type=radio]:checked").filter((one) => getComputedStyle(one).appearance === "none").length,
        ground: getComputedStyle(document.body).backgroundColor,
      };
    });
  const screen = await shown();
  assert.ok(screen.controls > 0 && screen.coloured > 0, "on the screen there are some");
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.waitForFunction(() =>
    [...document.querySelectorAll("svg.picture")].every((svg) => svg.childElementCount > 0),
  );
  assert.ok((await page.locator("svg.picture").count()) > 0);
  const paper = await shown();
  assert.deepEqual([paper.controls, paper.coloured, paper.unmarked], [0, 0, 0]);
  assert.ok((await page.locator("[type=radio]:checked").count()) > 0);
  assert.equal(paper.covered, screen.covered);
  assert.ok(paper.covered > 0);
  assert.equal(paper.ground, "rgba(0, 0, 0, 0)");
  await context.close();
});

test("on paper a text is whole that is still being filled", async () => {
  const { page, context } = await site.fresh();
  await page.addInitScript(() => (window.requestAnimationFrame = () => 0)); // frames are what filling waits for
  await page.goto(`${site.address}#/${CHAPTER}`);
  await page.locator("ch-exercise").first().waitFor();
  const html = JSON.parse(await readFile(join(SITE, "chapters", `${CHAPTER}.json`), "utf8")).html;
  const [all, before, printed] = await page.evaluate(async (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    const filled = () => document.querySelectorAll(".prose > :not(:empty)").length;
    const before = filled();
    window.dispatchEvent(new Event("beforeprint"));
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(undefined);
    });
    return [template.content.children.length, before, filled()];
  }, html);
  assert.ok(before < all, `${before} of ${all}`);
  assert.equal(printed, all);
  await context.close();
});

for (const hash of [`#/${CHAPTER}`, `#/${CHAPTER}/worksheet`, "#/", "#/glossary"]) {
  test(`text at twice its size fits the narrowest window: ${hash}`, async () => {
    const { page, context } = await site.open(hash, { viewport: { width: 320, height: 640 } });
    await pressAll(page, "ch-table button", /Show me/);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await page.waitForTimeout(200);
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll("main *, header *")]
        .filter((one) => one.closest(".scroll, math, svg, .hidden") === null)
        .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
        .map((one) => one.outerHTML.slice(0, 100)),
    );
    assert.deepEqual(wide, []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await context.close();
  });
}

test("in forced colours the current place of the outline has a line, and what is done a filled mark", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`, { viewport: { width: 1200, height: 800 } });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  const line = () =>
    page.locator(".outline [aria-current]").evaluate((link) => getComputedStyle(link).borderInlineStartWidth);
  assert.equal(await line(), "2px");
  await page.emulateMedia({ forcedColors: "active" });
  assert.equal(await line(), "4px");
  const grounds = await page.locator(".outline li[data-kind=exercise]").evaluateAll((items) =>
    ["open", "done"].map((state, i) => {
      items[i].setAttribute("data-state", state);
      return getComputedStyle(/** @type {Element} */ (items[i].querySelector("a")), "::before").backgroundColor;
    }),
  );
  assert.deepEqual(
    grounds.map((ground) => ground === grounds[0] || ground === "rgb(255, 255, 255)"),
    [true, false],
    "what is done is filled",
  );
  await context.close();
});

test("motion is reduced where that is asked for", async () => {
  for (const [reducedMotion, behaviour] of /** @type {const} */ ([
    ["reduce", "auto"],
    ["no-preference", "smooth"],
  ])) {
    const { page, context } = await site.open("#/", { reducedMotion });
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), behaviour);
    await context.close();
  }
});
