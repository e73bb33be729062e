/** What the page remembers: reloads, tabs, trouble with the storage, files, resets, shown answers. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { CHAPTER, exercise, inText, stored, useSite } from "./site.mjs";

const site = useSite({ before, after });
const FIRST = "The score of one pair";
const SECOND = "The same pair further along the text";

test("after a reload the state, the answer and the opened table are there", async () => {
  const { page, context } = await site.open(inText());
  await exercise(page, FIRST).answer("0.8415");
  await page.reload();
  const one = exercise(page, FIRST);
  await one.group.getByText("Done", { exact: true }).waitFor();
  assert.equal(await one.field.inputValue(), "0.8415");
  await page.locator('ch-table[run="pair"][table="score"]').getByText("0.841471").first().waitFor();
  await context.close();
});

test("two tabs do not overwrite each other", async () => {
  const { page, context } = await site.open(inText());
  const other = await context.newPage();
  await other.goto(site.address + `#/${CHAPTER}`);
  await exercise(other, SECOND).answer("0.8415");
  await exercise(page, SECOND).group.getByText("Done", { exact: true }).waitFor();
  await exercise(page, FIRST).answer("0.8415");
  await exercise(other, FIRST).group.getByText("Done", { exact: true }).waitFor();
  const { exercises } = await stored(page);
  assert.deepEqual(Object.keys(exercises).sort(), [`${CHAPTER}/moved-pair`, `${CHAPTER}/one-pair`]);
  await context.close();
});

const TROUBLES = [
  {
    name: "forbidden",
    script: `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } });`,
    said: /does not let the page store/,
  },
  {
    name: "full",
    script: `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`,
    said: /storage is full/,
  },
  {
    name: "corrupt",
    script: `if (!sessionStorage.seen) { sessionStorage.seen = 1; localStorage.setItem("clockhand", "{broken"); }`,
    said: /kept aside unchanged/,
  },
  {
    name: "newer",
    script: `localStorage.setItem("clockhand", JSON.stringify({ version: 99 }));`,
    said: /newer version .*99/,
  },
];

for (const { name, script, said } of TROUBLES) {
  test(`${name} storage is said in one sentence, and the page goes on`, async () => {
    const { page, context } = await site.fresh();
    await context.addInitScript(script);
    await page.goto(site.address + `#/${CHAPTER}`);
    const one = exercise(page, FIRST);
    await one.answer("0.8415");
    assert.equal(await one.told(), "Correct");
    await one.group.getByText("Done", { exact: true }).waitFor();
    assert.match((await page.locator(".notice").textContent()) ?? "", said);
    if (name === "corrupt")
      assert.equal(await page.evaluate(() => localStorage.getItem("clockhand-unreadable")), "{broken");
    if (name === "newer") assert.equal(await page.evaluate(() => localStorage.getItem("clockhand")), '{"version":99}');
    await context.close();
  });
}

test("progress goes to a file and comes back on another device, with what changed shown", async () => {
  const { page, context } = await site.open(inText());
  await exercise(page, FIRST).answer("0.8415");
  await page.goto(site.address + "#/progress");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export to a file" }).click(),
  ]);
  const path = /** @type {string} */ (await download.path());
  assert.equal(JSON.parse(await readFile(path, "utf8")).exercises[`${CHAPTER}/one-pair`].state, "done");

  const { page: other, context: device } = await site.open("#/progress");
  const input = other.getByLabel("Import from a file");
  await input.setInputFiles({ name: "p.json", mimeType: "application/json", buffer: await readFile(path) });
  await other.getByText(`${FIRST}: Open → Done`).waitFor();
  await input.setInputFiles({ name: "p.json", mimeType: "application/json", buffer: await readFile(path) });
  await other.getByText("nothing newer").first().waitFor();
  await input.setInputFiles({ name: "p.json", mimeType: "application/json", buffer: Buffer.from("no") });
  await other.getByText("is not a progress file").first().waitFor();
  const entry = { state: "done", attempts: 1, hints: 0, seed: 0, answer: "1", updated: 1 };
  const elsewhere = JSON.stringify({ version: 1, exercises: { "99-none/a": entry, "99-none/b": entry } });
  await input.setInputFiles({ name: "p.json", mimeType: "application/json", buffer: Buffer.from(elsewhere) });
  await other.getByText("2 exercises that this version of the course does not have were kept").first().waitFor();
  assert.equal(await other.locator("li").filter({ hasText: "99-none" }).count(), 0);
  assert.equal((await stored(other)).exercises[`${CHAPTER}/one-pair`].state, "done");
  await Promise.all([context.close(), device.close()]);
});

