/**
 * What assistive technology is given of one exercise of each kind, as asked and as answered: exercise-trees.txt holds it.
 * CLOCKHAND_TREES=write node --test tests/browser/exercise-trees.test.mjs writes the file anew; read the difference.
 */

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { rightAnswers } from "./answers.mjs";
import { inText, useSite } from "./site.mjs";

const site = useSite({ before, after });
const FILE = new URL("exercise-trees.txt", import.meta.url);
const CHAPTER = "03-sinusoidal-positions";
/** One of each kind, none of them long. */
const EXERCISES = ["entries", "row-at-zero", "step-matrix", "which-hand", "factor-argument"];

/** @param {import("playwright-core").Page} page @param {import("./answers.mjs").Right} right */
async function answer(page, { id, kind, texts, option, points }) {
  const group = page.locator(`#${id}`);
  await group.getByRole("button", { name: "Hint 1" }).click();
  if (kind === "choice") await group.getByRole("radio").nth(option).check();
  else for (const [i, text] of texts.entries()) await group.getByRole("textbox").nth(i).fill(text);
  await group.locator(".exercise-submit button").click();
  for (let i = 0; i < points; i += 1) await group.getByRole("checkbox").nth(i).check();
  await page.locator(`#${id}[data-state=done]`).waitFor();
}

test("the accessibility tree of one exercise of each kind is the committed one", async () => {
  const { page, context } = await site.open(inText(CHAPTER));
  const answers = new Map((await rightAnswers(CHAPTER)).map((right) => [right.id, right]));
  const parts = [];
  const kinds = new Set();
  for (const id of EXERCISES) {
    const right = /** @type {import("./answers.mjs").Right} */ (answers.get(id));
    kinds.add(right.kind);
    const group = page.locator(`#${id}`);
    parts.push(`# ${right.kind}, as asked\n${await group.ariaSnapshot()}\n`);
    await answer(page, right);
    parts.push(`# ${right.kind}, answered, with a hint open\n${await group.ariaSnapshot()}\n`);
  }
  assert.equal(kinds.size, EXERCISES.length, "each kind once");
  const trees = parts.join("\n");
  if (process.env.CLOCKHAND_TREES === "write") await writeFile(FILE, trees);
  assert.equal(trees, await readFile(FILE, "utf8"));
  await context.close();
});

test("a field that loses its label gives another tree", async () => {
  const { page, context } = await site.open(inText(CHAPTER));
  const group = page.locator(`#${EXERCISES[0]}`);
  const before = await group.ariaSnapshot();
  await group
    .locator("label")
    .first()
    .evaluate((label) => label.removeAttribute("for"));
  assert.notEqual(await group.ariaSnapshot(), before);
  await context.close();
});
