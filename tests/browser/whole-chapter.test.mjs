/** A whole chapter, every exercise of every kind: by the keyboard alone, and by touch on a phone. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { rightAnswers } from "./answers.mjs";
import { Keyboard } from "./keyboard.mjs";
import { inText, stored, useSite } from "./site.mjs";
import { smallTargets } from "./targets.mjs";

const site = useSite({ before, after });
/** It holds every kind of exercise, a chain, controls, and tables that open on the way. */
const CHAPTER = "03-sinusoidal-positions";
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** Short, since nothing that a step waits for takes longer than a repaint. */
const PATIENCE_MS = 4000;

/** The exercises in the order of the text. @param {import("playwright-core").Page} page */
async function exercisesOf(page) {
  const answers = new Map((await rightAnswers(CHAPTER)).map((answer) => [answer.id, answer]));
  const ids = await page.locator("ch-exercise").evaluateAll((all) => all.map(({ id }) => id));
  assert.equal(ids.length, answers.size);
  const found = ids.map((id) => /** @type {import("./answers.mjs").Right} */ (answers.get(id)));
  assert.deepEqual([...new Set(found.map(({ kind }) => kind))].sort(), [
    "choice",
    "matrix",
    "number",
    "vector",
    "written",
  ]);
  return found;
}

/** @param {import("playwright-core").Page} page @param {string} id */
const done = (page, id) => page.locator(`#${id}[data-state=done]`).waitFor({ timeout: PATIENCE_MS });

/** Everything is remembered as done, and the outline says so. @param {import("playwright-core").Page} page @param {number} total */
async function assertComplete(page, total) {
  await page
    .locator(".outline summary", { hasText: `${total}/${total}` })
    .waitFor({ state: "attached", timeout: PATIENCE_MS });
  const { exercises } = await stored(page);
  const states = Object.entries(exercises).map(([key, { state }]) => [key, state]);
  assert.equal(states.length, total);
  assert.deepEqual(
    states.filter(([, state]) => state !== "done"),
    [],
  );
}

/** @param {Keyboard} keys @param {import("./answers.mjs").Right} right */
async function answerByKeys(keys, { id, kind, texts, columns, option, points }) {
  if (kind === "choice") {
    await keys.to(`#${id} input[type=radio]`);
    await keys.press(option === 0 ? "Space" : Array(option).fill("ArrowDown").join(" "));
    await keys.to(`#${id} .exercise-submit button`);
    return keys.press("Enter");
  }
  if (kind === "written") {
    await keys.to(`#${id} textarea`);
    await keys.type(texts[0]);
    await keys.to(`#${id} .exercise-submit button`);
    await keys.press("Enter");
    for (let i = 0; i < points; i += 1) {
      await keys.to(`#${id} .points input`);
      await keys.press("Space");
    }
    return undefined;
  }
  await keys.to(`#${id} .exercise-form input`);
  for (const [i, text] of texts.entries()) {
    await keys.type(text);
    if (i === texts.length - 1) await keys.press("Enter");
    else if ((i + 1) % columns === 0) await keys.to(`#${id} .exercise-form input`, 1);
    else await keys.press("ArrowRight");
  }
  return undefined;
}

test("the keyboard alone completes a chapter, and the focus is seen at every stop", async (t) => {
  const { page, context, errors } = await site.open(`#/${CHAPTER}`);
  const exercises = await exercisesOf(page);
  const keys = new Keyboard(page);

  await keys.to(".skip", 1);
  await keys.press("/");
  await page.locator("#search-words").waitFor({ timeout: PATIENCE_MS });
  await keys.type("wavelength");
  await page.locator(".found a").first().waitFor({ timeout: PATIENCE_MS });
  await keys.press("ArrowDown");
  assert.ok(await keys.on(".found a"));
  await keys.press("Escape");
  assert.ok(await keys.on(".skip"), "focus comes back");

  await keys.to(".banner-nav button:last-of-type");
  await keys.press("Enter");
  await page.locator("dialog.settings").waitFor({ timeout: PATIENCE_MS });
  assert.ok(await keys.on("dialog.settings input[name=setting-theme]"));
  await keys.press("ArrowDown ArrowDown");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await keys.press("Escape");
  assert.ok(await keys.on(".banner-nav button"), "focus comes back");

  const [first, second] = exercises;
  for (const right of exercises) {
    await answerByKeys(keys, right);
    await done(page, right.id);
    if (right === first) {
      await keys.to(`#${right.id} .tools button`);
      await keys.press("Space");
      await page.locator(`#${right.id} .hint`).waitFor({ timeout: PATIENCE_MS });
    }
    if (right !== second) continue;
    await keys.to("ch-table [role=grid] [tabindex='0']");
    await keys.press("ArrowRight ArrowDown");
    assert.ok(await keys.on("ch-table td"), "arrows go through the table");
  }
  await assertComplete(page, exercises.length);
  t.diagnostic(`${exercises.length} exercises, ${keys.stops} stops of Tab`);
  assert.deepEqual(errors, []);
  await context.close();
});

