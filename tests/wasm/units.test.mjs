/** Runs in parts, through the adapter: units from several instances, put together. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { adapter } from "./programs.mjs";

const SMALL = {
  lab: "norm-gradients",
  params: { seeds: "3..6", depth: "2", width: "8", heads: "2", ff: "16" },
};

/** @param {import("../../wasm/clockhand.js").Clockhand} core @param {object} [setting] */
function begin(core, setting = SMALL) {
  const begun = core.begin(/** @type {any} */ (setting));
  assert.ok(begun.ok === true);
  return begun;
}

/** @param {import("../../wasm/clockhand.js").Begun} begun @param {number} unit */
function compute(begun, unit) {
  for (let step = 0; step < begun.steps; step++) assert.deepEqual(begun.step(unit, step), { ok: true });
  return /** @type {Float64Array} */ (begun.result(unit));
}

const core = await adapter();

test("a long lab says so, an ordinary one does not", () => {
  const long = core.description.labs.filter((lab) => lab.long === true).map(({ id }) => id);
  assert.ok(long.includes("norm-gradients"));
  assert.ok(!long.includes("rope-pairs"));
});

test("units of two instances put into a third give the run's own tables", async () => {
  const whole = core.run(SMALL);
  const workers = [begin(await adapter("reactor")), begin(await adapter())];
  const here = begin(core);
  assert.equal(here.units, 4);
  assert.equal(here.result(0), undefined);
  for (let unit = 0; unit < here.units; unit++) here.put(unit, compute(workers[unit % 2], unit));
  assert.deepEqual(here.finish(), whole);
});

for (const params of [SMALL.params, { seeds: "3", depth: "1,3", width: "40", heads: "5", ff: "36" }, { seeds: "7" }]) {
  test(`a unit is the same bits in every module: ${JSON.stringify(params)}`, async () => {
    const setting = { lab: "norm-gradients", params };
    const expected = compute(begin(core, setting), 0);
    for (const which of /** @type {const} */ (["reactor", "simd", "scalar"])) {
      assert.deepEqual(compute(begin(await adapter(which), setting), 0), expected, which);
    }
  });
}

test("what is too large for the page's module is refused there in one sentence, and done by a worker's", async () => {
  const setting = { lab: "norm-gradients", params: { depth: "48" } };
  const refused = begin(core, setting).step(0, 0);
  assert.ok(!refused.ok);
  assert.match(refused.error.message, /^these sizes need more memory than there is/);
  const [worker, here] = [begin(await adapter("simd"), setting), begin(core, setting)];
  here.put(0, compute(worker, 0));
  assert.ok(here.finish().ok);
});

test("what is there is shown, and more may come", () => {
  const begun = begin(core);
  const none = begun.finish();
  assert.ok(!none.ok);
  assert.match(none.error.message, /one of which a unit is done is accepted/);
  compute(begun, 2);
  const part = begun.finish();
  assert.ok(part.ok);
  assert.equal(part.tables[1].rows.length, 2);
  assert.deepEqual(part.checks, [], "they are made once, of the whole");
  compute(begun, 0);
  const more = begun.finish();
  assert.ok(more.ok);
  assert.equal(more.tables[1].rows.length, 4);
  for (const unit of [1, 3]) compute(begun, unit);
  assert.deepEqual(begun.finish(), core.run(SMALL));
});

test("another call ends a run in parts, and its owner is told", () => {
  const begun = begin(core);
  core.read({ text: "1" });
  assert.throws(() => begun.step(0, 0), /ended by another call/);
  assert.throws(() => begun.put(0, new Float64Array(1)), /ended by another call/);
});

test("refused: a lab that does not exist, a step out of order, cells of another size", () => {
  const refused = core.begin({ lab: "no-lab" });
  assert.ok(!refused.ok);
  const begun = begin(core);
  const step = begun.step(0, 1);
  assert.ok(!step.ok);
  assert.equal(step.error.message, "step 1 is refused: step 0 is accepted");
  assert.throws(() => begun.put(0, new Float64Array(1)), /cells/);
  assert.throws(() => begun.put(9, new Float64Array(1)), /none of 4/);
});

test("an ordinary lab has no units and finishes at once", () => {
  const begun = begin(core, { lab: "rope-one-pair" });
  assert.equal(begun.units, 0);
  assert.deepEqual(begun.finish(), core.run({ lab: "rope-one-pair" }));
});
