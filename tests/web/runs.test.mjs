import assert from "node:assert/strict";
import { test } from "node:test";
import { Runs, isAwaited } from "../../web/src/runs.js";
import { clockhand } from "./fake-core.js";

/** Runs with one that is computed apart, whose answers come when the test lets them. */
function open() {
  /** @type {{ setting: any, answer: (answer?: any) => Promise<void>, fail: () => Promise<void> }[]} */
  const asked = [];
  const apart = (/** @type {any} */ setting) =>
    new Promise((resolve, reject) => {
      asked.push({
        setting,
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

test("an answer to parameters that have changed since is not taken", async () => {
  const { runs, asked } = open();
  runs.set("there", "factor", "3");
  assert.equal(asked.length, 2);
  await asked[1].answer();
  assert.equal(first(runs), 3);
  await asked[0].answer();
  assert.equal(first(runs), 3);
});

test("a refusal leaves the last result, as it does beside it", async () => {
  const { runs, asked } = open();
  runs.get("there");
  await asked[0].answer();
  runs.set("there", "size", "9");
  await asked[1].answer();
  assert.match(runs.get("there")?.error?.message ?? "", /size 9/);
  assert.equal(first(runs), 2);
});

test("where no worker can be started the page computes it itself", async () => {
  const { runs, asked } = open();
  runs.get("there");
  await asked[0].fail();
  assert.equal(first(runs), 2);
});
