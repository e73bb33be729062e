/** The served site without a network, and its next version. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHAPTER, arrived, exercise, launch, serveSite, stored } from "./site.mjs";

const FIRST = "The score of one pair";
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Until the service worker holds every file. @param {import("playwright-core").Page} page */
const kept = (page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");

/** A server whose answers the test changes on the way. */
async function serve() {
  /** @type {import("./site.mjs").Change} */
  let change = (_, bytes) => bytes;
  const server = await serveSite((name, bytes) => change(name, bytes));
  return { ...server, change: (/** @type {typeof change} */ next) => (change = next) };
}

test("once visited, the whole course works without a network", async () => {
  const server = await serve();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(server.address);
  await kept(page);
  server.close();
  await context.setOffline(true);
  await page.goto(`${server.address}#/${CHAPTER}`);
  await page.reload();
  await exercise(page, FIRST).answer("0.8415");
  assert.equal(await exercise(page, FIRST).told(), "Correct");
  for (const place of ["#/judging", "#/glossary", `#/${CHAPTER}/worksheet`]) {
    await page.goto(server.address + place);
    await page.reload();
    await arrived(page);
    assert.equal(await page.getByRole("heading", { name: "Not here" }).count(), 0, place);
  }
  await context.close();
});

test("a new version is offered, taken when the reader wants it, and progress stays", async () => {
  const server = await serve();
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${server.address}#/${CHAPTER}`);
  await kept(page);
  await exercise(page, FIRST).answer("0.8415");
  const before = await stored(page);
  server.change((name, bytes) => {
    if (name === "index.html") return Buffer.from(bytes.toString().replace("</head>", '<meta name="newer" /></head>'));
    if (name !== "sw.js") return bytes;
    return Buffer.from(bytes.toString().replace(/(url:"index\.html",revision:")\w+/, "$1newer"));
  });
  const other = await context.newPage();
  await other.goto(`${server.address}#/${CHAPTER}`);
  await page.reload();
  await page.getByText("A new version of the course is ready").first().waitFor();
  const newer = page.locator("meta[name=newer]");
  assert.equal(await newer.count(), 0, "nothing changes before it is taken");
  await page.getByRole("button", { name: "Load it" }).click();
  await newer.waitFor({ state: "attached" });
  await exercise(page, FIRST).group.getByText("Done", { exact: true }).waitFor();
  assert.deepEqual((await stored(page)).exercises, before.exercises);
  await exercise(other, FIRST).field.fill("0.84");
  await other.evaluate(() => Object.assign(window, { before: true }));
  assert.equal(await exercise(other, FIRST).field.inputValue(), "0.84", "nothing changes under somebody who is typing");
  await other.getByRole("button", { name: "Load it" }).click();
  await other.waitForFunction(() => !("before" in window));
  await context.close();
  server.close();
});

test("where no service worker is served, the course works as before", async () => {
  const server = await serveSite((name, bytes) => (name === "sw.js" ? undefined : bytes));
  const context = await browser.newContext();
  const page = await context.newPage();
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(`${server.address}#/${CHAPTER}`);
  await exercise(page, FIRST).answer("0.8415");
  assert.equal(await exercise(page, FIRST).told(), "Correct");
  assert.deepEqual(errors, []);
  await context.close();
  server.close();
});
