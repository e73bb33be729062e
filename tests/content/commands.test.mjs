import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { check, report, validate } from "../../content/commands.mjs";
import { copyContent, editJson, editText, loadCore } from "./course.mjs";

const clockhand = await loadCore();

test("check prints a verdict as one line of JSON", () => {
  const { status, stdout, stderr } = check(["06-rope-pairs/one-pair", "--answer", "0.8415"], clockhand);
  assert.deepEqual([status, stderr], [0, ""]);
  const verdict = JSON.parse(stdout);
  assert.equal(verdict.verdict, "correct");
  assert.equal(verdict.expected, "0.8415");
});

test("check takes parameters, and a seed that they overrule", () => {
  const moved = check(["06-rope-pairs/one-pair", "--answer", "0.8415", "--m", "3", "--n", "2"], clockhand);
  assert.equal(JSON.parse(moved.stdout).verdict, "correct");
  const seeded = check(["06-rope-pairs/one-pair", "--answer", "0", "--seed", "7", "--m=5"], clockhand);
  assert.equal(JSON.parse(seeded.stdout).params.m, "5");
});

/** @type {[string, (argv: string[], core: typeof clockhand) => object, string[], RegExp][]} */
const REFUSED = [
  ["no exercise", check, [], /takes CHAPTER\/EXERCISE first.*given nothing/],
  [
    "no chapter of that name",
    check,
    ["07-none/one-pair", "--answer", "1"],
    /chapter "07-none" does not exist; accepted is .*06-rope-pairs/,
  ],
  [
    "no exercise of that name",
    check,
    ["06-rope-pairs/none", "--answer", "1"],
    /exercise "none" does not exist in 06-rope-pairs; accepted is one-pair/,
  ],
  [
    "a parameter that the core refuses",
    check,
    ["06-rope-pairs/one-pair", "--answer", "1", "--m", "nan"],
    /^clockhand: m nan cannot be read: [^\n]* is accepted\.\n$/,
  ],
  ["no answer", check, ["06-rope-pairs/one-pair"], /--answer is missing/],
  ["an option without value", check, ["06-rope-pairs/one-pair", "--answer"], /--answer is given no value/],
  [
    "an option given twice",
    check,
    ["06-rope-pairs/one-pair", "--answer", "1", "--answer", "2"],
    /--answer is given twice/,
  ],
  ["a loose word", check, ["06-rope-pairs/one-pair", "0.84"], /"0\.84" is not expected here/],
  [
    "a seed that is no number",
    check,
    ["06-rope-pairs/one-pair", "--answer", "1", "--seed", "-1"],
    /--seed "-1" is not accepted; give a whole number from 0 to 4294967295/,
  ],
  [
    "a seed that no link can name",
    check,
    ["06-rope-pairs/one-pair", "--answer", "1", "--seed", "4294967296"],
    /--seed "4294967296" is not accepted; give a whole number from 0 to 4294967295/,
  ],
  [
    "an unknown parameter",
    check,
    ["06-rope-pairs/one-pair", "--answer", "1", "--zeta", "2"],
    /--zeta is no parameter of this exercise; accepted is --answer, --seed, --q/,
  ],
  ["a parameter out of range", check, ["06-rope-pairs/one-pair", "--answer", "1", "--m", "-1"], /m.*-1/],
  [
    "a parameter for a choice, which is true for the values that it states",
    check,
    ["06-rope-pairs/faster-pair", "--answer", "equal", "--base", "1"],
    /--base changes nothing: faster-pair is a choice exercise, judged for the values that it states/,
  ],
  ["a written exercise", check, ["06-rope-pairs/norm-proof", "--answer", "x"], /is a written exercise/],
  [
    "an option that is none",
    check,
    ["06-rope-pairs/faster-pair", "--answer", "both"],
    /--answer "both" is no option of this exercise; accepted is pair-zero/,
  ],
  ["a report of nothing", report, [], /report takes one CHAPTER/],
  ["a report of an unknown chapter", report, ["06"], /chapter "06" does not exist/],
  ["too many to validate", validate, ["a", "b"], /validate takes one CHAPTER or none/],
];

for (const [name, command, argv, sentence] of REFUSED) {
  test(`refused: ${name}`, () => {
    const { status, stdout, stderr } = /** @type {import("../../content/commands.mjs").Outcome} */ (
      command(argv, clockhand)
    );
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, /^clockhand: /);
    assert.match(stderr, sentence);
    assert.equal(stderr.split("\n").length, 2, "one line");
  });
}

