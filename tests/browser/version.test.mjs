/** A page left open while the site is replaced: it takes nothing of the newer version, says so, and loses nothing. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { CHAPTER, arrived, exercise, launch, serveSite, stored } from "./site.mjs";

const FIRST = "The score of one pair";
const OTHER = { id: "05-rotations-by-hand", title: "Rotations by hand" };
const NEWER = "Text of the newer version";
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** The next version, with its own names of scripts; `sameVersion`: as if it were not one. @param {string} name @param {Buffer} bytes @param {boolean} [sameVersion] */
function next(name, bytes, sameVersion = false) {
  if (name === "version.json") return sameVersion ? bytes : Buffer.from('{"version":"newer"}');
  if (/^part-/.test(name)) return sameVersion ? bytes : undefined;
  if (name === "index.html" && !sameVersion)
    return Buffer.from(bytes.toString().replace(/data-version="\w+"/, 'data-version="newer"'));
  if (!name.startsWith("chapters/")) return bytes;
  const chapter = JSON.parse(bytes.toString());
  return Buffer.from(JSON.stringify({ ...chapter, html: `<p>${NEWER}</p>${chapter.html}` }));
}

/** A page of the present version with an answer in it. */
async function begun() {
  /** @type {import("./site.mjs").Change} */
  let change = (_, bytes) => bytes;
  const server = await serveSite((name, bytes) => change(name, bytes));
  const context = await browser.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`${server.address}#/${CHAPTER}`);
  await exercise(page, FIRST).answer("0.8415");
  await exercise(page, FIRST).verdict.waitFor();
  return {
    page,
    server,
    replace: (/** @type {typeof change} */ other) => (change = other),
    notice: page.getByText("A new version of the course is ready"),
    go: (/** @type {string} */ hash) => page.evaluate((to) => void (location.hash = to), hash),
    close: async () => {
      await context.close();
      server.close();
    },
  };
}

test("another chapter of a newer version is not mixed in: the page offers to load it, and progress stays", async () => {
  const { page, replace, notice, go, close } = await begun();
  const { exercises } = await stored(page);
  replace((name, bytes) => next(name, bytes));
  await go(`#/${OTHER.id}`);
  await page.getByText("The chapter could not be loaded: the course has a newer version by now.").waitFor();
  assert.equal(await notice.first().isVisible(), true);
  assert.equal(await page.getByText(NEWER).count(), 0);
  // From here on the scripts are there under their old names, which stand for the newer ones.
  replace((name, bytes) => (/^part-/.test(name) ? bytes : next(name, bytes)));
  await page.getByRole("button", { name: "Load it" }).click();
  await page.getByRole("heading", { level: 1, name: OTHER.title }).waitFor();
  await page.getByText(NEWER).waitFor();
  assert.equal(await notice.count(), 0);
  assert.deepEqual((await stored(page)).exercises, exercises);
  await close();
});

test("code that a newer version has taken away is told as that, in sight, and nothing moves", async () => {
  const { page, replace, notice, close } = await begun();
  replace((name, bytes) => next(name, bytes));
  await arrived(page);
  const { field } = exercise(page, FIRST);
  const place = await field.boundingBox();
  await page.evaluate(() =>
    /** @type {HTMLElement} */ (document.querySelector(".banner-nav button:last-of-type")).click(),
  );
  await notice.first().waitFor();
  assert.deepEqual(await field.boundingBox(), place);
  const { top, bottom, height } = await notice
    .first()
    .evaluate((note) => ({ ...note.getBoundingClientRect().toJSON(), height: innerHeight }));
  assert.ok(top > 0 && bottom <= height, `${top} to ${bottom} of ${height}`);
  await close();
});

test("while the version is the same, chapters come as they are, also where the site does not tell its version", async () => {
  const { page, replace, notice, go, close } = await begun();
  replace((name, bytes) => next(name, bytes, true));
  await go(`#/${OTHER.id}`);
  await page.getByText(NEWER).waitFor();
  replace((name, bytes) => (name === "version.json" ? undefined : bytes));
  await go("#/04-ways-to-give-position");
  await page.getByRole("heading", { level: 1, name: "Ways to give position" }).waitFor();
  assert.equal(await notice.count(), 0);
  await close();
});
