/** How the page starts: on plain servers, under strict policies, from disk, within its budget, or not at all with a reason. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { CHAPTER, ONE_FILE, SITE, arrived, exercise, inText, serveSite, useSite } from "./site.mjs";

const site = useSite({ before, after });
const FIRST = "The score of one pair";
const BUDGET = { firstLoad: 120 * 1024, oneFile: 700 * 1024 };
const CORE = /^clockhand(-(?!worker)\w+)?\.wasm$/;
const { chapters } = JSON.parse(await readFile(join(SITE, "course.json"), "utf8"));

/** @param {import("./site.mjs").Change} change @param {string} [init] @returns {Promise<string>} what the page says instead */
async function failure(change, init) {
  const [{ page, context }, server] = await Promise.all([site.fresh(), serveSite(change)]);
  if (init !== undefined) await page.addInitScript(init);
  await page.goto(server.address);
  const said = await page.getByRole("alert").textContent();
  await context.close();
  server.close();
  return said ?? "";
}

/** @param {string} text */
const replacing =
  (text, by = "") =>
  (/** @type {string} */ name, /** @type {Buffer} */ bytes) =>
    name === "index.html" ? Buffer.from(bytes.toString().replace(text, by)) : bytes;

test("a browser without WebAssembly is told so in one sentence", async () => {
  assert.match(await failure((_, bytes) => bytes, "delete window.WebAssembly"), /^[^.]*WebAssembly[^.]*\.$/);
});

test("a policy that forbids WebAssembly is told so in one sentence", async () => {
  assert.match(await failure(replacing(" 'wasm-unsafe-eval'")), /^[^.]*'wasm-unsafe-eval'\.$/);
});

/** A module whose one function is clockhand_abi, and gives 7. */
const OTHER = Buffer.from(
  "0061736d01000000" +
    "010501600001" +
    "7f" +
    "03020100" +
    "0711010d" +
    "636c6f636b68616e645f616269" +
    "0000" +
    "0a0601040041070b",
  "hex",
);

test("a core of another ABI is told with both numbers", async () => {
  const said = await failure((name, bytes) => (CORE.test(name) ? OTHER : bytes));
  assert.match(said, /could not start: The core speaks boundary 7, this page boundary \d+:[^.]*\.$/);
});

test("a core that was cut short is told as one that could not start", async () => {
  const said = await failure((name, bytes) => (CORE.test(name) ? bytes.subarray(0, bytes.length >> 1) : bytes));
  assert.match(said, /could not start/);
});

test("a missing file is named", async () => {
  assert.match(await failure((name, bytes) => (CORE.test(name) ? undefined : bytes)), /clockhand-\w+\.wasm/);
});

test("a page that a network puts in the place of a file is told as that", async () => {
  const signIn = Buffer.from("<html>Please sign in</html>");
  const said = await failure((name, bytes) => (name === "course.json" ? signIn : bytes));
  assert.match(said, /^[^.]*course\.json came as something else[^.]*\.$/);
});

test("the served page has no inline script or style, and a policy that starts from none", async () => {
  const html = await readFile(join(SITE, "index.html"), "utf8");
  const [, policy = ""] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
  const sources = policy.split("; ").flatMap((directive) => directive.split(" ").slice(1));
  assert.match(policy, /^default-src 'none'; /);
  assert.deepEqual([...new Set(sources)].sort(), ["'none'", "'self'", "'wasm-unsafe-eval'"]);
  assert.doesNotMatch(html, /<style|\sstyle=|<script(?![^>]*\bsrc=)/);
});

test("everything comes from the page's own address", async () => {
  const { page, context } = await site.fresh();
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(site.address + `#/${CHAPTER}`);
  await arrived(page);
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(site.address)),
    [],
  );
  assert.ok(requests.some((url) => CORE.test(url.slice(site.address.length))));
  await context.close();
});

