import assert from "node:assert/strict";
import { test } from "node:test";
import { find } from "../../web/src/search.js";

/** @type {import("../../web/src/search.js").Entry[]} */
const ENTRIES = [
  { kind: "chapter", chapter: "a", title: "Rotary pairs", text: "Scores of turned queries." },
  { kind: "exercise", chapter: "a", anchor: "one", title: "The score of one pair", text: "What is it?" },
  { kind: "term", anchor: "theta", title: "θ", text: "The angle per position." },
  { kind: "term", anchor: "naive", title: "naïve mask", text: "A mask too many." },
];

/** @param {string} query */
const anchors = (query) => find(ENTRIES, query).map(({ anchor, chapter }) => anchor ?? chapter);

test("a word in a title comes before one in a text, and a beginning is enough", () => {
  assert.deepEqual(anchors("score"), ["one", "a"]);
  assert.deepEqual(anchors("rot"), ["a"]);
});

test("of equal places the one named by the words alone is first", () => {
  const term = (/** @type {string} */ title) => ({
    kind: /** @type {const} */ ("term"),
    anchor: title,
    title,
    text: "",
  });
  assert.equal(find([term("a dot product of rows"), term("dot product")], "dot product")[0]?.title, "dot product");
});

test("all words are asked for, in any case, without accents, letters of formulas too", () => {
  assert.deepEqual(anchors("PAIR score"), ["one", "a"]);
  assert.deepEqual(anchors("pair what"), ["one"]);
  assert.deepEqual(anchors("naive"), ["naive"]);
  assert.deepEqual(anchors("θ"), ["theta"]);
});

for (const query of ["", "  ", "?", "core", "score mask"]) {
  test(`“${query}” finds nothing`, () => assert.deepEqual(anchors(query), []));
}
