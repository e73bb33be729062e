import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { buildContent } from "../../content/build.mjs";
import { nameHeadings } from "../../content/builder/headings.mjs";
import { searchEntries } from "../../content/builder/search.mjs";
import { loadCore, outFolder } from "./course.mjs";

/** @type {any} */
let clockhand;
before(async () => {
  clockhand = await loadCore();
});

test("headings get ids from their texts, none of them twice, and keep their own", () => {
  const named = nameHeadings('<h2>One pair</h2><h3>One pair</h3><h2 id="x">Other</h2><p>One pair</p>', ["one-pair"]);
  assert.deepEqual(
    [...named.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id),
    ["one-pair-2", "one-pair-3", "x"],
  );
});

test("a heading stands with the paragraph below it, and with none from the next heading on", () => {
  const html =
    '<h2 id="a">A</h2><p>First <b>words</b>, <ch-value of="x"></ch-value>.</p><p>More.</p><h2 id="b">B</h2><h3 id="c">C</h3><p>Third.</p>';
  const chapter = { id: "1", title: "T", summary: "S", html, exercises: [] };
  assert.deepEqual(
    searchEntries([chapter], []).map(({ title, text }) => [title, text]),
    [
      ["T", "S"],
      ["A", "First words, …."],
      ["B", ""],
      ["C", "Third."],
    ],
  );
});

test("every entry leads to a place that exists", (t) => {
  const out = outFolder(t);
  buildContent({ out, clockhand });
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(out, name), "utf8"));
  const terms = new Set(read("glossary.json").entries.map((/** @type {any} */ entry) => entry.id));
  /** @type {Map<string, string>} */
  const pages = new Map();
  const { entries } = read("search.json");
  assert.ok(entries.length > 100);
  for (const { kind, chapter, anchor, title } of entries) {
    assert.notEqual(title, "");
    if (kind === "term") assert.ok(terms.has(anchor), anchor);
    else if (!pages.has(chapter)) pages.set(chapter, read(`chapters/${chapter}.json`).html);
    if (kind === "section" || kind === "exercise") assert.ok(pages.get(chapter)?.includes(`id="${anchor}"`), anchor);
  }
});
