import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { buildContent, readCourse } from "../../content/build.mjs";
import { CONTENT, listChapters } from "../../content/builder/folder.mjs";
import { copyContent, editJson, editText, loadCore, outFolder } from "./course.mjs";

const clockhand = await loadCore();
const BUILDER = fileURLToPath(new URL("../../content/build.mjs", import.meta.url));
const CHAPTER = "06-rope-pairs";
const FOUND = listChapters(CONTENT);
const course = readCourse({ clockhand });
const chapter = chapterOf(course);

/** @template {{id: string}} C @param {C[]} chapters @returns {C} the chapter that these tests look into */
function chapterOf(chapters) {
  const found = chapters.find(({ id }) => id === CHAPTER);
  assert.ok(found);
  return found;
}

test("the builder writes course.json and one file a chapter", (t) => {
  const out = outFolder(t);
  buildContent({ out, clockhand });
  const files = FOUND.map((id) => `${id}.json`);
  assert.deepEqual(readdirSync(join(out, "chapters")).sort(), files);
  const { chapters } = JSON.parse(readFileSync(join(out, "course.json"), "utf8"));
  assert.deepEqual(
    chapters.map((/** @type {{id: string}} */ { id }) => id),
    FOUND,
  );
  const written = JSON.parse(readFileSync(join(out, "chapters", `${CHAPTER}.json`), "utf8"));
  const listed = chapterOf(/** @type {any[]} */ (chapters));
  assert.deepEqual(Object.keys(listed), ["id", "number", "title", "summary", "exercises"]);
  assert.deepEqual(listed.exercises[0], { id: "one-pair", title: "The score of one pair", kind: "number" });
  assert.equal(listed.exercises.length, written.exercises.length);
  assert.deepEqual(Object.keys(written), [
    "id",
    "number",
    "title",
    "summary",
    "html",
    "runs",
    "pictures",
    "exercises",
    "mistakes",
    "references",
    "next",
  ]);
  assert.equal(written.number, 6);
});

test("two builds write the same bytes", (t) => {
  const [first, second] = [outFolder(t), outFolder(t)];
  for (const out of [first, second]) buildContent({ out, clockhand });
  for (const id of FOUND) {
    const read = (/** @type {string} */ out) => readFileSync(join(out, "chapters", `${id}.json`), "utf8");
    assert.equal(read(first), read(second), id);
  }
});

test("formulas are MathML, parameters are elements, no mark of the source is left", () => {
  assert.match(chapter.html, /<math[ >]/);
  assert.doesNotMatch(JSON.stringify(chapter), /data-line|\\\\operatorname|\$/);
  assert.match(chapter.exercises[0].prompt, /<ch-param name="q"><\/ch-param>/);
  assert.match(chapter.exercises[0].prompt, /<ch-param name="places"><\/ch-param>/);
});

test("block placeholders stand in no paragraph", () => {
  assert.doesNotMatch(chapter.html, /<p>\s*<ch-(params|table|checks|exercise)/);
  assert.match(chapter.html, /<ch-table run="pairs" table="dots" after="dot-matrix" picture="diagonals"><\/ch-table>/);
});

test("references are the cited ones", () => {
  assert.deepEqual(Object.keys(chapter.references).sort(), ["su-2021", "touvron-2023", "vaswani-2017"]);
});

test("text stays text: markup characters in the sources come out escaped", (t) => {
  const root = copyContent(t);
  editText(root, "06-rope-pairs/chapter.md", (text) => `${text}\nIt holds that a < b & c, and \`<b>\` is code.\n`);
  const { html } = chapterOf(readCourse({ clockhand, root }));
  assert.match(html, /a &lt; b &amp; c/);
  assert.match(html, /<code>&lt;b&gt;<\/code>/);
});

test("quotes and apostrophes of prose are curled, those of code, formulas and ids are left alone", (t) => {
  const root = copyContent(t);
  editText(
    root,
    "06-rope-pairs/chapter.md",
    (text) => `${text}\n## A "new" reader's place\n\nThe "c" of $f'$ and the keys' \`'k' "q"\`.\n`,
  );
  const { html } = chapterOf(readCourse({ clockhand, root }));
  assert.match(html, /<h2 id="a-new-reader-s-place">A “new” reader’s place<\/h2>/);
  assert.match(html, /The “c” of <math>(?:(?!’).)*<\/math> and the keys’ <code>'k' "q"<\/code>\./);
});

