/** What is mistyped is told on its own line, with what was probably meant. */
import assert from "node:assert/strict";
import test from "node:test";
import { readCourse } from "../../content/build.mjs";
import { ContentError, nearest } from "../../content/builder/problem.mjs";
import { copyContent, editJson, editText, lineOf, loadCore } from "./course.mjs";
import { DATA, TEXT } from "./faults.mjs";

const clockhand = await loadCore();

/** What is typed in the place of what, what is said, and what stands on the line that is named. @type {[name: string, file: string, right: string, wrong: string, said: RegExp, on: string][]} */
const SLIPS = [
  [
    "an exercise's id in the data",
    DATA,
    '"id": "one-pair"',
    '"id": "one-pear"',
    /\.id: "one-pear" is not in content\/ids\.json, which lists "one-pair"/,
    '"one-pear"',
  ],
  [
    "an exercise's id in the text",
    TEXT,
    '<ch-exercise id="one-pair">',
    '<ch-exercise id="one-pear">',
    /"one-pear" is no exercise; perhaps one-pair is meant; accepted is/,
    "one-pear",
  ],
  [
    "a mistake in an exercise's list",
    DATA,
    '"cosine-for-sine",',
    '\n"cosine-of-sine",',
    /\.mistakes: "cosine-of-sine" is no mistake of rope-one-pair; perhaps cosine-for-sine is meant/,
    '"cosine-of-sine"',
  ],
  [
    "a mistake's sentence",
    DATA,
    '"query-only": ',
    '"query-olny": ',
    /the mistake "query-only" has no sentence/,
    '"query-only"',
  ],
  ["a lab", DATA, '"rope-adjoint"', '"rope-adjoin"', /perhaps rope-adjoint is meant/, '"rope-adjoin"'],
  ["a run's parameter", DATA, '"theta": "0.4"', '"tehta": "0.4"', /the core refuses the run/, '"tehta"'],
  ["a drawn parameter", DATA, '"theta": "real', '"theda": "real', /draw\.theda: is no parameter/, '"theda"'],
  [
    "a field beside one that is missing",
    DATA,
    '"explain": "Each vector',
    '"explian": "Each vector',
    /\(one-pair\): the field "explian" is unknown, and "explain" is missing; .* perhaps explain is meant/,
    '"explian"',
  ],
  [
    "a field of the chapter",
    DATA,
    '"summary"',
    '"sumary"',
    /chapter\.json:3: the field "sumary" is unknown, and "summary" is missing/,
    '"sumary"',
  ],
];

for (const [name, file, right, wrong, said, on] of SLIPS)
  test(`mistyped: ${name}`, (t) => {
    const root = copyContent(t);
    editText(root, file, (text) => text.replace(right, wrong));
    assert.notEqual(lineOf(root, file, on), 0);
    refused(root, said, `content/${file}:${lineOf(root, file, on)}: `);
  });

test("mistyped: an id in the list of ids", (t) => {
  const root = copyContent(t);
  editJson(root, "ids.json", (ids) => ids["06-rope-pairs"].push("gone-for-good"));
  refused(root, /06-rope-pairs: the exercise "gone-for-good" has disappeared/, at(root, "ids.json", "gone-for-good"));
});

const JSON_TEXT = ['{ "title": "A",', '  "summary": "B",', "", '  "next": "C" }'];
/** @type {[name: string, lines: string[], said: RegExp, line: number][]} */
const JSON_FAULTS = [
  ["a comma that is missing", swap(1, '  "summary": "B"'), /a comma is missing behind "summary": "B"$/, 2],
  ["a colon that is missing", swap(1, '  "summary"', '"B",'), /a colon is missing behind "summary"$/, 2],
  ["a comma too many", [...swap(3, '  "next": "C",', ""), "}"], /the comma is one too many behind "next": "C"$/, 4],
  ["an end that is missing", swap(3, '  "next": "C"'), /is not JSON: /, 4],
  ["a quotation mark that is missing", swap(1, '  "summary: "B",'), /is not JSON: /, 2],
];

/** The lines with others in the place of one. @param {number} index @param {string[]} lines */
function swap(index, ...lines) {
  return JSON_TEXT.toSpliced(index, 1, ...lines);
}

for (const [name, lines, said, line] of JSON_FAULTS)
  test(`JSON with ${name} is told on its line`, (t) => {
    const root = copyContent(t);
    editText(root, DATA, () => lines.join("\n"));
    refused(root, said, `content/${DATA}:${line}: `);
  });

test("of names within two letters the nearest is meant, of short ones and others none", () => {
  const names = ["one-pair", "one-part", "m", "degrees"];
  assert.deepEqual(
    ["one-pairs", "one-parr", "n", "radians", "degree"].map((wrong) => nearest(wrong, names)),
    ["one-pair", "one-pair", undefined, undefined, "degrees"],
  );
});

/** @param {string} root @param {string} file @param {string} needle */
function at(root, file, needle) {
  return `content/${file}:${lineOf(root, file, needle)}: `;
}

/** @param {string} root @param {RegExp} said @param {string} begins */
function refused(root, said, begins) {
  assert.throws(
    () => readCourse({ clockhand, root }),
    (error) => {
      assert.ok(error instanceof ContentError, String(error));
      assert.match(error.message, said);
      assert.ok(error.message.startsWith(begins), `${error.message} should begin with ${begins}`);
      return true;
    },
  );
}
