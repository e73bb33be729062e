/** One core, several builds: the same doubles and the same bytes from each. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { adapter, clockhand, labJson } from "./programs.mjs";

const core = await adapter();
const reactor = await adapter("reactor");
const labs = core.description.labs;

/** Compared byte for byte: everything the program can print, in each format. */
const PRINTED = [
  ["labs"],
  ["labs", "--json"],
  ...labs.flatMap(({ id }) => ["text", "json", "csv"].map((format) => ["lab", id, "--format", format])),
];

/**
 * Parameters that show a lab's mistakes where the defaults hide one; LAB/MISTAKE for a mistake that needs its own.
 * @type {Record<string, Record<string, string>>}
 */
const TELLING = {
  "rope-one-pair": { m: "3", n: "1", q: "1,2", k: "0.5,-1", theta: "0.7" },
  "attention-by-hand": { causal: "top-left", heads: "4", q: "1,0;0,2;1,1", k: "1,2;0,1;2,0" },
  "sinusoidal-add": { scale: "root" },
  "layer-norm/with-mean": { kind: "rms" },
  "norm-placement/pre-for-post": { placement: "post" },
  "rope-small/permutation-inverted": { x: "1,2,3,4,5,6", angles: "1,2,3" },
  "attention-cost/forgot-batch": { batch: "2" },
};

for (const args of PRINTED) {
  test(`native and WASI print the same bytes: ${args.join(" ")}`, () => {
    const native = clockhand("native", args);
    assert.equal(native.status, 0);
    assert.equal(native.stderr, "");
    assert.notEqual(native.stdout, "");
    for (const build of /** @type {const} */ (["wasi", "node"])) assert.deepEqual(clockhand(build, args), native);
  });
}

test("labs --json is the adapter's description", () => {
  const { stdout } = clockhand("wasi", ["labs", "--json"]);
  assert.deepEqual(JSON.parse(stdout), core.description);
  assert.deepEqual(reactor.description, core.description);
});

for (const { id, mistakes } of labs) {
  test(`${id}: the same doubles natively, from WASI, the reactor and the page's module`, () => {
    for (const mistake of [undefined, ...mistakes.map((item) => item.id)]) {
      const args = mistake === undefined ? [] : ["--mistake", mistake];
      const result = core.run({ lab: id, params: {}, mistake });
      assert.equal(result.ok, true);
      assert.deepEqual(reactor.run({ lab: id, params: {}, mistake }), result);
      assertShared(labJson("wasi", id, args), result);
      assertShared(labJson("native", id, args), result);
    }
  });

  test(`${id}: every mistake changes a table`, () => {
    for (const { id: mistake } of mistakes) {
      const params = TELLING[`${id}/${mistake}`] ?? TELLING[id] ?? {};
      const right = core.run({ lab: id, params });
      assert.equal(right.ok, true);
      const wrong = core.run({ lab: id, params, mistake });
      assert.equal(wrong.ok, true, mistake);
      assert.notDeepEqual(wrong.tables, right.tables, `${mistake} changes nothing`);
    }
  });
}

/**
 * What the program prints of a run, the adapter gives too, with the same values; the adapter may give more.
 * @param {any} printed @param {any} given @param {string} [path]
 */
function assertShared(printed, given, path = "") {
  if (printed === null || typeof printed !== "object") return assert.equal(printed, given, path);
  if (Array.isArray(printed)) assert.equal(printed.length, given.length, path);
  for (const key of Object.keys(printed)) assertShared(printed[key], given[key], `${path}.${key}`);
}