test("that run fails at a button that Tab does not reach, and where the focus is not seen", async () => {
  const { page, context } = await site.open(inText(CHAPTER));
  const exercises = await exercisesOf(page);
  const choice = /** @type {import("./answers.mjs").Right} */ (exercises.find(({ kind }) => kind === "choice"));
  await page.locator(`#${choice.id} .exercise-submit button`).evaluate((/** @type {HTMLElement} */ button, id) => {
    button.tabIndex = -1;
    document.getElementById(id)?.focus();
  }, choice.id);
  await assert.rejects(answerByKeys(new Keyboard(page), choice), /Tab never reached/);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("button:focus-visible { outline: none }");
    document.adoptedStyleSheets = [sheet];
  });
  await assert.rejects(new Keyboard(page).to("nothing"), /focus is not seen on <button/);
  await context.close();
});

/** @param {import("playwright-core").Page} page @param {import("./answers.mjs").Right} right */
async function answerByTouch(page, { id, kind, texts, option, points }) {
  const tap = (/** @type {string} */ selector, nth = 0) =>
    page.locator(`#${id} ${selector}`).nth(nth).tap({ timeout: PATIENCE_MS });
  if (kind === "choice") await tap("input[type=radio]", option);
  else {
    for (const [i, text] of texts.entries()) {
      await tap(kind === "written" ? "textarea" : ".exercise-form input", i);
      await page.keyboard.insertText(text);
    }
  }
  await tap(".exercise-submit button");
  for (let i = 0; i < points; i += 1) await tap(".points input", i);
}

test("touch on a phone completes the chapter, and everything to tap is large enough", async (t) => {
  const { page, context, errors } = await site.open(`#/${CHAPTER}`, PHONE);
  const exercises = await exercisesOf(page);
  const tap = (/** @type {string} */ role, /** @type {string} */ name) =>
    page
      .getByRole(/** @type {any} */ (role), { name })
      .first()
      .tap({ timeout: PATIENCE_MS });
  await tap("button", "Search");
  await page.locator("#search-words").waitFor({ timeout: PATIENCE_MS });
  await page.keyboard.insertText("wavelength");
  await page.locator(".found a").first().waitFor({ timeout: PATIENCE_MS });
  await tap("button", "Close");
  await tap("button", "Settings");
  await tap("radio", "dark");
  await tap("button", "Close");
  await tap("button", "Hint 1");
  for (const right of exercises) {
    await answerByTouch(page, right);
    await done(page, right.id);
  }
  await assertComplete(page, exercises.length);
  const { targets, small } = await smallTargets(page);
  t.diagnostic(`${targets} targets`);
  assert.deepEqual(small, []);
  assert.equal(await page.evaluate(() => innerWidth), PHONE.viewport.width, "the page is as wide as the phone");
  assert.deepEqual(errors, []);
  await context.close();
});

test("that run fails at a button that takes no tap, and a small target is found", async () => {
  const { page, context } = await site.open(inText(CHAPTER), PHONE);
  const [first] = await exercisesOf(page);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".exercise-submit button { pointer-events: none; max-block-size: 20px; min-block-size: 0 }");
    document.adoptedStyleSheets = [sheet];
  });
  await assert.rejects(answerByTouch(page, first), /intercepts pointer events/);
  assert.match((await smallTargets(page)).small.join(), />Check</);
  await context.close();
});

for (const hash of ["#/", "#/06-rope-pairs", "#/glossary", "#/judging", "#/progress", `#/${CHAPTER}/worksheet`]) {
  test(`on ${hash} everything to tap is large enough`, async () => {
    const { page, context } = await site.open(hash, PHONE);
    const { targets, small } = await smallTargets(page);
    assert.ok(targets > 0);
    assert.deepEqual(small, []);
    await context.close();
  });
}