/**
 * A chapter whose core is held back.
 * @param {string} [hash]
 * @returns {Promise<{ page: import("playwright-core").Page, asked: Promise<boolean>, go: (works: boolean) => void, close: () => Promise<void> }>}
 *   `asked`: the core is asked for now; whether the text had come by then
 */
async function withoutCore(hash = `#/${CHAPTER}`) {
  const { page, context } = await site.open("#/");
  /** @type {(works: boolean) => void} */
  let go = () => {};
  const held = new Promise((resolve) => (go = resolve));
  let came = false;
  page.on("response", (response) => (came ||= response.url().includes("/chapters/")));
  const asked = page.waitForRequest(/\.wasm$/).then(() => came);
  await page.route("**/*.wasm", async (route) => ((await held) ? route.continue() : route.abort()));
  await page.goto("about:blank");
  came = false;
  await page.goto(site.address + hash);
  return { page, asked, go, close: () => context.close() };
}

test("a chapter's text is read while its core is on its way, which is asked for behind it", async () => {
  const { page, asked, go, close } = await withoutCore();
  await page.locator(".prose p").first().waitFor();
  assert.ok(await asked, "the text has come before");
  assert.equal(await page.locator("ch-exercise, ch-table").count(), 0);
  assert.equal(await page.locator("main[aria-busy]").count(), 1);
  go(true);
  await arrived(page);
  assert.ok((await page.locator("ch-exercise").count()) > 0);
  await close();
});

