/** Hints grow from the computation: their figures are those of the exercise's own instance. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pick } from "../../wasm/clockhand.js";
import { CHAPTER, exercise, openCore, useSite } from "./site.mjs";

const site = useSite({ before, after });
const FIRST = "The score of one pair";

/** @param {string} text */
const plain = (text) => text.replaceAll("\u2212", "-").replace(/\s+/g, " ");

test("the four hints of an instance quote the core's figures for it, and follow a parameter", async () => {
  const core = await openCore();
  const { page, context, errors } = await site.open(`#/${CHAPTER}/one-pair?q=3,4&k=1,2&m=2&n=5&theta=0.5`);
  const one = exercise(page, FIRST);
  for (let i = 1; i <= 4; i += 1) await one.button(`Hint ${i} of 4`).click();
  const hints = one.group.getByRole("list", { name: "Hints" });
  /** @param {Record<string, string>} params @param {string} target */
  const figures = (params, target) => {
    const result = core.run({ lab: "rope-one-pair", params });
    assert.ok(result.ok);
    return pick(result, target)
      .cells.map((cell) => core.format(Number(cell), 6))
      .join(", ");
  };
  const params = { q: "3,4", k: "1,2", m: "2", n: "5", theta: "0.5" };
  const text = plain((await hints.textContent()) ?? "");
  for (const target of ["rotated[0].after_x,after_y", "rotated[1].after_x,after_y", "rotated[1].angle"])
    assert.ok(text.includes(figures(params, target)), `${target} in ${text}`);
  assert.ok(!text.includes(figures(params, "score[0].dot").slice(0, -2)), "the answer is not told");
  await page.goto(`${site.address}#/${CHAPTER}/one-pair?q=3,4&k=1,2&m=3&n=5&theta=0.5`);
  for (let i = 1; i <= 3; i += 1) await one.button(`Hint ${i} of 4`).click();
  await hints
    .getByText(figures({ ...params, m: "3" }, "rotated[0].angle"))
    .first()
    .waitFor();
  assert.equal(await page.locator("ch-exercise .fault").count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test("a figure that the reader's parameters take away is a dash, and the rest of the hint stands", async () => {
  const { page, context, errors } = await site.open(`#/${CHAPTER}/dot-matrix?positions=2`);
  const group = page.locator("#dot-matrix");
  for (let i = 1; i <= 4; i += 1) await group.getByRole("button", { name: `Hint ${i} of 4` }).click();
  await group.locator(".hint .figure-gone").first().waitFor();
  await page
    .locator("#slow-turn")
    .getByText(/what this exercise asks for does not exist/)
    .waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("what an act brings at the window's lower edge comes into view, and what is seen moves nothing", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/one-pair`, { viewport: { width: 1000, height: 500 } });
  const { group, field, verdict, button } = exercise(page, FIRST);
  /** The page is scrolled so that this stands at the edge. @param {import("playwright-core").Locator} last */
  const atEdge = (last) =>
    last.evaluate((one) => {
      window.dispatchEvent(new PointerEvent("pointerdown")); // the page does not hold a place any more
      window.scrollBy({ top: one.getBoundingClientRect().bottom - innerHeight, behavior: "instant" });
    });
  const isSeen = (/** @type {import("playwright-core").Locator} */ one) =>
    one.evaluate((one) => Math.max(0, one.getBoundingClientRect().bottom) <= innerHeight);
  for (const answer of ["0.1", ""]) {
    await field.fill("0.2");
    await verdict.waitFor({ state: "detached" });
    await field.fill(answer);
    await atEdge(field);
    await field.press("Enter");
    assert.ok(await isSeen(verdict), `the verdict on “${answer}”`);
    assert.ok(await field.evaluate((one) => one === document.activeElement));
    const top = await page.evaluate(() => window.scrollY);
    await field.press("Enter");
    assert.equal(await page.evaluate(() => window.scrollY), top);
  }
  for (const [name, brought] of /** @type {const} */ ([
    ["Hint 1", ".hint"],
    ["Show the answer", ".answer-shown"],
  ])) {
    await atEdge(button(name));
    await button(name).press("Enter");
    assert.ok(await isSeen(group.locator(brought)), name);
  }
  await context.close();
});
