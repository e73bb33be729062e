import assert from "node:assert/strict";
import test from "node:test";
import { check, findExercise, instanceOf, openChapter, runOf } from "../../content/author.mjs";
import { check as checkCommand } from "../../content/commands.mjs";
import { carriedParameters } from "../../content/builder/chains.mjs";
import { CONTENT, listChapters } from "../../content/builder/folder.mjs";
import { pick } from "../../wasm/clockhand.js";
import { loadCore } from "./course.mjs";

/** @import { Exercise } from "../../content/builder/types.mjs" */

const clockhand = await loadCore();
const chapter = openChapter("06-rope-pairs");
const LATER = listChapters(CONTENT)
  .map((id) => openChapter(id))
  .flatMap((found) => found.data.exercises.filter(({ carry }) => carry).map((later) => ({ found, later })));
const SEEDS = 1000;

/** @param {string} id */
const exercise = (id) => findExercise(chapter, id);

/** What a learner types who computed this, rounded to the places asked. @param {Exercise} step @param {Record<string, string>} params @param {string} [mistake] */
function typed(step, params, mistake) {
  const result = clockhand.run({ lab: runOf(chapter, step).lab, params, mistake });
  assert.ok(result.ok);
  return pick(result, step.target ?? "")
    .cells.map((cell) => clockhand.format(Number(cell), step.places ?? 4))
    .join(", ");
}

/** @param {string} answer @param {number} seed @param {Record<string, string>} earlier */
function told(answer, seed, earlier) {
  const verdict = check({ clockhand, chapter, exercise: exercise("chain-score"), answer, seed, earlier });
  assert.ok(verdict.ok);
  return verdict.verdict;
}

test("there is a chain to test", () => assert.ok(LATER.length > 0));

for (const { found, later } of LATER) {
  test(`${found.id}/${later.id}: over ${SEEDS} seeds one seed is one instance for the whole chain`, () => {
    const steps = [later, ...(later.carry ?? []).map(({ from }) => findExercise(found, from))];
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const drawn = steps.map((step) => {
        const instance = instanceOf({ clockhand, chapter: found, exercise: step, seed });
        assert.ok(instance.ok, `${step.id} at seed ${seed}`);
        assert.equal(instance.attempts, 1, `${step.id} at seed ${seed}: every draw can be told from its mistakes`);
        return instance.params;
      });
      for (const params of drawn) assert.deepEqual(params, drawn[0], `seed ${seed}`);
    }
  });
}

test("a score that is right for a mistaken query, a mistaken key or both is carried; alone it is not right", () => {
  const [query, key, score] = ["chain-query", "chain-key", "chain-score"].map(exercise);
  let carried = 0;
  for (let seed = 0; seed <= 40; seed += 1) {
    const instance = instanceOf({ clockhand, chapter, exercise: score, seed });
    assert.ok(instance.ok);
    for (const mistake of ["clockwise", "position-off-by-one", "degrees"]) {
      /** @type {Record<string, string>} */
      const slips = {
        "chain-query": typed(query, instance.params, mistake),
        "chain-key": typed(key, instance.params, mistake),
      };
      for (const names of [["chain-query"], ["chain-key"], ["chain-query", "chain-key"]]) {
        const earlier = Object.fromEntries(names.map((id) => [id, slips[id]]));
        const params = { ...instance.params, ...carriedParameters(score, earlier) };
        const answer = typed(score, params);
        // What is the right value cut, or rounded, is told so before anything is carried.
        if (["correct", "truncated"].includes(told(answer, seed, {}))) continue;
        const at = `${mistake} in ${names} at seed ${seed}`;
        assert.equal(told(answer, seed, earlier), "carried", at);
        assert.notEqual(told(answer, seed, {}), "carried", `${at}, nothing carried`);
        assert.equal(told(typed(score, instance.params), seed, earlier), "correct", `${at}, but right`);
        carried += 1;
      }
    }
  }
  assert.ok(carried > 200, `${carried} carried answers`);
});

test("a score computed from one's own rounded steps counts, unless it looks like the right one cut", () => {
  let cut = 0;
  const [query, key, score] = ["chain-query", "chain-key", "chain-score"].map(exercise);
  for (let seed = 0; seed <= 200; seed += 1) {
    const instance = instanceOf({ clockhand, chapter, exercise: score, seed });
    assert.ok(instance.ok);
    const earlier = { "chain-query": typed(query, instance.params), "chain-key": typed(key, instance.params) };
    const [q, k] = Object.values(earlier).map((text) => text.split(",").map(Number));
    const dot = clockhand.format(q[0] * k[0] + q[1] * k[1], score.places ?? 4);
    const verdict = told(dot, seed, earlier);
    if (verdict === "truncated") cut += 1;
    else assert.ok(["correct", "carried"].includes(verdict), `${dot} at seed ${seed} is ${verdict}`);
  }
  assert.ok(cut <= 4, `${cut} of 200 look cut`);
});

/** @param {string[]} argv */
const run = (...argv) => checkCommand(["06-rope-pairs/chain-score", ...argv], clockhand);

test("clockhand check --carry judges for the learner's own earlier values", () => {
  const params = { q: "1.5,2", k: "1,3", m: "0", n: "4", theta: "0.4" };
  const answer = typed(exercise("chain-score"), params);
  const { status, stdout } = run("--answer", answer, "--carry", "chain-query=1.5,2");
  assert.equal(status, 0);
  assert.equal(JSON.parse(stdout).verdict, "carried");
  assert.notEqual(JSON.parse(run("--answer", answer).stdout).verdict, "carried");
  const both = typed(exercise("chain-score"), { ...params, k: "2,-1", n: "0" });
  const second = run("--answer", both, "--carry", "chain-query=1.5,2", "--carry=chain-key=2,-1");
  assert.equal(JSON.parse(second.stdout).verdict, "carried");
});

for (const [argv, sentence] of /** @type {[string[], RegExp][]} */ ([
  [["--carry", "1.5,2"], /--carry "1.5,2" is not accepted; write EXERCISE=ANSWER, .*chain-query, chain-key/],
  [["--carry", "one-pair=1"], /--carry "one-pair=1" is not accepted/],
  [["--carry", "chain-key=1e"], /--carry chain-key=1e: /],
  [["--carry", "chain-key=1,2", "--carry", "chain-key=1,2"], /--carry chain-key= is given twice/],
])) {
  test(`clockhand check refuses ${argv.join(" ")}`, () => {
    const { status, stdout, stderr } = run("--answer", "1", ...argv);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, sentence);
  });
}

test("clockhand check takes nothing forward into an exercise that stands alone", () => {
  const { status, stderr } = checkCommand(["06-rope-pairs/one-pair", "--answer", "1", "--carry", "2"], clockhand);
  assert.equal(status, 2);
  assert.match(stderr, /--carry is for later steps of a chain; one-pair takes nothing/);
});