test("titles are handed on as they are, for the page to set as text", (t) => {
  const root = copyContent(t);
  editJson(root, "06-rope-pairs/chapter.json", (data) => {
    data.exercises[0].title = "a <b> & c";
  });
  assert.equal(chapterOf(readCourse({ clockhand, root })).exercises[0].title, "a <b> & c");
});

/** @param {{html: string}} chapter */
const tablesOn = ({ html }) => [...html.matchAll(/<ch-table run="([^"]+)" table="([^"]+)"(?: after="([^"]+)")?/g)];

test("every table of the labs' runs is on a page of the course, and every covered one waits for an exercise on the page", () => {
  const shown = tablesOn(chapter);
  const names = new Set(
    course.flatMap((each) => tablesOn(each).map(([, run, table]) => `${each.runs[run].lab}/${table}`)),
  );
  for (const lab of new Set(Object.values(chapter.runs).map((run) => run.lab))) {
    const description = clockhand.description.labs.find(({ id }) => id === lab);
    assert.ok(description);
    for (const { id } of description.tables) assert.ok(names.has(`${lab}/${id}`), `${lab}/${id} is shown`);
  }
  for (const [, run, table, after] of shown) {
    if (!after) continue;
    const waits = chapter.html.indexOf(`<ch-exercise id="${after}">`);
    assert.ok(
      waits >= 0 && waits < chapter.html.indexOf(`run="${run}" table="${table}"`),
      `${after} stands before ${table}`,
    );
  }
});

for (const { id, runs, exercises, html } of course) {
  test(`${id}: every result of the page's runs passes its own checks`, () => {
    for (const [name, { lab, params }] of Object.entries(runs)) {
      // A long run is begun, not finished: its units take a worker, more memory than here, and no check of theirs is waited for.
      if (clockhand.description.labs.find((known) => known.id === lab)?.long) {
        assert.ok(clockhand.begin({ lab, params }).ok, name);
        continue;
      }
      const result = clockhand.run({ lab, params });
      assert.ok(result.ok, name);
      for (const check of result.checks) assert.ok(check.passed, `${name}: ${check.id} is ${check.value}`);
    }
  });

  test(`${id}: no unit stands after a parameter, so that any number fits, one as well as many`, () => {
    for (const exercise of exercises) {
      assert.doesNotMatch(JSON.stringify(exercise), /<ch-param name=[^>]+><\/ch-param> radians?/, exercise.id);
      assert.doesNotMatch(JSON.stringify(exercise), /\.(?:m|n|offset)\\"><\/ch-value> radians?/, exercise.id);
    }
  });

  test(`${id}: a computed exercise on a run with controls has no rows but first ones, others are on runs of their own`, () => {
    const controlled = new Set([...html.matchAll(/<ch-params run="([^"]+)"/g)].map(([, run]) => run));
    for (const { id: name, run = "", target } of exercises) {
      if (!controlled.has(run)) continue;
      assert.ok(target, `${name} is judged by what an author wrote, on a run that readers change`);
      assert.doesNotMatch(target, /\[[1-9]/, `${name} asks for a row that a smaller table does not have`);
    }
  });
}

test("no exercise asks what an earlier sentence of the page has told: figures come after their exercise", () => {
  for (const { id, run, target } of chapter.exercises) {
    if (!target) continue;
    const told = chapter.html.indexOf(`of="${run}.${target}"`);
    assert.ok(
      told < 0 || told > chapter.html.indexOf(`<ch-exercise id="${id}">`),
      `${id} is told by a figure before it`,
    );
  }
});

test("the program writes, says so, and refuses other arguments with status 2", (t) => {
  const out = outFolder(t);
  const good = spawnSync(process.execPath, [BUILDER, "--out", out], { encoding: "utf8" });
  assert.equal(good.status, 0, good.stderr);
  const bad = spawnSync(process.execPath, [BUILDER, "--into", out], { encoding: "utf8" });
  assert.deepEqual([bad.status, bad.stdout], [2, ""]);
  assert.match(bad.stderr, /takes --out DIR/);
});