test("a reset asks first, and forgets only what was named", async () => {
  const { page, context } = await site.open(inText());
  const one = exercise(page, FIRST);
  await one.answer("0.8415");
  await exercise(page, SECOND).answer("0.8415");
  await one.button("Reset").click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep" }).click();
  await one.group.getByText("Done", { exact: true }).waitFor();
  await one.button("Reset").click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget" }).click();
  await one.group.getByText("Open", { exact: true }).waitFor();
  assert.equal(await one.field.inputValue(), "");
  assert.deepEqual(Object.keys((await stored(page)).exercises), [`${CHAPTER}/moved-pair`]);
  await context.close();
});

test("after a shown answer only a fresh instance counts", async () => {
  const { page, context } = await site.open(inText());
  const one = exercise(page, FIRST);
  await one.button("Show the answer").click();
  await one.group.getByText("0.8415", { exact: true }).waitFor();
  await one.answer("0.8415");
  await one.group.getByText("Answer shown", { exact: true }).waitFor();
  await one.button("Another one like this").click();
  await one.group.getByText("Instance 1", { exact: true }).waitFor();
  await one.button("Show the answer").waitFor();
  assert.equal((await stored(page)).exercises[`${CHAPTER}/one-pair`].state, "revealed");
  await context.close();
});

test("hints open one by one and are counted", async () => {
  const { page, context } = await site.open(inText());
  const one = exercise(page, FIRST);
  await one.button("Hint 1").click();
  assert.equal(await one.group.getByRole("list", { name: "Hints" }).getByRole("listitem").count(), 1);
  await one.button("Hint 2").click();
  await one.answer("0.8415");
  await one.group.getByText("one attempt, 2 hints").waitFor();
  await context.close();
});

for (const seed of [1e300, 2 ** 53, 2 ** 64]) {
  test(`an imported seed of ${seed} leaves the exercise as it was made`, async () => {
    const { page, context } = await site.open("#/progress");
    const entry = { state: "tried", attempts: 1, seed, answer: "5", hints: 0, updated: 1 };
    const text = JSON.stringify({ version: 1, exercises: { [`${CHAPTER}/one-pair`]: entry }, settings: {} });
    const file = { name: "p.json", mimeType: "application/json", buffer: Buffer.from(text) };
    await page.getByLabel("Import from a file").setInputFiles(file);
    await page.getByText(`${FIRST}: Open → Tried`).waitFor();
    await page.goto(site.address + `#/${CHAPTER}`);
    const one = exercise(page, FIRST);
    await one.field.waitFor();
    assert.equal(await one.field.inputValue(), "");
    await one.answer("0.8415");
    assert.equal(await one.told(), "Correct");
    await one.button("Another one like this").click();
    await one.group.getByText("Instance 1", { exact: true }).waitFor();
    await context.close();
  });
}

test("after the largest seed another instance is still found", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}/one-pair?seed=4294967295`);
  const one = exercise(page, FIRST);
  await one.group.getByText("Instance 4294967295", { exact: true }).waitFor();
  await one.button("Another one like this").click();
  await one.group.getByText("Instance 1", { exact: true }).waitFor();
  await one.field.waitFor();
  await context.close();
});
