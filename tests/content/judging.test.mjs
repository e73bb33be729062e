import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { buildContent, readJudging } from "../../content/build.mjs";
import { CASES, readCases } from "../../content/builder/cases.mjs";
import { ContentError } from "../../content/builder/problem.mjs";
import { copyContent, editJson, editText, loadCore, outFolder } from "./course.mjs";

test("the page of cases is written beside the course, with every case under a rule that has a title", async (t) => {
  const out = outFolder(t);
  buildContent({ out, clockhand: await loadCore() });
  const judging = JSON.parse(readFileSync(join(out, "judging.json"), "utf8"));
  assert.deepEqual(Object.keys(judging), ["title", "summary", "html", "rules", "cases"]);
  assert.equal(judging.cases.length, readFileSync(CASES, "utf8").match(/^case /gm)?.length);
  const titled = new Set(judging.rules.map((/** @type {{id: string}} */ { id }) => id));
  for (const { name, rule } of judging.cases) assert.ok(titled.has(rule), name);
});

test("a case is read as it was written: cells, mistakes, what was typed", () => {
  const cases = new Map(readCases().map((one) => [one.name, one]));
  assert.deepEqual(cases.get("sine-the-cosine"), {
    name: "sine-the-cosine",
    rule: "sine",
    right: "0.8414709848",
    wrong: { "sine-cosine-swapped": "0.5403023059" },
    places: 4,
    rows: 1,
    columns: 1,
    answer: "0.5403",
    verdict: "mistake",
    read: [0.5403],
    matches: ["sine-cosine-swapped"],
    why: "what the cosine gives",
  });
  assert.equal(cases.get("matrix-mistake")?.right, "0, 1; -1, 0");
  assert.deepEqual(cases.get("matrix-mistake")?.wrong, { "offset-sign": "0, -1; 1, 0" });
  assert.equal(cases.get("reads-tab-and-newline-around")?.answer, "\t0.5\n");
  assert.equal(cases.get("form-minus-sign")?.answer, "\u22120,8415");
});

test("a case quoted in the text stands there as it was typed", () => {
  assert.match(readJudging().html, /<code class="typed">0\.8415<\/code>/);
  assert.doesNotMatch(readJudging().html, /ch-case|data-line/);
});

/** @type {[string, (root: string) => void, RegExp][]} */
const FAULTS = [
  [
    "a figure in the prose",
    (root) => editText(root, "judging.md", (text) => `${text}\nFour places give 0.8415.\n`),
    /content\/judging\.md:\d+: the prose holds the figure 0\.8415/,
  ],
  [
    "a case that does not exist",
    (root) => editText(root, "judging.md", (text) => `${text}\nSee <ch-case name="sine-lost"></ch-case>.\n`),
    /judging\.md:\d+: case "sine-lost" does not exist/,
  ],
  [
    "a run, of which this page has none",
    (root) => editText(root, "judging.md", (text) => `${text}\nIt is <ch-value of="pair.score[0].dot"></ch-value>.\n`),
    /judging\.md:\d+: run "pair" does not exist/,
  ],
  [
    "cases without a title",
    (root) => editJson(root, "judging.json", (data) => data.rules.shift()),
    /judging\.json:\d+: rules: the cases named "sine-\.\." have no title; add one/,
  ],
  [
    "a title without cases",
    (root) => editJson(root, "judging.json", (data) => data.rules.push({ id: "lost", title: "Lost" })),
    /judging\.json:\d+: rules\[16\]: "lost" begins no case's name; accepted is sine, order/,
  ],
  [
    "a title that stands twice",
    (root) => editJson(root, "judging.json", (data) => data.rules.push(data.rules[0])),
    /rules\[16\]: "sine" stands twice/,
  ],
  [
    "a figure in a title",
    (root) => editJson(root, "judging.json", (data) => (data.rules[0].title = "4 places")),
    /rules\[0\]: the prose holds the figure 4/,
  ],
  [
    "an unknown field",
    (root) => editJson(root, "judging.json", (data) => (data.text = "x")),
    /judging\.json:\d+: the field "text" is unknown/,
  ],
];

for (const [fault, spoil, sentence] of FAULTS) {
  test(`the page of cases refuses ${fault}`, (t) => {
    const root = copyContent(t);
    spoil(root);
    assert.throws(
      () => readJudging({ root }),
      (error) => error instanceof ContentError && sentence.test(error.message),
    );
  });
}

for (const [fault, change, sentence] of /** @type {[string, (text: string) => string, RegExp][]} */ ([
  [
    "a line that is not known",
    (text) => text.replace("\nplaces 4", "\nplace 4"),
    /answers\.txt:11: "place" is not read; accepted is shape/,
  ],
  [
    "too few cells for its shape",
    (text) => text.replace("right 1 0 0 1\n", "right 1 0 0\n"),
    /answers\.txt:\d+: case "matrix-[a-z-]+" has 3 cells for the shape 2 2; write 4/,
  ],
  [
    "a mistake with too many cells",
    (text) => text.replace("mistake offset-sign 0 -1 1 0\n", "mistake offset-sign 0 -1 1 0 0\n"),
    /answers\.txt:\d+: case "matrix-mistake" has 5 cells for the shape 2 2; write 4/,
  ],
  [
    "a case without a verdict",
    (text) => text.replace("verdict correct\n", ""),
    /answers\.txt:9: case "sine-rounded-as-asked" needs one line "verdict"/,
  ],
])) {
  test(`the table of cases is refused with ${fault}`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), "clockhand-cases-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "answers.txt");
    writeFileSync(file, change(readFileSync(CASES, "utf8")));
    assert.throws(
      () => readCases(file),
      (error) => error instanceof ContentError && sentence.test(error.message),
    );
  });
}

test("a case is quoted on its own page only", async (t) => {
  const root = copyContent(t);
  editText(root, "06-rope-pairs/chapter.md", (text) => `${text}\nSee <ch-case name="sine-three-places"></ch-case>.\n`);
  const clockhand = await loadCore();
  assert.throws(() => buildContent({ out: outFolder(t), clockhand, root }), /<ch-case> is for judging\.md only/);
});
