/** What the builder refuses of a file's form: schema, markup, figures, ids, pictures. */
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { readCourse } from "../../content/build.mjs";
import { listChapters } from "../../content/builder/folder.mjs";
import { lineOfField } from "../../content/builder/lines.mjs";
import { copyContent, editJson, editText, loadCore } from "./course.mjs";
import { DATA, TEXT, append, data, exercise, testRefusals } from "./faults.mjs";

/** @import { Spoil } from "./faults.mjs" */

const clockhand = await loadCore();

testRefusals([
  // Schema: file, field and remedy.
  [
    "a field of the wrong type",
    exercise("one-pair", (e) => {
      e.places = "four";
    }),
    /chapter\.json:\d+: exercises\[0\] \(one-pair\)\.places: is "four"; write a value of type integer/,
  ],
  [
    "a number out of range",
    exercise("one-pair", (e) => {
      e.places = 40;
    }),
    /exercises\[0\] \(one-pair\)\.places: is 40; write a number <= 12/,
  ],
  [
    "a word of its own behind the places asked",
    exercise("one-pair", (e) => {
      e.prompt += " Give {places} decimal places.";
    }),
    /exercises\[0\] \(one-pair\)\.prompt: has a word behind \{places\}, which stands for number and word/,
  ],
  [
    "a missing field",
    exercise("one-pair", (e) => {
      delete e.explain;
    }),
    /exercises\[0\] \(one-pair\): the field "explain" is missing; add it/,
  ],
  [
    "an unknown field",
    exercise("one-pair", (e) => {
      e.hint = "x";
    }),
    /exercises\[0\] \(one-pair\): the field "hint" is unknown; rename or remove it; perhaps hints is meant; accepted is id, kind/,
  ],
  [
    "an unknown kind",
    exercise("one-pair", (e) => {
      e.kind = "essay";
    }),
    /exercises\[0\] \(one-pair\): "kind" is "essay"; accepted is number, vector/,
  ],
  [
    "an unreadable draw",
    exercise("one-pair", (e) => {
      e.draw.m = "some";
    }),
    /exercises\[0\] \(one-pair\)\.draw\.m: is "some"; write it as described: integer LO HI/,
  ],
  [
    "a badly formed id",
    exercise("one-pair", (e) => {
      e.id = "One Pair";
    }),
    /exercises\[0\] \(One Pair\)\.id: is "One Pair"; write it as described: a permanent id/,
  ],
  [
    "a badly named run",
    data((d) => {
      d.runs["Pair Two"] = d.runs.pair;
    }),
    /runs: the name "Pair Two" is not accepted/,
  ],
  [
    "a parameter that is no text",
    data((d) => {
      d.runs.pair.params = { m: 1 };
    }),
    /runs\.pair\.params\.m: is 1; write a value of type string/,
  ],
  [
    "hints missing",
    exercise("one-pair", (e) => {
      delete e.hints;
    }),
    /exercises\[0\] \(one-pair\): the field "hints" is missing; add it \(at least four hints/,
  ],
  [
    "too few hints",
    exercise("one-pair", (e) => {
      e.hints.length = 3;
    }),
    /exercises\[0\] \(one-pair\)\.hints: holds 3; give at least 4/,
  ],
  [
    "JSON that is none",
    (root) => editText(root, DATA, (text) => text.replace('"title":', '"title"')),
    /chapter\.json:2: is not JSON: /,
  ],
  [
    "a reference without a year",
    (root) =>
      editJson(root, "references.json", (d) => {
        delete d["su-2021"].year;
      }),
    /references\.json:\d+: su-2021: the field "year" is missing/,
  ],

  // Markup.
  [
    "an unknown element",
    append("<ch-plot></ch-plot>"),
    /element <ch-plot> is not accepted; placeholders are ch-params/,
    "ch-plot",
  ],
  [
    "a formula that is no TeX",
    append("It is <math><mn>0.5403</mn></math>."),
    /element <math> is not accepted; write the formula as TeX between dollars/,
    "<math>",
  ],
  [
    "a formula that is no TeX, in capitals",
    append("<MATH>\n<mn>2</mn></MATH>"),
    /element <MATH> is not accepted/,
    "<MATH>",
  ],
  [
    "a formula that is no TeX, in an exercise",
    exercise("one-pair", (e) => {
      e.prompt += " It is <math><script></script></math>.";
    }),
    /\(one-pair\)\.prompt: element <math> is not accepted/,
  ],
  [
    "the element of a parameter",
    exercise("one-pair", (e) => {
      e.prompt += ' It is <ch-param name="nope"></ch-param>.';
    }),
    /\(one-pair\)\.prompt: element <ch-param> is not accepted; write \{name\} in an exercise/,
  ],
  ["a script", append("<script>alert()</script>"), /element <script> is not accepted/, "<script>"],
  ["an event attribute", append('<p onclick="alert()">x</p>'), /attribute onclick of <p> is not accepted/, "onclick"],
  [
    "a script link",
    append('<a href="javascript:alert()">x</a>'),
    /the link to "javascript:alert\(\)" is not accepted/,
    "javascript:",
  ],
  [
    "an unknown attribute",
    append('<ch-table run="pairs" table="dots" rows="x"></ch-table>'),
    /<ch-table> has no attribute rows; accepted is run, table, after or picture/,
    'rows="x"',
  ],
  [
    "a missing attribute",
    append('<ch-table run="pairs"></ch-table>'),
    /<ch-table> lacks the attribute table/,
    '<ch-table run="pairs"></',
  ],
  [
    "an element left open",
    append('<ch-table run="pairs" table="dots">\n\nMore.'),
    /<ch-table> is not closed or holds something/,
    'table="dots">\n'.trim(),
  ],
  [
    "a table inside a sentence",
    append('See <ch-table run="pairs" table="dots"></ch-table> here.'),
    /<ch-table> stands inside a sentence/,
    "See <ch-table",
  ],
  [
    "a table inside an exercise",
    exercise("one-pair", (e) => {
      e.explain = '<ch-table run="pairs" table="dots"></ch-table>';
    }),
    /exercises\[0\] \(one-pair\)\.explain: <ch-table> is not for exercises/,
  ],
  ["a comment", append("<!-- later -->"), /holds an HTML comment/],
  ["TeX that is none", append("A formula $\\frac{a$ here."), /the formula "\\frac\{a" is not TeX that temml reads/],

  // Figures.
  [
    "a digit in the text",
    append("The score is 0.84 here."),
    /the prose holds the figure 0\.84; quote it with <ch-value>/,
    "The score is 0.84",
  ],
  [
    "a digit in a prompt",
    exercise("one-pair", (e) => {
      e.prompt += " Take 3.";
    }),
    /exercises\[0\] \(one-pair\)\.prompt: the prose holds the figure 3\./,
  ],
  [
    "a digit in an option",
    exercise("faster-pair", (e) => {
      e.options[0].feedback = "It is 1.";
    }),
    /options\[0\]\.feedback: the prose holds the figure 1\./,
  ],
  [
    "a digit in a title",
    data((d) => {
      d.title = "RoPE 2";
    }),
    /chapter\.json:\d+: title: the prose holds the figure 2/,
  ],
  ["a decimal in a formula", append("Here $x=0.84$ holds."), /the formula "x=0\.84" holds the figure 0\.84/],
  ["a digit in code", append("The id `x2` is used."), /the prose holds the figure 2/, "`x2`"],

  // Files and ids.
  [
    "a stray file in a chapter",
    (root) => writeFileSync(join(root, "06-rope-pairs", "notes.txt"), ""),
    /content\/06-rope-pairs\/notes\.txt: is not part of a chapter; move it or delete it/,
  ],
  [
    "a stray file beside the chapters",
    (root) => writeFileSync(join(root, "old.md"), ""),
    /content\/old\.md: does not belong here/,
  ],
  ["a folder that is no chapter", (root) => mkdirSync(join(root, "drafts")), /content\/drafts: does not belong here/],
  ["a chapter without its text", (root) => rmSync(join(root, TEXT)), /chapter\.md: is missing; every chapter has it/],
  [
    "an id used twice",
    exercise("moved-pair", (e) => {
      e.id = "one-pair";
    }),
    /exercises\[1\] \(one-pair\)\.id: "one-pair" is used twice/,
  ],
  [
    "an id that disappears",
    renameOnePair,
    /ids\.json:\d+: 06-rope-pairs: the exercise "one-pair" has disappeared; ids are permanent, bring it back/,
  ],
  [
    "an id that is not listed",
    (root) => editJson(root, "ids.json", (d) => d["06-rope-pairs"].shift()),
    /ids\.json:\d+: 06-rope-pairs: the exercise "one-pair" is not listed; add it/,
  ],
  [
    "a chapter that disappears",
    (root) =>
      editJson(root, "ids.json", (d) => {
        d["05-gone"] = ["x"];
      }),
    /ids\.json:\d+: 05-gone: this chapter has disappeared/,
  ],
  [
    "an option id used twice",
    exercise("faster-pair", (e) => {
      e.options[1].id = e.options[0].id;
    }),
    /the option "pair-zero" stands twice/,
  ],
  // Pictures.
  [
    "a picture that does not exist",
    append('<ch-table run="pairs" table="norms" picture="lost"></ch-table>'),
    /picture "lost" does not exist; accepted is turned-pairs, clock-hands or diagonals/,
  ],
  [
    "a picture of another layout",
    append('<ch-table run="pairs" table="norms" picture="diagonals"></ch-table>'),
    /a picture of kind "heat" draws a table of matrix, and "norms" is one of records/,
  ],
  [
    "a picture of a column that the table lacks",
    append('<ch-table run="pairs" table="norms" picture="clock-hands"></ch-table>'),
    /picture "clock-hands" names column "cosine" of "norms"; accepted is tensor, m,/,
  ],
  [
    "a picture that slides a parameter of another lab",
    data(({ pictures }) => {
      pictures["turned-pairs"].slides[0].param = "speed";
    }),
    /picture "turned-pairs" slides parameter "speed"; accepted is q, k, m, n or theta/,
  ],
  [
    "a picture without a text",
    data(({ pictures }) => {
      delete pictures.diagonals.alt;
    }),
    /pictures\.diagonals: the field "alt" is missing; add it/,
  ],
  [
    "a figure in a picture's text",
    data(({ pictures }) => {
      pictures.diagonals.alt = "Three of 9 cells.";
    }),
    /pictures\.diagonals\.alt: the prose holds the figure 9/,
  ],
  [
    "a picture that no table asks for",
    data(({ pictures }) => {
      pictures.lost = pictures.diagonals;
    }),
    /pictures\.lost: is not on the page; a <ch-table> asks for it/,
  ],
  [
    "two right options",
    exercise("faster-pair", (e) => {
      e.options[1].correct = true;
    }),
    /must have exactly one option with "correct": true/,
  ],
]);

/** @type {Spoil} */
function renameOnePair(root) {
  for (const name of [DATA, TEXT]) editText(root, name, (text) => text.replaceAll('"one-pair"', '"first-pair"'));
}

test("a field is found on its line, a missing one where it would stand, an unknown one nowhere", () => {
  const text = '{\n"runs": {},\n"exercises": [\n{ "id": "a" },\n{ "id": "b",\n"hints": ["x",\n"y"] }\n]\n}\n';
  const lines = ["runs", "exercises[0] (a)", "exercises[1] (b).hints[1]", "exercises[1] (b).places", "other.one"];
  assert.deepEqual(
    lines.map((field) => lineOfField(text, field)),
    [2, 4, 7, 5, undefined],
  );
});

test("the unspoilt copy is accepted, so that each fault above is the only one", (t) => {
  const root = copyContent(t);
  assert.deepEqual(
    readCourse({ clockhand, root }).map(({ id }) => id),
    listChapters(root),
  );
});
