/** A reader predicts: each verdict, what it costs, and how the answer follows the parameters. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pick } from "../../wasm/clockhand.js";
import { CHAPTER, SITE, exercise, inText, openCore, stored, useSite } from "./site.mjs";

const site = useSite({ before, after });
const FIRST = "The score of one pair";
const ENTRY = `${CHAPTER}/one-pair`;

// The first exercise at the chapter's own parameters: the sine of one radian, to four places.
const VERDICTS = [
  ["abc", "Could not be read"],
  ["0.8415", "Correct"],
  [".8415", "Correct"],
  ["0,8415", "Correct"],
  ["8.415e-1", "Correct"],
  ["sin(1)", "Correct"],
  ["= 0.84147", "Correct"],
  ["0.84", "Right so far"],
  ["0.8414", "Cut, not rounded"],
  ["8.415", "Power of ten"],
  ["0.7", "Not yet"],
  ["1e", "Could not be read"],
];

/** A page that tests share which each begin with an exercise nobody has tried. @type {Awaited<ReturnType<typeof site.open>>} */
let shared;
before(async () => (shared = await site.open(inText())));

/** The first exercise there, afresh. */
async function untried() {
  const one = exercise(shared.page, FIRST);
  if ((await one.button("Reset").count()) > 0) {
    await one.button("Reset").click();
    await shared.page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
    await one.group.getByText("Open", { exact: true }).waitFor();
  }
  return { ...shared, one };
}

const FREE = new Set(["Right so far", "Could not be read"]);

for (const [answer, told] of VERDICTS) {
  test(`${answer} is told “${told}”, and focus stays in the field`, async () => {
    const { page, one, errors } = await untried();
    await one.answer(String(answer));
    assert.equal(await one.told(), told);
    assert.equal(await one.field.evaluate((field) => field === document.activeElement), true);
    const entry = (await stored(page)).exercises?.[ENTRY];
    assert.equal(entry?.attempts ?? 0, FREE.has(String(told)) ? 0 : 1);
    if (told === "Could not be read") assert.equal(entry, undefined);
    assert.deepEqual(errors, []);
  });
}

for (const minus of ["-", "\u2212", "\u2013", "\uff0d"]) {
  test(`a minus written U+${minus.codePointAt(0)?.toString(16).padStart(4, "0")} is read, and the sign of the answer named`, async () => {
    const { one } = await untried();
    await one.answer(`${minus}0,8415`);
    // Where a named mistake gives just that value, it is the better answer.
    assert.match((await one.told()) ?? "", /^(Sign|A known mistake)$/);
  });
}

test("what a known mistake gives is named, with the chapter's own words for it", async () => {
  const core = await openCore();
  const { page, context } = await site.open(inText());
  const one = exercise(page, FIRST);
  const chapter = JSON.parse(await readFile(join(SITE, "chapters", `${CHAPTER}.json`), "utf8"));
  const { mistakes } = chapter.exercises.find((/** @type {{ id: string }} */ { id }) => id === "one-pair");
  assert.ok(mistakes.length > 2);
  for (const mistake of mistakes) {
    const result = core.run({ lab: "rope-one-pair", params: { m: "2", n: "1", q: "3,4" }, mistake });
    assert.ok(result.ok);
    await page.goto(site.address + `#/${CHAPTER}/one-pair?m=2&n=1&q=3,4`);
    await one.group.getByText("[3, 4]").first().waitFor();
    await one.answer(core.format(Number(pick(result, "score[0].dot").cells[0]), 4));
    assert.equal(await one.told(), "A known mistake");
    assert.ok(((await one.group.locator(".mistake").first().textContent()) ?? "").trim().length > 0);
  }
  await context.close();
});

test("of several mistakes that give one value each is a line to open", async () => {
  const { page, context } = await site.open("#/04-ways-to-give-position/placed-score");
  const one = exercise(page, "A score with positions");
  await one.answer("-0.27");
  assert.equal(await one.told(), "A known mistake");
  const lines = one.group.locator(".mistake .one-of > summary");
  assert.deepEqual(await lines.allTextContents(), [
    "Positions added to the values alone, not to the inputs",
    "Positions added to the output, not to the inputs",
  ]);
  assert.equal(await one.group.getByText("Your value is").first().isVisible(), false);
  await lines.first().click();
  await one.group.getByText("Your value is").first().waitFor();
  await one.answer("-0.49");
  await one.group.locator(".mistake").getByText("The right path divides").waitFor();
  assert.equal(await lines.count(), 0, "one mistake is told at once");
  await context.close();
});

test("what is off in its last decimal is told so", async () => {
  const { one } = await untried();
  for (const [answer, near] of /** @type {const} */ ([
    ["0.8416", true],
    ["0.8417", false],
  ])) {
    await one.answer(answer);
    await one.group.getByText(answer).first().waitFor();
    assert.equal(await one.told(), "Not yet");
    assert.equal(/last decimal asked for/.test((await one.verdict.first().textContent()) ?? ""), near, answer);
  }
});

