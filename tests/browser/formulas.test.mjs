/** Formulas: an index stands below its letter, whatever fonts there are, and what follows a formula stays on its line. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHAPTER, useSite } from "./site.mjs";

const site = useSite({ before, after });

/** How far the first indices stand below their letters. @param {import("playwright-core").Page} page */
const drops = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("p > math msub")].slice(0, 20).map(({ children: [letter, index] }) => {
      const box = letter.getBoundingClientRect();
      return (index.getBoundingClientRect().bottom - box.bottom) / box.height;
    }),
  );

for (const font of ["", "serif"]) {
  test(`an index is lowered, in the font ${font || "that the page chooses"}`, async () => {
    const { page, context } = await site.fresh();
    await page.route("**/*.css", async (route) => {
      const sheet = await (await route.fetch()).text();
      await route.fulfill({
        contentType: "text/css",
        body: font ? sheet.replace(/--math:[^;}]+/, `--math:${font}`) : sheet,
      });
    });
    await page.goto(`${site.address}#/${CHAPTER}`);
    await page.locator("p > math msub").first().waitFor();
    const found = await drops(page);
    assert.ok(found.length > 0 && Math.min(...found) > 0.15, found.join());
    if (font) {
      await page.evaluate(() => delete document.documentElement.dataset.indices);
      assert.ok(Math.min(...(await drops(page))) < 0.15, "the control: such a font does leave it on the line");
    }
    await context.close();
  });
}

test("no line begins with what ends a formula", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`, { viewport: { width: 360, height: 800 } });
  /** In the page: how many closing marks stand left of the end of their formula, over many widths. @param {string} space */
  const orphans = async (space) => {
    for (const span of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".unbroken")))
      span.style.whiteSpace = space;
    let count = 0;
    for (let width = 200; width < 340; width += 7) {
      /** @type {HTMLElement} */ (document.querySelector("main")).style.inlineSize = `${width}px`;
      for (const span of document.querySelectorAll(".unbroken")) {
        const range = document.createRange();
        range.selectNode(/** @type {Node} */ (span.lastChild));
        const formula = /** @type {Element} */ (span.firstElementChild).getBoundingClientRect();
        if (range.getBoundingClientRect().top > formula.bottom - 1) count += 1;
      }
    }
    return count;
  };
  assert.equal(await page.evaluate(orphans, ""), 0);
  assert.ok((await page.evaluate(orphans, "normal")) > 0, "the control: they could");
  await context.close();
});