test("the report is the same on every run, and holds every table, cue and check of the chapter's runs", () => {
  const first = report(["06-rope-pairs"], clockhand);
  assert.equal(first.status, 0, first.stderr);
  assert.equal(report(["06-rope-pairs"], clockhand).stdout, first.stdout);
  for (const figure of [
    "1.535306",
    "0.563920",
    "0.995004",
    "-0.416147",
    "1.414214",
    "-0.587193",
    "0.8414709848078965",
  ]) {
    assert.ok(first.stdout.includes(figure), figure);
  }
  for (const word of [
    "fast pair",
    "slow pair",
    "equal positions",
    "key lies later",
    "key lies earlier",
    "odd-feature-width",
  ]) {
    assert.ok(first.stdout.includes(word), word);
  }
  assert.doesNotMatch(first.stdout, /undefined|\[object/);
  assert.doesNotMatch(first.stdout, /[ \t]$/m, "no spaces at line ends");
});

test("check says what is done wrong in the mistakes that it names, and names none otherwise", () => {
  const said = (/** @type {string[]} */ ...argv) => JSON.parse(check(argv, clockhand).stdout);
  const degrees = said("06-rope-pairs/one-pair", "--answer", "0.0175");
  assert.deepEqual(degrees.mistakes, ["degrees"]);
  assert.deepEqual(degrees.summaries, { degrees: "angles taken as degrees where they are radians" });
  const cell = said("06-rope-pairs/chain-query", "--answer", "2.2315, 9");
  assert.deepEqual([cell.mistakes, Object.keys(cell.summaries)], [[], ["clockwise"]], "those of single cells, too");
  for (const answer of ["0.8415", "0.9", "x"])
    assert.ok(!("summaries" in said("06-rope-pairs/one-pair", "--answer", answer)), answer);
});

test("check says when only the last place is off", () => {
  const said = (/** @type {string} */ answer) =>
    JSON.parse(check(["06-rope-pairs/one-pair", "--answer", answer], clockhand).stdout);
  assert.deepEqual([said("0.8416").verdict, said("0.8416").last_place], ["wrong", true]);
  assert.ok(!("last_place" in said("0.8417")));
});

test("check says what its exit statuses mean: judged is 0 whatever the verdict, refused is 2", () => {
  const help = check(["--help"], clockhand);
  assert.deepEqual([help.status, help.stderr], [0, ""]);
  assert.match(
    help.stdout,
    /Exit status: 0 when the answer was judged, whatever the verdict.*2 when the question was/s,
  );
  for (const [answer, verdict] of [
    ["0.8415", "correct"],
    ["7", "wrong"],
    ["seven", "unreadable"],
  ]) {
    const { status, stdout } = check(["06-rope-pairs/one-pair", "--answer", answer], clockhand);
    assert.deepEqual([status, JSON.parse(stdout).verdict], [0, verdict]);
  }
});

test("validate CHAPTER validates that chapter, whatever stands in another; validate alone finds it", (t) => {
  const root = copyContent(t);
  const other = "99-other";
  cpSync(join(root, "06-rope-pairs"), join(root, other), { recursive: true });
  editJson(root, "ids.json", (ids) => {
    ids[other] = ids["06-rope-pairs"];
  });
  editText(root, "06-rope-pairs/chapter.md", (text) => `${text}\n<ch-plot></ch-plot>\n`);
  assert.equal(validate([other], clockhand, root).stderr, "");
  assert.match(
    validate(["06-rope-pairs"], clockhand, root).stderr,
    /06-rope-pairs\/chapter\.md:\d+: element <ch-plot>/,
  );
  assert.match(validate([], clockhand, root).stderr, /06-rope-pairs\/chapter\.md/);
  editJson(root, "ids.json", (ids) => ids[other].pop());
  assert.match(
    validate([other], clockhand, root).stderr,
    /ids\.json:\d+: 99-other: the exercise "chain-score" is not listed/,
  );
});

test("validate names the mistakes that leave a seed without an instance, outside the columns", (t) => {
  const root = copyContent(t);
  editJson(root, "06-rope-pairs/chapter.json", ({ exercises }) => {
    const exercise = exercises.find((/** @type {any} */ one) => one.id === "position-zero");
    exercise.mistakes = ["position-off-by-one", "query-only", "clockwise"];
  });
  const { status, stdout, stderr } = validate(["06-rope-pairs"], clockhand, root);
  assert.deepEqual([status, stderr], [1, ""]);
  assert.match(stdout, /^ {3}1 {2}no instance$/m);
  assert.match(stdout, /^seed 1: no instance .* \(in the way: query-only, clockwise\)\.$/m);
});

test("validate lists ten seeds of each numeric exercise", () => {
  const { status, stdout, stderr } = validate(["06-rope-pairs"], clockhand);
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(stdout, /^06-rope-pairs\/one-pair: score\[0\]\.dot of rope-one-pair$/m);
  assert.match(stdout, /^ {3}9 {2}right/m);
});