test("a text that names a source is read while its core is on its way", async () => {
  const { page, go, close } = await withoutCore("#/03-sinusoidal-positions");
  const source = page.locator(".prose > p cite a").first();
  await source.waitFor();
  assert.match((await source.getAttribute("href")) ?? "", /^#\/03-sinusoidal-positions\/./);
  go(true);
  await arrived(page);
  await close();
});

test("a core that does not come is told in the text's place", async () => {
  const { page, go, close } = await withoutCore();
  await page.locator(".prose p").first().waitFor();
  go(false);
  await page.getByText(/could not (start|be loaded)/).waitFor();
  assert.equal(await page.locator(".prose").count(), 0);
  await close();
});

test("a core that does not come stops nobody who has gone on", async () => {
  const { page, go, close } = await withoutCore();
  await page.locator(".prose p").first().waitFor();
  /** @param {string} hash @param {string} title */
  const follow = async (hash, title) => {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  };
  await follow("#/progress", "Progress");
  const shell = await page.evaluateHandle(() => document.querySelector("ch-app"));
  go(false);
  await follow(`#/${CHAPTER}`, "Not here");
  await follow("#/progress", "Progress");
  assert.ok(await shell.evaluate((app) => app?.isConnected), "the page is the one that was there");
  await close();
});

test("a link inside a chapter keeps what the address sets while the core is on its way", async () => {
  const { page, go, close } = await withoutCore(`#/${CHAPTER}?pair.m=3`);
  const place = inText();
  await page.locator(`.outline a[href="${place}"]`).click();
  go(true);
  await page.locator(`[id="${place.split("/").pop()}"]:focus`).waitFor();
  assert.equal(await page.evaluate(() => location.hash), `${place}?pair.m=3`);
  await close();
});

test("a core on its way holds back no link of those who have gone elsewhere", async () => {
  const { page, go, close } = await withoutCore();
  await page.locator(`.outline a[href="${inText()}"]`).click();
  await page.evaluate(() => (location.hash = "#/"));
  await page.locator(`main a[href="#/${CHAPTER}"]`).first().click();
  await page.locator(".prose p").first().waitFor();
  go(true);
  await arrived(page);
  assert.equal(await page.evaluate(() => location.hash), `#/${CHAPTER}`);
  await close();
});

test("a core that did not come is asked for again by the page on judging", async () => {
  const { page, go, close } = await withoutCore();
  await page.locator(".prose p").first().waitFor();
  await page.evaluate(() => (location.hash = "#/progress"));
  await page.getByRole("heading", { level: 1, name: "Progress" }).waitFor();
  const failed = page.waitForEvent("requestfailed", (request) => request.url().endsWith(".wasm"));
  go(false);
  await failed;
  await page.route("**/*.wasm", (route) => route.continue());
  await page.evaluate(() => (location.hash = "#/judging"));
  await page.getByText(/cases agree with the core/).waitFor();
  await close();
});

test("another address behind a failed start is a new start", async () => {
  const { page, go, close } = await withoutCore();
  go(false);
  await page.getByRole("alert").waitFor();
  await page.unroute("**/*.wasm");
  await page.evaluate(() => (location.hash = "#/progress"));
  await page.getByRole("heading", { name: "Progress", level: 1 }).waitFor();
  await close();
});

test("a text is read from its beginning while its core is on its way, and nothing takes the reader back there", async () => {
  const [{ id: before, title }] = chapters;
  const { page, context } = await site.open(`#/${before}`);
  /** @type {(value?: undefined) => void} */
  let go = () => {};
  const held = new Promise((resolve) => (go = resolve));
  await page.route("**/*.wasm", async (route) => (await held, route.continue()));
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  await page.evaluate((id) => (location.hash = `#/${id}`), CHAPTER);
  await page.waitForFunction((title) => document.querySelector("h1:focus")?.textContent !== title, title);
  const heading = await page.locator("h1:focus").textContent();
  assert.equal(await page.evaluate(() => window.scrollY), 0);
  assert.equal(await page.title(), `${heading} · Clockhand`);
  await page.locator(".prose a").first().focus();
  go();
  await arrived(page);
  assert.equal(await page.locator(".prose a:focus").count(), 1);
  await context.close();
});

test("a chapter answers until the next one stands in its place", async () => {
  const { page, context } = await site.open(`#/${CHAPTER}`);
  /** @type {(value?: undefined) => void} */
  let go = () => {};
  const held = new Promise((resolve) => (go = resolve));
  await page.route("**/chapters/*", async (route) => (await held, route.continue()));
  await Promise.all([page.waitForRequest("**/chapters/*"), page.locator("a[rel=prev]").click()]);
  const first = exercise(page, FIRST);
  await page.locator("ch-params[run=pair] input[type=text]").last().fill("0.5");
  await first.answer("0.4794"); // sin 0.5, where the chapter's own 1 gives 0.8415
  assert.equal(await first.told(), "Correct");
  go();
  await page.getByRole("heading", { level: 1, name: chapters[4].title }).waitFor();
  await context.close();
});

for (const { id } of chapters) {
  test(`the first load of ${id} keeps its budget`, async (t) => {
    const { page, context } = await site.open(`#/${id}`);
    await arrived(page);
    const urls = await page.evaluate(() => [
      location.href.replace(/#.*/, ""),
      ...performance.getEntriesByType("resource").map(({ name }) => name),
    ]);
    const names = [...new Set(urls)].map((url) => url.slice(site.address.length) || "index.html");
    const sizes = await Promise.all(
      names.map(async (name) => gzipSync(await readFile(join(SITE, name)), { level: 9 }).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const told = [`${total} bytes compressed`, ...names.map((name, i) => `${name}: ${sizes[i]}`)].join("\n");
    t.diagnostic(told);
    assert.ok(total <= BUDGET.firstLoad, told);
    await context.close();
  });
}

test("the one-file page keeps its budget", async (t) => {
  const { length } = await readFile(ONE_FILE);
  t.diagnostic(`one file: ${length} bytes`);
  assert.ok(length <= BUDGET.oneFile, `${length} bytes`);
});

test("the one-file page opens from disk, works, and makes no request", async () => {
  const { page, context, errors } = await site.fresh();
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  const address = pathToFileURL(ONE_FILE).href;
  await page.goto(`${address}#/${CHAPTER}`);
  const one = exercise(page, FIRST);
  await one.answer("0.8415");
  assert.equal(await one.told(), "Correct");
  await page.reload();
  await one.group.getByText("Done", { exact: true }).waitFor();
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(address) && !url.startsWith("data:")),
    [],
  );
  assert.deepEqual(errors, []);
  await context.close();
});
