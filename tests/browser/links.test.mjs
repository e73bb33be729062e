/** Links: what they restore, and what happens to the parts of them that cannot be read. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHAPTER, arrived, exercise, useSite } from "./site.mjs";

const site = useSite({ before, after });
const FIRST = "The score of one pair";

test("a link restores exercise, seed and parameters: another reader sees the same instance", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/one-pair?seed=7`);
  const prompt = await exercise(page, FIRST).group.locator(".prompt").textContent();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await exercise(page, FIRST).button("Copy link").click();
  await page.getByRole("status").filter({ hasText: "copied" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /#\/06-rope-pairs\/one-pair\?seed=7$/);
  const other = await site.open(link.slice(link.indexOf("#")));
  assert.equal(await exercise(other.page, FIRST).group.locator(".prompt").textContent(), prompt);
  const plain = await site.open(`#/${CHAPTER}/one-pair`);
  assert.notEqual(await exercise(plain.page, FIRST).group.locator(".prompt").textContent(), prompt);
  await Promise.all([context.close(), other.context.close(), plain.context.close()]);
});

test("parameters in a link reach the controls and the tables; focus goes to the exercise", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/one-pair?q=0,1&m=2`);
  const form = page.getByRole("form").first();
  assert.equal(await form.getByRole("textbox", { name: /query/i }).first().inputValue(), "0,1");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "one-pair");
  await context.close();
});

test("what a link says that cannot be read is named, and the rest works", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/one-pair?seed=x&nothing=1&m=2&theta=abc&%E0%A4%A=1`);
  const notice = (await page.locator(".notice").textContent()) ?? "";
  for (const named of ["“x”", "“nothing”", "theta=abc", "“%E0%A4%A=1”"])
    assert.ok(notice.includes(named), `${named} in: ${notice}`);
  assert.match((await exercise(page, FIRST).group.locator(".prompt").textContent()) ?? "", /position 2/);
  await context.close();
});

test("a chapter or a place that does not exist is said", async () => {
  const { page, context } = await site.open("#/99-nothing");
  await page.getByText("no chapter “99-nothing”").waitFor();
  await page.goto(site.address + `#/${CHAPTER}/nowhere`);
  await page.getByText("no place “nowhere”").first().waitFor();
  await page.goto(site.address + "#/glossary/nothing");
  await page.getByText("no entry “nothing”").first().waitFor();
  await page.goto(site.address + "#/glossary/head-width");
  await page.locator(".notice", { hasText: "no entry" }).waitFor({ state: "detached" });
  await context.close();
});

test("the address follows the parameters, so a reload keeps them", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`);
  await page.getByRole("form").first().getByRole("textbox", { name: /query/i }).first().fill("3,4");
  await page.waitForFunction(() => location.hash.includes("q=3,4"));
  await page.reload();
  assert.equal(
    await page.getByRole("form").first().getByRole("textbox", { name: /query/i }).first().inputValue(),
    "3,4",
  );
  await context.close();
});

/** An exercise far down. */
const LATER = "#faster-pair";
/** A picture that comes into view moves the text until it is drawn. */
const SETTLED_MS = 500;

test("the address follows the instance, and a reload comes back to the place", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/one-pair?seed=7`);
  await exercise(page, FIRST).button("Another one like this").click();
  await page.waitForFunction(() => location.hash.endsWith("one-pair?seed=8"));
  await page.goto("about:blank");
  await page.goto(site.address + `#/${CHAPTER}`);
  await arrived(page);
  await page.locator(LATER).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy({ top: 120, behavior: "instant" }));
  const place = await topOf(page);
  await page.reload();
  await arrived(page);
  await page.waitForFunction(
    ([id, top]) =>
      Math.abs((document.getElementById(`${id}`)?.getBoundingClientRect().top ?? Infinity) - Number(top)) < 3,
    place,
  );
  await context.close();
});

