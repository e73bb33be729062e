import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { buildContent, readCourse } from "../../content/build.mjs";
import { linkTerms, readGlossary } from "../../content/builder/glossary.mjs";
import { ContentError } from "../../content/builder/problem.mjs";
import { copyContent, editJson, loadCore, outFolder } from "./course.mjs";

const clockhand = await loadCore();

/** A glossary of these entries. @param {import("node:test").TestContext} t @param {object} entries */
function glossaryOf(t, entries) {
  const root = copyContent(t);
  editJson(root, "glossary.json", (data) => {
    for (const id of Object.keys(data)) delete data[id];
    Object.assign(data, entries);
  });
  return readGlossary(root);
}

const HEAD = {
  head: { name: "head", forms: ["heads"], common: true, text: "One of several." },
  "head-width": { name: "head width", text: "Its size." },
  mask: { name: "mask", text: "What is hidden." },
  theta: { symbol: "\\theta_k", text: "A frequency." },
};

/** @param {string} html @returns {string[]} `id:text` of each link */
const links = (html) =>
  [...html.matchAll(/<a class="term" href="#\/glossary\/([^"]+)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, id, text]) => `${id}:${text.replace(/<[^>]+>/g, "")}`,
  );

test("the first use is linked, the longest form first, an ordinary word only where it is emphasised", (t) => {
  const glossary = glossaryOf(t, HEAD);
  const html =
    "<p>At the head stands a Mask. The head width of <em>heads</em>, a mask, the <em>head</em>, unmasked.</p>";
  const linked = linkTerms(html, glossary, "01-a");
  assert.deepEqual(links(linked), ["mask:Mask", "head-width:head width", "head:heads"]);
  assert.equal(linked.replace(/<a [^>]*>|<\/a>/g, ""), html, "nothing but links is added");
  assert.deepEqual(
    glossary.entries.map(({ id, chapters }) => [id, chapters.length]),
    [
      ["head", 1],
      ["head-width", 1],
      ["mask", 1],
      ["theta", 0],
    ],
  );
});

test("an emphasised use goes before an earlier plain one; links, code and headings are left alone", (t) => {
  const glossary = glossaryOf(t, HEAD);
  const html = '<h2>mask</h2><p><a href="#x">mask</a> <code>mask</code> mask, <em>mask</em></p>';
  assert.match(linkTerms(html, glossary, "a"), /mask, <em><a class="term" href="#\/glossary\/mask">mask<\/a><\/em>/);
});

test("a symbol is known by its formula, however it is written, and only as a whole", (t) => {
  const root = copyContent(t);
  editJson(root, "glossary.json", (data) => {
    for (const id of Object.keys(data)) delete data[id];
    Object.assign(data, HEAD);
  });
  const file = "06-rope-pairs";
  const { html } = /** @type {any} */ (readCourse({ clockhand, root, only: file })[0]);
  assert.deepEqual(links(html).filter((link) => link.startsWith("theta")).length, 1);
  assert.match(html, /href="#\/glossary\/theta" aria-label="[^"]+"><math/);
});

test("each entry of the course's glossary is used by a chapter, and the page tells by which", async (t) => {
  const out = outFolder(t);
  buildContent({ out, clockhand });
  const { entries } = JSON.parse(readFileSync(join(out, "glossary.json"), "utf8"));
  assert.ok(entries.length > 0);
  const unused = entries.filter((/** @type {any} */ { chapters }) => chapters.length === 0);
  assert.deepEqual(
    unused.map((/** @type {any} */ { id }) => id),
    [],
  );
});

/** @type {[string, object, RegExp][]} */
const FAULTS = [
  [
    "a form that stands twice",
    { a: { name: "a", text: "x" }, b: { name: "b", forms: ["A"], text: "x" } },
    /glossary\.json:\d+: b: its form "a" belongs to another/,
  ],
  ["a figure in a text", { a: { name: "a", text: "It is 3." } }, /a\.text: the prose holds the figure 3/],
  ["neither name nor symbol", { a: { text: "x" } }, /glossary\.json:\d+: a: has a name or a symbol/],
  ["both name and symbol", { a: { name: "a", symbol: "a", text: "x" } }, /has a name or a symbol/],
  ["an unknown field", { a: { name: "a", text: "x", link: "y" } }, /the field "link" is unknown/],
  ["a formula that is no TeX", { a: { symbol: "\\frac{", text: "x" } }, /is not TeX that temml reads/],
];

for (const [fault, entries, sentence] of FAULTS) {
  test(`the glossary refuses ${fault}`, (t) => {
    assert.throws(
      () => glossaryOf(t, entries),
      (error) => error instanceof ContentError && sentence.test(error.message),
    );
  });
}
