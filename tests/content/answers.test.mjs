import assert from "node:assert/strict";
import test from "node:test";
import { check, findExercise, instanceOf, judge, labOf, openChapter, runOf } from "../../content/author.mjs";
import { mistakesOf } from "../../content/builder/exercises.mjs";
import { CONTENT, listChapters } from "../../content/builder/folder.mjs";
import { pick } from "../../wasm/clockhand.js";
import { loadCore } from "./course.mjs";
import { typed } from "./separation.mjs";

/** @import { Chapter, Exercise } from "../../content/builder/types.mjs" */

const clockhand = await loadCore();
const chapters = listChapters(CONTENT).map((id) => openChapter(id));
const chapter = openChapter("06-rope-pairs");
const numeric = chapters.flatMap((found) =>
  found.data.exercises.filter(({ target }) => target !== undefined).map((exercise) => ({ found, exercise })),
);

/** @param {Chapter} chapter @param {Exercise} exercise @param {Record<string, string>} params @param {string} [mistake] */
function cellsOf(chapter, exercise, params, mistake) {
  const result = clockhand.run({ lab: runOf(chapter, exercise).lab, params, mistake });
  assert.ok(result.ok, `${exercise.id} with ${mistake ?? "no mistake"}`);
  return pick(result, exercise.target ?? "");
}

/** @param {Chapter} chapter @param {Exercise} exercise @param {number} seed */
function draw(chapter, exercise, seed) {
  const instance = instanceOf({ clockhand, chapter, exercise, seed });
  assert.ok(instance.ok, `${exercise.id} at seed ${seed}: ${instance.ok ? "" : instance.error.message}`);
  return instance;
}

/** @param {Chapter} chapter @param {Exercise} exercise @param {Record<string, string>} params @param {string} answer */
function judgeAt(chapter, exercise, params, answer) {
  const verdict = judge({ clockhand, chapter, exercise, answer, params });
  assert.ok(verdict.ok, `${exercise.id} with ${JSON.stringify(params)}`);
  return verdict;
}

for (const { found, exercise } of numeric) {
  const id = `${found.id}/${exercise.id}`;
  const lab = labOf(clockhand, runOf(found, exercise).lab);

  test(`${id}: at seed 0 a mistake is named, or said to give the right value`, (t) => {
    const { params, inseparable } = draw(found, exercise, 0);
    for (const mistake of mistakesOf(exercise, lab)) {
      const answer = typed(clockhand, cellsOf(found, exercise, params, mistake));
      const { verdict, mistakes } = judgeAt(found, exercise, params, answer);
      if (inseparable.includes(mistake)) t.diagnostic(`${mistake} gives the right value here: ${answer}`);
      assert.equal(verdict, inseparable.includes(mistake) ? "correct" : "mistake", `${mistake} gives ${answer}`);
      assert.equal(mistakes.includes(mistake), verdict === "mistake", `${mistake} among ${mistakes}`);
    }
  });

  if (Object.keys(exercise.draw ?? {}).length === 0) continue;
  test(`${id}: fresh seeds give fresh instances`, () => {
    const seen = new Set(Array.from({ length: 10 }, (_, i) => JSON.stringify(draw(found, exercise, i + 1).params)));
    assert.ok(seen.size >= 3, `${seen.size} different instances in ten`);
    assert.deepEqual(draw(found, exercise, 7), draw(found, exercise, 7));
  });
}

test("the one-pair prediction is the one at (m, n) = (1, 0), to four places", () => {
  const onePair = findExercise(chapter, "one-pair");
  assert.equal(onePair.places, 4);
  const instance = draw(chapter, onePair, 0);
  const result = clockhand.run({ lab: "rope-one-pair", params: instance.params });
  assert.ok(result.ok);
  assert.deepEqual([result.params.m, result.params.n, result.params.q, result.params.k], ["1", "0", "1,0", "0,1"]);
  /** @type {[string, string][]} */
  const cases = [
    ["0.8415", "correct"],
    ["0.84", "places"],
    ["\u22120.8415", "sign"],
    ["abc", "unreadable"],
  ];
  for (const [answer, verdict] of cases)
    assert.equal(judgeAt(chapter, onePair, instance.params, answer).verdict, verdict, answer);
});

test("what the choices about two pairs call right is what the core computes for the run that they state", () => {
  const exercise = findExercise(chapter, "faster-pair");
  assert.equal(findExercise(chapter, "shift-cells").run, exercise.run);
  const result = clockhand.run(runOf(chapter, exercise));
  assert.ok(result.ok);
  const [fast, slow] = pick(result, "rotations.theta").cells;
  assert.ok(Number(fast) > Number(slow), `${fast} and ${slow}`);
  const [before, after] = ["original", "shifted"].map((table) => pick(result, table).cells.map(Number));
  before.forEach((cell, i) => assert.ok(Math.abs(cell - after[i]) <= 1e-12, `cell ${i}: ${cell} and ${after[i]}`));
});

test("a choice is judged by its option", () => {
  const exercise = findExercise(chapter, "faster-pair");
  assert.equal(check({ clockhand, chapter, exercise, answer: "pair-zero" }).ok, true);
  for (const option of exercise.options ?? []) {
    const verdict = check({ clockhand, chapter, exercise, answer: option.id });
    assert.ok(verdict.ok);
    assert.equal(verdict.verdict, option.correct ? "correct" : "wrong");
    assert.equal(verdict.message, option.feedback);
  }
});
