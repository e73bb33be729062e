import assert from "node:assert/strict";
import test from "node:test";
import { instanceOf, openChapter, runOf } from "../../content/author.mjs";
import { CONTENT, listChapters } from "../../content/builder/folder.mjs";
import { pick } from "../../wasm/clockhand.js";
import { loadCore } from "./course.mjs";

const clockhand = await loadCore();
const chapters = listChapters(CONTENT).map((id) => openChapter(id));
const FIGURE = /<ch-value of="instance\.([^"]+)">/g;
const SEEDS = 30;

const numeric = chapters.flatMap((chapter) =>
  chapter.data.exercises.filter(({ target }) => target !== undefined).map((exercise) => ({ chapter, exercise })),
);

for (const { chapter, exercise } of numeric) {
  const { hints, prompt, target = "" } = exercise;
  const id = `${chapter.id}/${exercise.id}`;
  const texts = [prompt, ...hints, exercise.explain].join(" ");
  const figures = [...new Set([...texts.matchAll(FIGURE)].map(([, figure]) => figure))];

  /** @param {number} seed */
  const resultAt = (seed) => {
    const instance = instanceOf({ clockhand, chapter, exercise, seed });
    assert.ok(instance.ok, `seed ${seed}`);
    const result = clockhand.run({ lab: runOf(chapter, exercise).lab, params: instance.params });
    assert.ok(result.ok, `seed ${seed}`);
    return result;
  };

  test(`${id}: hints grow in four steps, and their figures are in every instance`, () => {
    assert.equal(hints.length, 4);
    assert.match(hints[0], /\$/);
    assert.match(hints[1], /^With the numbers of this instance: .*(\{|<ch-value)/);
    assert.match(hints[2], /^First step: /);
    assert.match(hints[3], /^All but the last step: .*(\{|<ch-value)/);
    for (let seed = 0; seed <= SEEDS; seed += 1) {
      const result = resultAt(seed);
      for (const figure of figures) {
        for (const cell of pick(result, figure).cells)
          assert.ok(cell !== "" && Number.isFinite(Number(cell)), `${figure} at seed ${seed} is ${cell}`);
      }
    }
  });

  if (exercise.kind !== "number") continue;
  test(`${id}: no figure of a hint is the answer under another name`, () => {
    const results = Array.from({ length: SEEDS }, (_, seed) => resultAt(seed + 1));
    for (const [, figure] of hints.join(" ").matchAll(FIGURE)) {
      const told = results.filter((result) => pick(result, figure).cells.includes(pick(result, target).cells[0]));
      assert.ok(told.length < results.length / 2, `${figure} is the answer at ${told.length} of ${SEEDS} seeds`);
    }
  });
}
