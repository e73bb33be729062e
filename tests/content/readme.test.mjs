import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { buildContent, readCourse } from "../../content/build.mjs";
import { listChapters } from "../../content/builder/folder.mjs";
import { validate } from "../../content/commands.mjs";
import { copyContent, editJson, loadCore, outFolder } from "./course.mjs";

const clockhand = await loadCore();
const readme = readFileSync(new URL("../../content/README.md", import.meta.url), "utf8");
const ID = "90-first-turn";

/** @param {string} language the one block of the README in it */
function block(language) {
  const found = [...readme.matchAll(new RegExp("^```" + language + "\\n(.*?)^```$", "gms"))];
  assert.equal(found.length, 1, `one block of ${language}`);
  return found[0][1];
}

/** The content with the README's chapter added, as the README says. @param {import("node:test").TestContext} t */
function withExample(t) {
  const root = copyContent(t);
  mkdirSync(join(root, ID), { recursive: true });
  writeFileSync(join(root, ID, "chapter.json"), block("json"));
  writeFileSync(join(root, ID, "chapter.md"), block("markdown"));
  const [, ids] = /line in `ids\.json` is `"90-first-turn": (\[.*?\])`/.exec(readme) ?? [];
  editJson(root, "ids.json", (list) => {
    list[ID] = JSON.parse(ids);
  });
  return root;
}

test("the chapter in the README builds as it stands, beside the others", (t) => {
  const root = withExample(t);
  const { chapters } = buildContent({ out: outFolder(t), clockhand, root });
  assert.deepEqual(
    chapters.map(({ id }) => id),
    listChapters(root),
  );
});

test("the chapter in the README has an instance for every seed that validate lists", (t) => {
  const { status, stdout, stderr } = validate([ID], clockhand, withExample(t));
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(stdout, /^90-first-turn\/turned-query: /);
});

test("what its author leaves out, the page gets as empty", (t) => {
  const [chapter] = readCourse({ clockhand, root: withExample(t), only: ID });
  assert.deepEqual(chapter.runs, { turn: { lab: "rope-one-pair", params: {} } });
  assert.deepEqual(chapter.mistakes, {});
});