/** The exercise that is nearest to the top of the window, and where it stands. @param {import("playwright-core").Page} page */
async function topOf(page) {
  await page.waitForTimeout(SETTLED_MS);
  return page.evaluate(() => {
    const near = [...document.querySelectorAll("ch-exercise")].map(({ id }) => id);
    const top = (/** @type {string} */ id) => Number(document.getElementById(id)?.getBoundingClientRect().top);
    const [id = ""] = near.sort((a, b) => Math.abs(top(a)) - Math.abs(top(b)));
    return [id, top(id)];
  });
}

test("what a link names stays in its place while the page grows above it, until the page is scrolled, also by its bar", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/one-pair`);
  /** How far a page that grows above the named place takes that away. @param {number} by what the bar scrolls before @returns {Promise<number>} */
  const moved = (by) =>
    page.evaluate(async (by) => {
      const frames = async () => {
        for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
      };
      const top = () => Number(document.getElementById("one-pair")?.getBoundingClientRect().top);
      window.scrollBy({ top: by, behavior: "instant" });
      await frames();
      const before = top();
      const block = document.createElement("div");
      block.style.height = "400px";
      document.querySelector(".prose")?.prepend(block);
      await frames();
      block.remove();
      await frames();
      return Math.abs(top() - before);
    }, by);
  assert.ok((await moved(0)) < 3, "the control: held");
  assert.ok((await moved(300)) < 3, "left where it was scrolled to");
  assert.ok(
    await page.evaluate(() => Math.abs(Number(document.getElementById("one-pair")?.getBoundingClientRect().top)) > 200),
  );
  await context.close();
});

test("back and forward move between pages", async () => {
  const { page, context } = await site.open("#/");
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await page.locator("ch-chapter h1").waitFor();
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  await page.goBack();
  await page.waitForFunction((text) => document.querySelector("h1")?.textContent !== text, title);
  await page.goForward();
  await page.waitForFunction((text) => document.querySelector("h1")?.textContent === text, title);
  await context.close();
});

test("the way back leads to the place that was left, a link to the top or to what it names", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`);
  await page.locator(LATER).scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy({ top: 120, behavior: "instant" }));
  const place = await topOf(page);
  const follow = (/** @type {string} */ hash) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  const at = () => page.evaluate(() => window.scrollY);
  for (const elsewhere of ["#/progress", "#/01-attention-by-hand", `#/${CHAPTER}/one-pair`]) {
    const before = await at();
    await follow(elsewhere);
    await page.waitForFunction((y) => window.scrollY < y - 300, before);
    await page.goBack();
    await arrived(page);
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 3, before);
    assert.deepEqual(await topOf(page), place, elsewhere);
  }
  await follow("#/progress");
  await page.getByRole("heading", { level: 1, name: "Progress" }).waitFor();
  await follow(`#/${CHAPTER}`);
  await arrived(page);
  await page.waitForTimeout(SETTLED_MS);
  assert.equal(await at(), 0, "the control: a new visit begins at the top");
  await context.close();
});

test("a worksheet holds every exercise and its key, and another seed gives other numbers", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/worksheet?seed=3`);
  await page.locator(".worksheet-item").first().waitFor();
  const items = await page.locator(".worksheet-item").count();
  assert.equal(await page.locator(".worksheet-key > ol > li").count(), items);
  assert.deepEqual(await page.locator(".refusal, .fault").allTextContents(), []);
  const text = await page.locator(".worksheet-item").first().textContent();
  await page.goto(site.address + `#/${CHAPTER}/worksheet?seed=4`);
  await page.waitForFunction((before) => document.querySelector(".worksheet-item")?.textContent !== before, text);
  const seed = page.getByRole("textbox", { name: "Seed" });
  for (let i = 0; i < 2; i += 1) {
    await seed.fill("many");
    await seed.blur();
    await page.locator(".notice[data-kind=link]").waitFor();
    await page.waitForFunction(() => /** @type {any} */ (document.querySelector("input.seed"))?.value === "0");
  }
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".worksheet-key").evaluate((key) => getComputedStyle(key).breakBefore), "page");
  assert.equal(await page.getByRole("button", { name: "Print" }).isVisible(), false);
  await context.close();
});

