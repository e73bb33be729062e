/** What the builder refuses of files as they lie on disk, and of what an author typed for something else. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { readCourse } from "../../content/build.mjs";
import { copyContent, editJson, editText, loadCore } from "./course.mjs";
import { DATA, TEXT, append, data, exercise, testRefusals } from "./faults.mjs";

/** @import { Spoil } from "./faults.mjs" */

/** @param {string} file @param {(path: string) => void} put what takes its place @returns {Spoil} */
const instead = (file, put) => (root) => {
  rmSync(join(root, file));
  put(join(root, file));
};
/** @param {string} file @returns {Spoil} */
const without = (file) => instead(file, () => undefined);

testRefusals([
  // Files.
  [
    "a folder in place of a text",
    instead(TEXT, mkdirSync),
    /^content\/06-rope-pairs\/chapter\.md: cannot be read \(EISDIR\)/,
  ],
  [
    "a folder in place of data",
    instead(DATA, mkdirSync),
    /^content\/06-rope-pairs\/chapter\.json: cannot be read \(EISDIR\)/,
  ],
  [
    "a link that leads to itself",
    instead(TEXT, (path) => symlinkSync("chapter.md", path)),
    /chapter\.md: cannot be read \(ELOOP\)/,
  ],
  ["no list of ids", without("ids.json"), /^content\/ids\.json: is missing/],
  ["no references", without("references.json"), /^content\/references\.json: is missing/],
  ["no glossary", without("glossary.json"), /^content\/glossary\.json: is missing/],
  [
    "bytes that are not UTF-8",
    (root) => writeFileSync(join(root, TEXT), Buffer.concat([readFileSync(join(root, TEXT)), Buffer.from([0xe9])])),
    /chapter\.md:\d+: holds bytes that are not UTF-8/,
  ],
  ["a control character", append("One \0 more."), /holds the control character 0; remove it/, "One \0 more."],
  [
    "a name that stands twice",
    (root) => editText(root, DATA, (text) => text.replace('"summary"', '"title": "Another",\n"summary"')),
    /chapter\.json:3: "title" stands twice; keep one/,
  ],
  [
    "ids that are no list",
    (root) =>
      editJson(root, "ids.json", (ids) => {
        ids["06-rope-pairs"] = null;
      }),
    /ids\.json:\d+: 06-rope-pairs: is not a list of ids/,
  ],
  // Text that was meant to be something else.
  [
    "a figure of other digits",
    append("There are \uff15 of them."),
    /holds the figure \uff15/,
    "There are \uff15 of them.",
  ],
  ["a half in one character", append("It is \u00bd."), /holds the figure \u00bd/, "It is \u00bd."],
  ["a formula that is not closed", append("Here $x grows."), /a dollar sign stands alone/, "Here $x grows."],
  ["a link that is none", append("[here](data:text)"), /a link is not read as one/, "[here](data:text)"],
  ["a figure in code", append("```\nx = 5\n```"), /holds the figure 5/, "x = 5"],
  ["a comment", append("<!-- later -->"), /holds an HTML comment/, "<!-- later -->"],
  [
    "a link to a place that is not there",
    append("[there](#nowhere)"),
    /the link to "#nowhere" leads nowhere: 06-rope-pairs has no place "nowhere"/,
    "[there](#nowhere)",
  ],
  [
    "a link to a chapter that is not there",
    append("[there](#/99-none/one)"),
    /leads nowhere: there is no page "99-none"; accepted is 06-rope-pairs,/,
    "[there](#/99-none/one)",
  ],
  // Fields that the schema could not tell apart.
  [
    "a kind of picture that does not exist",
    data(({ pictures }) => {
      pictures.diagonals.kind = "pie";
    }),
    /pictures\.diagonals: "kind" is "pie"; accepted is lines, heat/,
  ],
  [
    "a mistake that stands twice",
    exercise("one-pair", (e) => {
      e.mistakes = ["degrees", "degrees"];
    }),
    /\.mistakes: holds "degrees" twice; keep one/,
  ],
  [
    "a range of the wrong way round",
    exercise("one-pair", (e) => {
      e.draw.m = "integer 9 1";
    }),
    /\.draw: fresh instances are refused: draw\.m integer 9 1 is refused/,
  ],
]);

test("links that lead somewhere, dollars in code and a byte order mark are accepted", async (t) => {
  const root = copyContent(t);
  const clockhand = await loadCore();
  const links = [
    "#one-pair",
    "#/06-rope-pairs/worksheet?seed=x",
    "#/glossary/query",
    "#/judging",
    "https://example.com",
  ];
  append(`${links.map((link) => `[there](${link})`).join(" ")} \`$x\` \`f](\``)(root);
  editText(root, DATA, (text) => `\ufeff${text}`);
  assert.equal(readCourse({ clockhand, root }).length, 1);
});
