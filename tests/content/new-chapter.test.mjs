import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";
import { buildContent, readCourse } from "../../content/build.mjs";
import { listChapters } from "../../content/builder/folder.mjs";
import { ContentError } from "../../content/builder/problem.mjs";
import { validate } from "../../content/commands.mjs";
import { newChapter } from "../../content/new-chapter.mjs";
import { Refused } from "../../wasm/tools/steps.mjs";
import { copyContent, editJson, loadCore, outFolder } from "./course.mjs";

const COMMAND = fileURLToPath(new URL("../../content/new-chapter.mjs", import.meta.url));
const clockhand = await loadCore();
const ID = "90-first-turn";
const TITLE = 'A "first" turn: $& und \\ möglich';

/** The content with a new chapter. @param {import("node:test").TestContext} t */
function withChapter(t) {
  const root = copyContent(t);
  newChapter([ID, TITLE], root);
  return root;
}

test("a new chapter builds as it stands, beside the others, under its title", (t) => {
  const root = withChapter(t);
  const out = outFolder(t);
  const { chapters } = buildContent({ out, clockhand, root });
  assert.deepEqual(
    chapters.map(({ id }) => id),
    listChapters(root),
  );
  const { title, number, exercises } = JSON.parse(readFileSync(join(out, "chapters", `${ID}.json`), "utf8"));
  assert.deepEqual([title, number, exercises.length], [TITLE, 90, 1]);
});

test("without its line in the list of ids it would not", (t) => {
  const root = withChapter(t);
  editJson(root, "ids.json", (ids) => delete ids[ID]);
  assert.throws(() => readCourse({ clockhand, root }), /the exercise "turned-query" is not listed/);
});

test("a new chapter has an instance for every seed that validate lists", (t) => {
  const { status, stdout, stderr } = validate([ID], clockhand, withChapter(t));
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(stdout, /^90-first-turn\/turned-query: /);
});

test("what its author leaves out, the page gets as empty", (t) => {
  const [chapter] = readCourse({ clockhand, root: withChapter(t), only: ID });
  assert.deepEqual(chapter.runs, { turn: { lab: "rope-one-pair", params: {} } });
  assert.deepEqual(chapter.mistakes, {});
});

test("what is written is laid out as the formatter lays it out", async (t) => {
  const root = copyContent(t);
  editJson(root, "ids.json", () => {});
  newChapter([ID, TITLE], root);
  const text = readFileSync(join(root, ID, "chapter.json"), "utf8");
  assert.equal(await prettier.format(text, { parser: "json", printWidth: 120 }), text);
  const list = readFileSync(join(root, "ids.json"), "utf8");
  assert.equal(await prettier.format(list, { parser: "json", printWidth: 120 }), list);
});

/** @type {[string, string[], RegExp][]} */
const REFUSED = [
  ["nothing", [], /takes a folder and a title.*given 0 arguments/],
  ["a folder alone", [ID], /given 1 arguments/],
  ["a word too many", [ID, "My", "subject"], /given 3 arguments/],
  ["a slug without a number", ["first-turn", TITLE], /^"first-turn" is no folder of a chapter/],
  ["capital letters", ["90-First", TITLE], /is no folder of a chapter/],
  ["a folder elsewhere", ["../90-first", TITLE], /is no folder of a chapter/],
  ["a hyphen at the end", ["90-first-", TITLE], /is no folder of a chapter/],
  ["a chapter that exists", ["06-rope-pairs", TITLE], /^content\/06-rope-pairs exists already/],
  ["a number that is taken", ["06-other", TITLE], /^The number 06 is taken by 06-rope-pairs/],
  ["a number that links name", ["33-other", TITLE], /^The number 33 is taken by 33-gone/],
  ["a blank title", [ID, " "], /^"" is no title/],
  ["a title of two lines", [ID, "A\nturn"], /is no title/],
  ["a figure in the title", [ID, "The 2 turns"], /^title: the prose holds the figure 2/],
];

for (const [name, args, sentence] of REFUSED) {
  test(`${name}: refused with one sentence, and nothing is written`, (t) => {
    const root = copyContent(t);
    editJson(root, "ids.json", (ids) => (ids["33-gone"] = []));
    const before = [readdirSync(root), readFileSync(join(root, "ids.json"), "utf8")];
    assert.throws(
      () => newChapter(args, root),
      (/** @type {Error} */ error) => {
        assert.ok(error instanceof Refused || error instanceof ContentError);
        assert.match(error.message, sentence);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      },
    );
    assert.deepEqual([readdirSync(root), readFileSync(join(root, "ids.json"), "utf8")], before);
  });
}

test("a list that cannot be written takes the folder back", (t) => {
  const root = copyContent(t);
  mkdirSync(join(root, "ids.json.next"));
  const before = readdirSync(root).filter((name) => name !== "ids.json.next");
  assert.throws(() => newChapter([ID, TITLE], root));
  assert.deepEqual(
    readdirSync(root).filter((name) => name !== "ids.json.next"),
    before,
  );
});

test("the command ends with status 2 and the sentence alone", () => {
  const { status, stdout, stderr } = spawnSync(execPath, [COMMAND, "06-other", "Other"], { encoding: "utf8" });
  assert.deepEqual([status, stdout, stderr], [2, "", "The number 06 is taken by 06-rope-pairs: choose another one.\n"]);
});
