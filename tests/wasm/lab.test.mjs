/** The lab command: statuses, formats, and the one-pair score. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BUILDS, clockhand, labJson } from "./programs.mjs";

const ONE_PAIR = ["--q", "1,0", "--k", "0,1", "--theta", "1"];
const SCORE = 0.8414709848078965; // sin 1

/** @param {import("./programs.mjs").Build} build @param {string} m @param {string} n */
function score(build, m, n) {
  const { tables } = labJson(build, "rope-one-pair", [...ONE_PAIR, "--m", m, "--n", n]);
  const table = tables.find((/** @type {any} */ item) => item.id === "score");
  return table.rows[0][table.columns.findIndex((/** @type {any} */ item) => item.id === "dot")];
}

for (const build of BUILDS) {
  test(`${build}: the one-pair score is sin 1, wherever the pair stands`, () => {
    assert.equal(score(build, "1", "0"), SCORE);
    assert.ok(Math.abs(score(build, "3", "2") - SCORE) <= 1e-15);
  });

  test(`${build}: the text shows the score in full`, () => {
    const { status, stdout, stderr } = clockhand(build, ["lab", "rope-one-pair", ...ONE_PAIR, "--m", "1", "--n", "0"]);
    assert.equal(status, 0);
    assert.equal(stderr, "");
    assert.ok(stdout.includes(String(SCORE)), stdout);
  });

  test(`${build}: a run whose check fails ends with 1 and still prints its tables`, () => {
    const { status, stdout } = clockhand(build, ["lab", "rope-adjoint", "--mistake", "forward-as-adjoint"]);
    assert.equal(status, 1);
    assert.notEqual(stdout, "");
  });

  test(`${build}: an expression is a number: theta pi/2`, () => {
    const { params } = labJson(build, "rope-one-pair", ["--theta", "pi/2"]);
    assert.equal(Number(params.theta), Math.PI / 2);
  });
}

test("csv: every table has a header line, and every record names its table and has as many cells", () => {
  const { status, stdout } = clockhand("native", ["lab", "rope-pairs", "--format", "csv"]);
  assert.equal(status, 0);
  const blocks = stdout.trim().split(/^(?=table,)/m);
  const ids = blocks.map((block) => {
    const [header, ...records] = block.trim().split("\n");
    const [id] = records[0].split(",");
    for (const record of records) {
      assert.equal(record.split(",").length, header.split(",").length, record);
      assert.equal(record.split(",")[0], id);
    }
    return id;
  });
  const { tables } = labJson("native", "rope-pairs");
  assert.deepEqual(
    ids,
    tables.map((/** @type {any} */ table) => table.id),
  );
});

test("digits: --digits sets the decimals of the text", () => {
  const { stdout } = clockhand("native", ["lab", "rope-one-pair", ...ONE_PAIR, "--digits", "3"]);
  assert.match(stdout, /\b0\.841\b/);
});
