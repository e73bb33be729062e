/** What belongs to one instance of an exercise stays with it, and what cannot be judged yet is said where the verdict stands. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHAPTER, exercise, inText, stored, useSite } from "./site.mjs";

const site = useSite({ before, after });
const FIRST = "The score of one pair";

/** A page on which nothing is stored; the tests that share it leave it so. @type {import("playwright-core").Page} */
let untouched;
before(async () => ({ page: untouched } = await site.open(inText())));

test("an answer is not given back to another instance after a reload", async () => {
  const { page, context, errors } = await site.open(inText());
  const one = exercise(page, FIRST);
  await one.answer("0.3");
  await one.button("Another one like this").click();
  await one.button("Hint 1").click();
  await page.reload();
  await one.group.getByText("Instance 1", { exact: true }).waitFor();
  assert.equal(await one.field.inputValue(), "");
  assert.equal(await one.group.getByRole("list", { name: "Hints" }).getByRole("listitem").count(), 1);
  await one.group.getByText("On this instance: one hint; over all instances: one attempt, one hint.").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("a hint before the first attempt outlives a reload, and leaves the table covered", async () => {
  const { page, context } = await site.open(inText());
  const one = exercise(page, FIRST);
  await one.button("Hint 1").click();
  await page.reload();
  await one.button("Hint 2").waitFor();
  assert.equal(await one.group.getByRole("list", { name: "Hints" }).getByRole("listitem").count(), 1);
  await one.group.getByText("Open", { exact: true }).waitFor();
  await page.locator('ch-table[run="pair"][table="score"]').getByRole("button", { name: "Show me" }).waitFor();
  await context.close();
});

test("“Done” and “Why” are of the instance that was solved, and outlive a reload", async () => {
  const { page, context } = await site.open(inText());
  const one = exercise(page, FIRST);
  const why = one.group.getByText("Why", { exact: true });
  await one.answer("0.8415");
  await one.group.getByText("Done", { exact: true }).waitFor();
  await why.waitFor();
  await one.button("Another one like this").click();
  await one.group.getByText("Done earlier", { exact: true }).waitFor();
  assert.equal(await why.count(), 0);
  await one.button("The first one again").click();
  await page.reload();
  await one.group.getByText("Done", { exact: true }).waitFor();
  await why.waitFor();
  await context.close();
});

test("a reset of the chapter empties the fields and takes the verdicts back", async () => {
  const { page, context } = await site.open(inText());
  const one = exercise(page, FIRST);
  await one.answer("0.8415");
  await page.getByRole("button", { name: "Reset this chapter" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
  await one.group.getByText("Open", { exact: true }).waitFor();
  assert.equal(await one.field.inputValue(), "");
  assert.equal(await one.verdict.count(), 0);
  await context.close();
});

test("Enter gives the answer from every field of one line, and nothing while a text is composed or the key is held", async () => {
  const { page, context } = await site.open(inText());
  for (const [kind, field] of [
    ["number", "input"],
    ["matrix", "input"],
    ["choice", "input"],
    ["written", "textarea"],
  ]) {
    const form = page.locator(`.exercise-form[data-kind=${kind}]`).first();
    const first = form.locator(String(field)).first();
    for (const state of [{ isComposing: true }, { repeat: true }, { ctrlKey: true }])
      await first.dispatchEvent("keydown", { key: "Enter", bubbles: true, ...state });
    assert.equal(await form.locator(".verdict").count(), 0, `${kind}: not yet`);
    await first.press("Enter");
    const given = kind === "written" ? 0 : 1;
    assert.equal(await form.locator(".verdict").count(), given, String(kind));
  }
  await context.close();
});

test("a written answer is done once, however often its points are ticked", async () => {
  const { page, context } = await site.open(inText());
  const { group } = exercise(page, "Explain the one-sided shift");
  await group.getByRole("textbox").fill("One position moves, and so the offset does.");
  await group.getByRole("button", { name: "Compare" }).click();
  const points = group.getByRole("checkbox");
  const attempts = async () => (await stored(page)).exercises[`${CHAPTER}/one-sided-shift`].attempts;
  for (const point of await points.all()) await point.check();
  await group.getByText("Done", { exact: true }).waitFor();
  const before = await attempts();
  await points.first().uncheck();
  await points.first().check();
  await group.getByText("Every point is there: done.").waitFor();
  assert.equal(await attempts(), before);
  await context.close();
});

test("a link to copy by hand stands there for its own instance alone", async () => {
  const { page, context } = await site.open(inText());
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"))));
  const { button, group } = exercise(page, FIRST);
  await button("Copy link").click();
  const link = group.getByRole("textbox", { name: "Link to this instance" });
  assert.match(await link.inputValue(), /one-pair/);
  await page.evaluate((chapter) => (location.hash = `#/${chapter}/one-pair?seed=5`), CHAPTER);
  await group.getByText("Instance 5", { exact: true }).waitFor();
  assert.equal(await link.count(), 0);
  await context.close();
});

test("nothing chosen and nothing written are said where the verdict stands", async () => {
  const page = untouched;
  for (const [kind, button, said] of [
    ["choice", "Check", "Choose one of the options first."],
    ["written", "Compare", "Write an answer first."],
  ]) {
    const form = page.locator(`.exercise-form[data-kind=${kind}]`).first();
    await form.getByRole("button", { name: button }).click();
    await form.locator(".verdict").getByText(String(said)).waitFor();
    await page
      .getByRole("status")
      .filter({ hasText: String(said) })
      .waitFor();
  }
  const form = page.locator(".exercise-form[data-kind=choice]").first();
  await form.getByRole("radio").first().check();
  assert.equal(await form.locator(".verdict").count(), 0);
  assert.deepEqual(await stored(page), {});
});

test("a grid with an empty cell says so, costs nothing, and goes on counting", async () => {
  const page = untouched;
  const form = page.locator(".exercise-form[data-kind=matrix]").first();
  const cells = form.locator("table.grid input");
  const total = await cells.count();
  const check = form.getByRole("button", { name: "Check" });
  await check.click();
  await form.locator(".verdict").getByText("Every cell is empty").waitFor();
  // All at once: faster than the page renders.
  await cells.evaluateAll((inputs) => {
    for (const input of /** @type {HTMLInputElement[]} */ (inputs.slice(1))) {
      input.value = "1";
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  await check.click();
  await form.locator(".verdict").getByText("One cell is empty").waitFor();
  await form.getByText(`${total - 1} of ${total} cells filled`).waitFor();
  assert.deepEqual(await stored(page), {});
});

test("parameters that leave an exercise nothing to ask are said in one sentence, with the way back", async () => {
  const { page, context, errors } = await site.open(`#/${CHAPTER}?two-pairs.positions=1`);
  const refused = page.locator("ch-exercise", { has: page.locator(".refusal", { hasText: "does not exist" }) }).first();
  await refused.waitFor();
  assert.equal(await page.locator(".fault").count(), 0);
  const id = await refused.getAttribute("id");
  await refused.getByRole("button", { name: "Reset the parameters" }).click();
  await page.locator(`#${id} .exercise-form`).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("a vector that stands in a column is read while one types as it is judged", async () => {
  const page = untouched;
  const group = page.locator("#sinusoid-sum");
  await group.getByRole("textbox").fill("1.3415, 0.2903, 0.7600, -2.0000");
  assert.match((await group.locator(".reading").textContent()) ?? "", /^read as 1\.3415, 0\.2903, 0\.76, \u22122$/);
});

test("a choice stays true whatever a link sets in its run", async () => {
  const { page, context, errors } = await site.open(`#/${CHAPTER}/faster-pair?base=1`);
  const choice = exercise(page, "Which pair is faster?");
  const shown = await choice.group.getByRole("paragraph").first().textContent();
  await page.goto(page.url().split("#")[0] + `#/${CHAPTER}`);
  await page.reload();
  assert.equal(await exercise(page, "Which pair is faster?").group.getByRole("paragraph").first().textContent(), shown);
  assert.deepEqual(errors, []);
  await context.close();
});
