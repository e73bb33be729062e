/** The page on how answers are judged: every case beside what the core in this page says of it. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { CHAPTER, ONE_FILE, SITE, arrived, exercise, useSite } from "./site.mjs";

const site = useSite({ before, after });
const ROUTE = "#/judging";
const { cases } = JSON.parse(await readFile(join(SITE, "judging.json"), "utf8"));

/** @param {import("playwright-core").Page} page */
const outcome = (page) =>
  page.evaluate(() => ({
    count: document.querySelector(".cases-count")?.textContent?.replace(/\s+/g, " ").trim(),
    rows: [...document.querySelectorAll("tr[data-case]")].map((row) => /** @type {HTMLElement} */ (row).dataset),
  }));

test("every case agrees with the core in the page", async () => {
  const { page, context, errors } = await site.open(ROUTE);
  const { count, rows } = await outcome(page);
  assert.ok(cases.length >= 250);
  assert.equal(rows.length, cases.length);
  assert.deepEqual(
    rows.filter(({ agrees }) => agrees !== "true").map((row) => row.case),
    [],
  );
  assert.match(count ?? "", new RegExp(`agrees ${cases.length} of ${cases.length} cases agree`));
  await page
    .getByRole("status")
    .filter({ hasText: `${cases.length} of ${cases.length} cases agree` })
    .waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("a case declared wrongly is flagged, by word as well, and counted", async () => {
  const { page, context } = await site.fresh();
  const name = "sine-rounded-as-asked";
  await page.route("**/judging.json", async (route) => {
    const response = await route.fetch();
    const judging = await response.json();
    judging.cases.find((/** @type {{ name: string }} */ one) => one.name === name).verdict = "sign";
    await route.fulfill({ response, json: judging });
  });
  await page.goto(site.address + ROUTE);
  await page.locator(".cases-count").waitFor();
  const { count, rows } = await outcome(page);
  assert.deepEqual(
    rows.filter(({ agrees }) => agrees !== "true").map((row) => row.case),
    [name],
  );
  assert.match(count ?? "", new RegExp(`differs ${cases.length - 1} of ${cases.length} cases agree`));
  const row = page.locator(`tr[data-case="${name}"]`);
  assert.match((await row.textContent()) ?? "", /✗\s*differs[\s\S]*Correct[\s\S]*other than declared: verdict/);
  await context.close();
});

test("what the eye cannot see is named, and each rule's table has its caption", async () => {
  const { page, context } = await site.open(ROUTE);
  const row = page.locator('tr[data-case="reads-tab-and-newline-around"] th');
  assert.deepEqual(await row.locator("kbd").allTextContents(), ["tab", "new line"]);
  assert.equal(await page.getByRole("table", { name: /^Ties/ }).count(), 1);
  await context.close();
});

test("an answer of one's own is judged while one types", async () => {
  const { page, context } = await site.open(ROUTE);
  const said = page.locator("ch-try output");
  await page.getByRole("textbox", { name: "Right value" }).fill("sin(1)");
  await page.getByRole("textbox", { name: "Places" }).fill("4");
  await page.getByRole("textbox", { name: "Answer" }).fill("0.8414");
  assert.match((await said.textContent()) ?? "", /Cut, not rounded/);
  await page.getByRole("textbox", { name: "Answer" }).fill("0.84147");
  assert.match((await said.textContent()) ?? "", /Correct/);
  await page.getByRole("textbox", { name: "Answer" }).fill("1,234");
  assert.match((await said.textContent()) ?? "", /Could not be read[\s\S]*1\.234/);
  await page.getByRole("textbox", { name: "Places" }).fill("many");
  assert.match((await said.textContent()) ?? "", /places/);
  await context.close();
});

test("the cases weigh on no other page: they are fetched on their route", async () => {
  const { page, context } = await site.fresh();
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url().replace(site.address, "")));
  await page.goto(`${site.address}#/${CHAPTER}`);
  await arrived(page);
  assert.ok(asked.length > 0 && !asked.includes("judging.json"), asked.join());
  await exercise(page, "The score of one pair").answer("0.8415");
  await page.getByRole("link", { name: "How answers are judged" }).first().click();
  await page.getByRole("heading", { level: 1, name: "How answers are judged" }).waitFor();
  assert.ok(asked.includes("judging.json"));
  assert.equal(await page.title(), "How answers are judged · Clockhand");
  await context.close();
});

test("the start page leads there, and a list that cannot be loaded is said", async () => {
  const { page, context } = await site.open("#/");
  await page.route("**/judging.json", (route) => route.fulfill({ status: 404 }));
  await page.getByRole("link", { name: "How answers are judged" }).click();
  await page.getByText(/This page could not be loaded/).waitFor();
  await page.unroute("**/judging.json");
  await page.goto(`${site.address}#/`);
  await page.getByRole("link", { name: "How answers are judged" }).click();
  await page.locator(".cases-count").waitFor();
  await context.close();
});

test("the one file carries the cases", async () => {
  const { page, context } = await site.fresh();
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${pathToFileURL(ONE_FILE).href}${ROUTE}`);
  await page.locator(".cases-count").waitFor();
  const { rows } = await outcome(page);
  assert.equal(rows.filter(({ agrees }) => agrees === "true").length, cases.length);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith("file:") && !url.startsWith("data:")),
    [],
  );
  await context.close();
});

test("at 360 px nothing makes the page scroll sideways", async () => {
  const { page, context } = await site.open(ROUTE, { viewport: { width: 360, height: 800 } });
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)) <= 0);
  await context.close();
});
