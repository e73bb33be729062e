/** An author's open page: a change in a chapter shows, a fault is told with file and line, and nothing old comes from a cache. */

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../../wasm/tools/serve.mjs";
import { CORE } from "../../wasm/tools/site.mjs";
import { Texts, inChapters } from "../../wasm/tools/texts.mjs";
import { watchSources } from "../../wasm/tools/watch.mjs";
import { ROOT, SITE, arrived, launch } from "./site.mjs";

const CHAPTER = "06-rope-pairs";
const TEXT = join("content", CHAPTER, "chapter.md");
/** @type {import("playwright-core").Browser} */
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());
const parent = mkdtempSync(join(tmpdir(), "clockhand-author-"));
after(() => rmSync(parent, { recursive: true, force: true })); // when all that reads and watches is closed

/** A project with content and a built site alone, to change. */
function copyProject() {
  const root = mkdtempSync(join(parent, "project-"));
  cpSync(join(ROOT, "content"), join(root, "content"), { recursive: true });
  cpSync(SITE, join(root, "site"), { recursive: true });
  const text = readFileSync(join(root, TEXT), "utf8");
  return {
    root,
    site: join(root, "site"),
    write: (/** @type {string} */ more) => writeFileSync(join(root, TEXT), text + more),
    /** As many editors save. @param {string} more */
    replace: (more) => {
      writeFileSync(join(root, "next"), text + more);
      renameSync(join(root, "next"), join(root, TEXT));
    },
  };
}

/** @param {string} folder @param {boolean} reload @param {number} [port] */
const serveFolder = (folder, reload, port = 0) => serve({ folder, port, reload, ready: Promise.resolve() });

test("a change in a chapter shows in the open page; a fault is told with its line, and gone when it is mended", async (t) => {
  const { root, site, write, replace } = copyProject();
  const served = await serveFolder(site, true);
  const texts = new Texts({ root: join(root, "content"), out: site, core: CORE });
  /** @type {import("../../wasm/tools/texts.mjs").Outcome[]} */
  const outcomes = [];
  const stop = watchSources(async () => {
    const outcome = await texts.rebuild();
    outcomes.push(outcome);
    if (typeof outcome === "object") served.broken(outcome.problem);
    else served.built();
  }, root);
  const page = await browser.newPage();
  t.after(async () => {
    await page.close();
    await stop();
    texts.close();
    served.close();
  });
  await page.goto(`${served.address}/#/${CHAPTER}`);
  await arrived(page);
  const problem = page.locator("[data-build-problem]");
  write("\nA sentence that is new.\n");
  await page.getByText("A sentence that is new.").waitFor();
  write("\nThe answer is 42.\n");
  await problem.waitFor();
  const line = readFileSync(join(root, TEXT), "utf8").split("\n").indexOf("The answer is 42.") + 1;
  assert.match((await problem.textContent()) ?? "", new RegExp(`${TEXT}:${line}: the prose holds the figure 42`));
  write("\nThe answer is another one.\n");
  await page.getByText("The answer is another one.").waitFor();
  assert.equal(await problem.count(), 0);
  for (const sentence of ["A file in its place.", "And one more.", "And the last."]) {
    replace(`\n${sentence}\n`);
    await page.getByText(sentence).waitFor();
  }
  assert.ok(!outcomes.includes("whole"));
});

test("a chapter that wants another lab, or is new, has the page built anew", async (t) => {
  const { root, site } = copyProject();
  const texts = new Texts({ root: join(root, "content"), out: site, core: CORE });
  t.after(() => texts.close());
  assert.equal(await texts.rebuild(), "built");
  const file = join(root, "content", CHAPTER, "chapter.json");
  const data = JSON.parse(readFileSync(file, "utf8"));
  data.runs.other = { lab: "norm-gradients" };
  writeFileSync(file, JSON.stringify(data));
  assert.equal(await texts.rebuild(), "whole");
  assert.ok(!inChapters([TEXT, "content/glossary.json"]) && !inChapters(["web/src/boot.js"]) && inChapters([TEXT]));
});

test("a page that was kept for reading offline does not stand in the author's way", async (t) => {
  const { site } = copyProject();
  const kept = await serveFolder(site, false);
  t.after(() => kept.close());
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(kept.address);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  const index = join(site, "index.html");
  writeFileSync(index, readFileSync(index, "utf8").replace("</head>", '<meta name="newer" /></head>'));
  const newer = page.locator("meta[name=newer]");
  await page.reload();
  assert.equal(await newer.count(), 0, "what is kept comes first");
  kept.close();
  const served = await serveFolder(site, true, Number(new URL(kept.address).port));
  t.after(() => served.close());
  await page.reload();
  await newer.waitFor({ state: "attached" });
  assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null);
});