test("a link to the first instance shows it to a reader who worked on another", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/one-pair?seed=0`);
  const one = exercise(page, FIRST);
  const prompt = await one.group.locator(".prompt").textContent();
  await page.goto(site.address + `#/${CHAPTER}/one-pair?seed=7`);
  await page.waitForFunction((text) => document.querySelector("#one-pair .prompt")?.textContent !== text, prompt);
  await one.answer("5");
  await page.goto("about:blank");
  await page.goto(site.address + `#/${CHAPTER}/one-pair?seed=0`);
  await one.group.waitFor();
  assert.equal(await one.group.locator(".prompt").textContent(), prompt);
  await page.waitForTimeout(600);
  assert.match(page.url(), /one-pair\?seed=0$/);
  await context.close();
});

test("an address means what it says: without parameters, the chapter's own", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/one-pair?seed=0&m=2&pairs.base=7`);
  const query = page.getByRole("form").first().getByRole("textbox", { name: /query/i });
  await page.evaluate((hash) => (location.hash = hash), `#/${CHAPTER}`);
  await page.waitForFunction(() => !location.hash.includes("base"));
  assert.doesNotMatch((await exercise(page, FIRST).group.locator(".prompt").textContent()) ?? "", /position 2/);
  await query.first().fill("3,4");
  await page.waitForFunction(() => location.hash.includes("q=3,4"));
  await context.close();
});

test("moving inside a chapter keeps what is set, and the address says so", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}?pair.m=2`, { viewport: { width: 1400, height: 900 } });
  const link = page.getByRole("navigation", { name: "This chapter" }).getByRole("link", { name: FIRST });
  await link.click();
  await page.waitForFunction(() => location.hash.endsWith("/one-pair?seed=0&m=2"));
  assert.match((await exercise(page, FIRST).group.locator(".prompt").textContent()) ?? "", /position 2/);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await link.click();
  await page.waitForFunction(() => document.activeElement?.id === "one-pair" && window.scrollY > 0);
  await page.getByRole("link", { name: "Worksheet to print" }).click();
  await page.waitForFunction(() => location.hash.endsWith("/worksheet?pair.m=2"));
  await page.getByRole("textbox", { name: "Seed" }).fill("3");
  await page.getByRole("textbox", { name: "Seed" }).press("Enter");
  await page.waitForFunction(() => location.hash.endsWith("/worksheet?pair.m=2&seed=3"));
  await page.getByText("Worksheet 3 · pair.m = 2", { exact: true }).waitFor();
  await context.close();
});

for (const [hash, named] of [
  ["#/judging/zzz", "“zzz”"],
  ["#/progress/zzz?seed=1", "“zzz”"],
  ["#/?seed=1", "“seed=1”"],
  [`#/${CHAPTER}/one-pair?seed=1&seed=2`, "“seed” stands more than once"],
  [`#/${CHAPTER}/one-pair?seed=4294967296`, "a whole number from 0 to 4294967295"],
]) {
  test(`in ${hash} what is ignored is named`, async () => {
    const { page, context } = await site.open(/** @type {string} */ (hash));
    const notice = (await page.locator(".notice[data-kind=link]").textContent()) ?? "";
    assert.ok(notice.includes(/** @type {string} */ (named)), notice);
    await context.close();
  });
}

test("a worksheet's number names what the reader set, in its address, its heading and its key", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}?pair.m=5`);
  await page.getByRole("link", { name: "Worksheet to print" }).click();
  const number = page.locator(".worksheet-line").getByText("Worksheet 0 · pair.m = 5");
  await number.waitFor();
  await page.getByRole("textbox", { name: "Seed" }).fill("3");
  await page.keyboard.press("Enter");
  await page.locator(".worksheet-line").getByText("Worksheet 3 · pair.m = 5").waitFor();
  await page.getByRole("heading", { name: /^Key to worksheet 3 · pair\.m = 5: / }).waitFor();
  assert.match(page.url(), /worksheet\?.*pair\.m=5/);
  await page.getByRole("link", { name: "Use the chapter’s own" }).click();
  await page.locator(".worksheet-line").getByText("Worksheet 3", { exact: true }).waitFor();
  await context.close();
});