test("while one types, the page says how it reads the text", async () => {
  const { one } = await untried();
  await one.field.pressSequentially("0,84");
  await one.group.getByText("read as 0.84").waitFor();
  await one.field.pressSequentially("x");
  assert.doesNotMatch((await one.group.textContent()) ?? "", /read as/);
});

test("a verdict is said once, in the one live region", async () => {
  const { page, one } = await untried();
  assert.equal(await page.locator("[aria-live], [role=status], [role=alert]").count(), 1);
  const said = await page.getByRole("status").evaluateHandle((region) => {
    /** @type {string[]} */
    const heard = [];
    const hear = () => region.textContent && heard.push(region.textContent);
    new MutationObserver(hear).observe(region, { childList: true, characterData: true, subtree: true });
    return heard;
  });
  await one.answer("0.8415");
  await page.getByRole("status").filter({ hasText: "Correct. 0.8415 is right." }).waitFor();
  await one.answer("abc");
  await page.getByRole("status").filter({ hasText: "Could not be read. " }).waitFor();
  const sentences = await said.jsonValue();
  assert.equal(sentences.filter((text) => text.startsWith("Correct.")).length, 1, sentences.join("\n"));
  assert.equal(sentences.filter((text) => text.startsWith("Could not be read.")).length, 1);
});

test("the expected answer follows the parameters, and so does every table", async () => {
  const { page, one, errors } = await untried();
  await one.answer("0.8415");
  assert.equal(await one.told(), "Correct");
  const table = page.getByRole("grid").filter({ hasText: "0.841471" }).first();
  await table.waitFor();
  const theta = page
    .getByRole("form")
    .first()
    .getByRole("textbox", { name: /radians|θ|theta|frequency/i });
  await theta.fill("0.5");
  assert.equal(await one.verdict.count(), 0);
  await page.getByRole("grid").filter({ hasText: "0.479426" }).first().waitFor();
  await one.answer("0.8415");
  assert.notEqual(await one.told(), "Correct");
  await one.answer("0.4794");
  assert.equal(await one.told(), "Correct");
  await page.getByRole("button", { name: "Reset to defaults" }).first().click();
  await one.answer("0.8415");
  assert.equal(await one.told(), "Correct");
  assert.deepEqual(errors, []);
});

test("changing the base moves the figures in the text and the tables", async () => {
  const { page, context } = await site.open(inText());
  const form = page
    .getByRole("form")
    .filter({ has: page.getByRole("radio") })
    .first();
  const base = form.getByRole("textbox", { name: /base/i });
  await page.locator("ch-table[table=rotations]").getByRole("button", { name: "Show me" }).click();
  const figures = () => page.locator("ch-table[table=rotations] tbody").textContent();
  const before = await figures();
  const quoted = page.locator('ch-value[param="pairs.base"]').first();
  assert.equal(await quoted.textContent().then((text) => text?.trim()), await base.inputValue());
  await base.fill("1000");
  await page.waitForFunction(
    (text) => document.querySelector("ch-table[table=rotations] tbody")?.textContent !== text,
    before,
  );
  assert.equal((await quoted.textContent())?.trim(), "1000");
  await context.close();
});

test("a refused parameter is said beside its field, and the last good tables stay", async () => {
  const { page, context } = await site.open(inText());
  const form = page
    .getByRole("form")
    .filter({ has: page.getByRole("radio") })
    .first();
  const width = form.getByRole("textbox", { name: /width/i });
  const cells = page.locator("ch-table[table=rotations] tbody th");
  const count = await cells.count();
  await width.fill("3");
  await width.press("Enter");
  const described = (await width.getAttribute("aria-describedby")) ?? "";
  const sentence = await page.locator(`#${described.split(" ").at(-1)}`).textContent();
  assert.match(sentence ?? "", /3/);
  assert.equal(await width.inputValue(), "3");
  assert.equal(await cells.count(), count);
  await width.fill("6");
  await page.waitForFunction(
    (n) => document.querySelectorAll("ch-table[table=rotations] tbody th").length !== n,
    count,
  );
  await context.close();
});

test("a figure of the text that answers an exercise is held back until there is a prediction", async () => {
  const { page, context, errors } = await site.open("#/02-residuals-and-norms");
  const quoted = page.locator('ch-value[after="factor-product"]');
  assert.match((await quoted.textContent()) ?? "", /^…/);
  await exercise(page, "What is left of the gradient").answer("0.5");
  await page.waitForFunction((text) => /^0[.]0797/.test(text?.textContent ?? ""), await quoted.elementHandle());
  assert.deepEqual(errors, []);
  await context.close();
});
