/** A chain of steps: one seed for all, and a later step that is right for one's own earlier value. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pick } from "../../wasm/clockhand.js";
import { CHAPTER, exercise, inText, openCore, stored, useSite } from "./site.mjs";

const site = useSite({ before, after });
const [QUERY, KEY, SCORE] = ["Step one: turn the query", "Step two: turn the key", "Step three: the score"];

/** The parameters of the chain as its prompts show them. @param {import("playwright-core").Page} page */
async function parameters(page) {
  const figures = page.locator("#chain-score .prompt ch-param");
  const entries = await figures.evaluateAll((all) =>
    all.map((one) => [one.getAttribute("name") ?? "", (one.textContent ?? "").replace(/\s+/g, "")]),
  );
  return /** @type {Record<string, string>} */ (Object.fromEntries(entries.filter(([name]) => name !== "places")));
}

test("a score that is right for a mistaken query is carried forward, counts, and is lost with the query's answer", async () => {
  const core = await openCore();
  const { page, context, errors } = await site.open(`#/${CHAPTER}/chain-query?seed=5`);
  /** @param {Record<string, string>} params @param {string} target @param {string} [mistake] */
  const values = (params, target, mistake) => {
    const result = core.run({ lab: "rope-one-pair", params, mistake });
    assert.ok(result.ok);
    return pick(result, target)
      .cells.map((cell) => core.format(Number(cell), target.startsWith("score") ? 2 : 4))
      .join(", ");
  };
  const params = await parameters(page);
  const slip = values(params, "rotated[0].after_x,after_y", "clockwise");
  const own = values({ ...params, q: slip, m: "0" }, "score[0].dot");
  const score = exercise(page, SCORE);
  await score.answer(own);
  assert.notEqual(await score.told(), "Carried forward");
  await exercise(page, QUERY).answer(slip);
  assert.equal(await exercise(page, QUERY).told(), "A known mistake");
  await exercise(page, KEY).answer(values(params, "rotated[1].after_x,after_y"));
  assert.equal(await exercise(page, KEY).told(), "Correct");
  await score.answer(own);
  assert.equal(await score.told(), "Carried forward");
  assert.equal((await stored(page)).exercises[`${CHAPTER}/chain-score`].state, "done");
  await score.answer("0.1234");
  assert.notEqual(await score.told(), "Carried forward");
  await score.answer(values(params, "score[0].dot"));
  assert.equal(await score.told(), "Correct");
  assert.deepEqual(errors, []);
  await context.close();
});

test("a fresh instance of one step is one of all, and stays so after a reload", async () => {
  const { page, context } = await site.open(inText());
  await exercise(page, KEY).button("Another one like this").click();
  for (const step of [QUERY, KEY, SCORE]) await exercise(page, step).group.getByText("Instance 1").waitFor();
  assert.equal(await page.getByText("Instance 1").count(), 3);
  await exercise(page, QUERY).answer("1, 2");
  await page.reload();
  for (const step of [QUERY, KEY, SCORE]) await exercise(page, step).group.getByText("Instance 1").waitFor();
  await context.close();
});
