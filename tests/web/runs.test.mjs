import assert from "node:assert/strict";
import { test } from "node:test";
import { Runs, isAwaited } from "../../web/src/runs.js";
import { clockhand } from "./fake-core.js";

/** Runs with one that is computed apart, whose answers come when the test lets them. */
function open() {
  /** @type {{ setting: any, signal: AbortSignal, answer: (answer?: any) => Promise<void>, fail: () => Promise<void> }[]} */
  const asked = [];
  const apart = (/** @type {any} */ setting, /** @type {AbortSignal} */ signal) =>
    new Promise((resolve, reject) => {
      asked.push({
        setting,
        signal,
        answer: async (answer = clockhand.run(setting)) => settled(() => resolve(answer)),
        fail: async () => settled(() => reject(new Error("no worker"))),
      });
    });
  const definitions = {
    here: { lab: "products", params: {} },
    there: { lab: "products", params: { factor: "2" }, apart: /** @type {const} */ (true) },
  };
  const runs = new Runs(/** @type {any} */ (clockhand), definitions, { apart: /** @type {any} */ (apart) });
  /** @type {string[]} */
  const heard = [];
  runs.addEventListener("change", (event) => heard.push(/** @type {CustomEvent} */ (event).detail.run));
  return { runs, asked, heard };
}

/** @param {() => void} act */
async function settled(act) {
  act();
  await new Promise((resolve) => setTimeout(resolve));
}

/** @param {Runs} runs */
const first = (runs) => runs.get("there")?.result?.tables[0].rows[0][1];

test("a run is computed when it is first asked for, one that is apart comes later and tells it", async () => {
  const { runs, asked, heard } = open();
  assert.equal(asked.length, 0, "nobody has asked yet");
  assert.equal(runs.get("here")?.result?.ok, true);
  const there = runs.get("there");
  assert.ok(there !== undefined && isAwaited(there));
  runs.get("there");
  assert.equal(asked.length, 1, "it is asked for once");
  assert.deepEqual(heard, []);
  await asked[0].answer();
  assert.equal(first(runs), 2);
  assert.equal(isAwaited(there), false);
  assert.deepEqual(heard, ["there"]);
});

test("runs with the same parameters of the chapter are computed once, and each goes its own way then", () => {
  const settings = /** @type {any[]} */ ([]);
  const counting = {
    ...clockhand,
    run: (/** @type {any} */ setting) => (settings.push(setting), clockhand.run(setting)),
  };
  const same = { lab: "products", params: { factor: "2" } };
  const runs = new Runs(/** @type {any} */ (counting), {
    one: same,
    two: same,
    other: { ...same, params: { factor: "3" } },
  });
  const [one, two, other] = ["one", "two", "other"].map((id) => runs.get(id)?.result);
  assert.equal(settings.length, 2);
  assert.equal(one, two);
  assert.notEqual(one, other);
  runs.set("one", "factor", "5");
  assert.equal(runs.get("one")?.result?.tables[0].rows[0][1], 5);
  assert.equal(runs.get("two")?.result, two);
  runs.reset("one");
  assert.equal(runs.get("one")?.result, two);
  assert.equal(settings.length, 3, "what is the chapter's own is known");
});

test("a reset of some parameters leaves the others", () => {
  const { runs } = open();
  runs.set("here", "factor", "5");
  runs.set("here", "size", "3");
  runs.reset("here", ["size"]);
  assert.deepEqual(runs.get("here")?.texts, { factor: "5" });
  runs.reset("here");
  assert.deepEqual(runs.get("here")?.texts, {});
});

test("no link sets a run that is apart, and others follow theirs", () => {
  const { runs, asked } = open();
  const { problems, accepted } = runs.apply(
    [
      ["there.factor", "3"],
      ["here.factor", "5"],
    ],
    undefined,
  );
  assert.deepEqual(accepted, [{ run: "here", name: "factor" }]);
  assert.match(problems.join(), /“there\.factor” is no parameter/);
  runs.get("there");
  assert.equal(asked[0].setting.params.factor, "2");
});

test("a link takes back what was typed and refused, and leaves what stands", () => {
  const { runs, heard } = open();
  const standing = runs.get("here")?.result;
  runs.set("here", "factor", "many");
  assert.ok(runs.get("here")?.error !== undefined);
  runs.apply([], undefined);
  assert.equal(runs.get("here")?.error, undefined);
  assert.deepEqual(runs.get("here")?.texts, {});
  assert.equal(runs.get("here")?.result, standing);
  assert.deepEqual(heard, ["here", "here"]);
});

test("a chapter that is left waits for nothing", async () => {
  const { runs, asked, heard } = open();
  runs.get("there");
  runs.close();
  assert.equal(asked[0].signal.aborted, true);
  await asked[0].answer();
  assert.deepEqual(heard, []);
  assert.equal(first(runs), undefined);
});

/** Runs of one long lab, whose crew comes when the test lets it. */
function openLong() {
  const long = { ...clockhand.description.labs[0], id: "long", long: true };
  const begin = () => ({ ok: true, units: 2, steps: 1 });
  /** @type {any[]} */
  const hired = [];
  const worker = () => ({ postMessage: () => {}, terminate: () => {} });
  const crew = { module: {}, most: 1, hire: () => hired[hired.push(worker()) - 1] };
  /** @type {{ come: () => Promise<void>, fail: () => Promise<void> }[]} */
  const asked = [];
  const late = () =>
    new Promise((resolve, reject) => {
      asked.push({
        come: () => settled(() => resolve(crew)),
        fail: () => settled(() => reject(new Error("no worker"))),
      });
    });
  const core = /** @type {any} */ ({ ...clockhand, begin, description: { labs: [long] } });
  const runs = new Runs(core, { slow: { lab: "long", params: {} } }, { crew: /** @type {any} */ (late) });
  return { runs, asked, hired };
}

test("a crew that comes late starts what is still wanted alone", async () => {
  for (const [meanwhile, count] of /** @type {const} */ ([
    [() => {}, 1],
    [(/** @type {Runs} */ runs) => runs.close(), 0],
    [(/** @type {Runs} */ runs) => runs.set("slow", "factor", "2"), 0],
  ])) {
    const { runs, asked, hired } = openLong();
    void runs.measure("slow");
    meanwhile(runs);
    await asked[0].come();
    assert.equal(hired.length, count);
    runs.close(); // ends the wait for a word of them
  }
});

test("a crew that cannot come is told of to those who still wait for it", async () => {
  const { runs, asked } = openLong();
  const measurement = runs.get("slow")?.measurement;
  void runs.measure("slow");
  await asked[0].fail();
  assert.equal(measurement?.refusal, "no worker");
  void runs.measure("slow");
  runs.set("slow", "factor", "2");
  if (measurement !== undefined) measurement.refusal = undefined;
  await asked[1].fail();
  assert.equal(measurement?.refusal, undefined);
});

test("where no worker can be started the page computes it itself", async () => {
  const { runs, asked } = open();
  runs.get("there");
  await asked[0].fail();
  assert.equal(first(runs), 2);
});
