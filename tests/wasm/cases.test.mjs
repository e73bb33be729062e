/** Every case of the table gets its declared verdict from both wasm builds. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCases } from "../../content/builder/cases.mjs";
import { differences, judgeCase } from "../../web/src/cases.js";
import { MODULES, adapter } from "./programs.mjs";

const cases = readCases();

test("the table has at least 250 cases, and every verdict that one answer can get", () => {
  assert.ok(cases.length >= 250, `${cases.length} cases`);
  const verdicts = new Set(cases.map(({ verdict }) => verdict));
  for (const verdict of ["correct", "places", "truncated", "mistake", "sign", "scale", "wrong", "unreadable"])
    assert.ok(verdicts.has(verdict), verdict);
});

for (const build of /** @type {(keyof typeof MODULES)[]} */ (Object.keys(MODULES))) {
  test(`${build}: all cases agree`, async (t) => {
    const core = await adapter(build);
    const disagreeing = cases.flatMap((item) => {
      const said = judgeCase(core, item);
      const differs = differences(item, said);
      return differs.length === 0 ? [] : [`${item.name}: ${differs.join(", ")} in ${JSON.stringify(said)}`];
    });
    assert.deepEqual(disagreeing, []);
    t.diagnostic(`${cases.length} cases`);
  });

  test(`${build}: a row or a column that is too short is counted in values, a matrix in rows`, async () => {
    const core = await adapter(build);
    const told = (/** @type {string} */ text, /** @type {number} */ rows, /** @type {number} */ columns) =>
      core.read({ text, rows, columns }).message;
    assert.equal(told("1, 2", 1, 3), "This has 2 values: 3 values asked for, with commas or tabs between them.");
    assert.equal(told("1, 2", 3, 1), "This has 2 values: 3 values asked for, with commas or tabs between them.");
    assert.match(told("1, 2\n3, 4", 1, 3) ?? "", /^This has 2 rows of 2: 3 values asked for/);
    assert.match(told("1, 2", 2, 2) ?? "", /^This has 1 row of 2: 2 rows of 2 asked for, .* between cells\.$/);
  });

  test(`${build}: a case declared wrongly is found, whatever is declared wrongly in it`, async () => {
    const core = await adapter(build);
    const named = (/** @type {string} */ name) => {
      const found = cases.find((one) => one.name === name);
      assert.ok(found, name);
      return found;
    };
    const right = named("sine-rounded-as-asked");
    const matrix = named("matrix-transposed");
    /** @type {[import("../../content/builder/cases.mjs").Case, string][]} */
    const spoiled = [
      [{ ...right, verdict: "wrong" }, "verdict"],
      [{ ...right, read: [0.8416] }, "value"],
      [{ ...right, ambiguous: true }, "question"],
      [{ ...named("sine-the-cosine"), matches: ["clockwise"] }, "mistakes"],
      [{ ...matrix, pattern: "reversed" }, "pattern"],
      [{ ...named("vector-paired-features"), paired: undefined }, "pattern"],
      [{ ...named("vector-unpaired-row"), paired: true }, "pattern"],
      [{ ...named("last-place-up"), last_place: undefined }, "last place"],
      [{ ...named("last-place-two-up"), last_place: true }, "last place"],
      [{ ...matrix, cells: ["correct", "correct", "correct", "correct"] }, "cells"],
      [{ ...named("asks-about-16-000"), position: 5 }, "position"],
    ];
    for (const [item, what] of spoiled) assert.deepEqual(differences(item, judgeCase(core, item)), [what]);
  });
}
