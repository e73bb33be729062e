import assert from "node:assert/strict";
import test from "node:test";
import { check, findExercise, instanceOf, labOf, openChapter } from "../../content/author.mjs";
import { mistakesOf } from "../../content/builder/exercises.mjs";
import { pick } from "../../wasm/clockhand.js";
import { loadCore } from "./course.mjs";

/** @import { Exercise } from "../../content/builder/types.mjs" */

const clockhand = await loadCore();
const chapter = openChapter("06-rope-pairs");
const numeric = chapter.data.exercises.filter(({ target }) => target !== undefined);
const SEEDS = Number(process.env.CLOCKHAND_SEEDS ?? 24);

/** @param {Exercise} exercise @param {Record<string, string>} params @param {string} [mistake] */
function cellsOf(exercise, params, mistake) {
  const { lab } = chapter.data.runs[exercise.run ?? ""];
  const result = clockhand.run({ lab, params, mistake });
  assert.ok(result.ok, `${exercise.id} with ${mistake ?? "no mistake"}`);
  return pick(result, exercise.target ?? "");
}

/** The answer of a learner who computed these cells. @param {{rows: number, columns: number, cells: unknown[]}} picked */
function typed({ rows, columns, cells }) {
  const texts = cells.map((cell) => clockhand.format(Number(cell), -1));
  const lines = Array.from({ length: rows }, (_, r) => texts.slice(r * columns, (r + 1) * columns).join(", "));
  return columns === 1 ? lines.join(", ") : lines.join("; ");
}

/** @param {Exercise} exercise @param {number} seed */
function draw(exercise, seed) {
  const instance = instanceOf({ clockhand, chapter, exercise, seed });
  assert.ok(instance.ok, `${exercise.id} at seed ${seed}: ${instance.ok ? "" : instance.error.message}`);
  return instance;
}

/** @param {Exercise} exercise @param {string} answer @param {number} seed */
function judge(exercise, answer, seed) {
  const verdict = check({ clockhand, chapter, exercise, answer, seed });
  assert.ok(verdict.ok, `${exercise.id} at seed ${seed}: ${verdict.ok ? "" : verdict.error.message}`);
  return verdict;
}

for (const exercise of numeric) {
  const { id } = exercise;
  const half = 0.5 * 10 ** -(exercise.places ?? 4);

  test(`${id}: the core accepts its own answer, and not one that is off by three bands`, () => {
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const picked = cellsOf(exercise, draw(exercise, seed).params);
      assert.equal(judge(exercise, typed(picked), seed).verdict, "correct", `seed ${seed}`);
      const off = picked.cells.map((cell, i) => (i === 0 ? Number(cell) + 3 * half + (exercise.form ? 1 : 0) : cell));
      assert.notEqual(
        judge(exercise, typed({ ...picked, cells: off }), seed).verdict,
        "correct",
        `seed ${seed} perturbed`,
      );
    }
  });

  test(`${id}: every declared mistake is named at fresh seeds`, () => {
    const lab = labOf(clockhand, chapter.data.runs[exercise.run ?? ""].lab);
    for (let seed = 1; seed < SEEDS; seed += 1) {
      const { params } = draw(exercise, seed);
      for (const mistake of mistakesOf(exercise, lab)) {
        const verdict = judge(exercise, typed(cellsOf(exercise, params, mistake)), seed);
        assert.equal(verdict.verdict, "mistake", `${mistake} at seed ${seed} with ${JSON.stringify(params)}`);
        assert.ok(verdict.mistakes?.includes(mistake), `${mistake} at seed ${seed} is named among ${verdict.mistakes}`);
      }
    }
  });

  test(`${id}: at seed 0 a mistake is named, or said to give the right value`, (t) => {
    const lab = labOf(clockhand, chapter.data.runs[exercise.run ?? ""].lab);
    const { params, inseparable } = draw(exercise, 0);
    for (const mistake of mistakesOf(exercise, lab)) {
      const answer = typed(cellsOf(exercise, params, mistake));
      const { verdict, mistakes } = judge(exercise, answer, 0);
      if (inseparable.includes(mistake)) t.diagnostic(`${mistake} gives the right value here: ${answer}`);
      assert.equal(verdict, inseparable.includes(mistake) ? "correct" : "mistake", `${mistake} gives ${answer}`);
      assert.equal(mistakes?.includes(mistake), verdict === "mistake", `${mistake} among ${mistakes}`);
    }
  });

  test(`${id}: fresh seeds give fresh instances`, () => {
    const seen = new Set(Array.from({ length: 10 }, (_, i) => JSON.stringify(draw(exercise, i + 1).params)));
    assert.ok(seen.size >= 3, `${seen.size} different instances in ten`);
    assert.deepEqual(draw(exercise, 7), draw(exercise, 7));
  });
}

test("the one-pair prediction is the one at (m, n) = (1, 0), to four places", () => {
  const onePair = findExercise(chapter, "one-pair");
  assert.equal(onePair.places, 4);
  const instance = draw(onePair, 0);
  const result = clockhand.run({ lab: "rope-one-pair", params: instance.params });
  assert.ok(result.ok);
  assert.deepEqual([result.params.m, result.params.n, result.params.q, result.params.k], ["1", "0", "1,0", "0,1"]);
  assert.equal(judge(onePair, "0.8415", 0).verdict, "correct");
  assert.equal(judge(onePair, "0.84", 0).verdict, "places");
  assert.equal(judge(onePair, "\u22120.8415", 0).verdict, "mistake");
  assert.equal(judge(onePair, "abc", 0).verdict, "unreadable");
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
