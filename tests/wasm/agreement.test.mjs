/** One core, several builds: what is exact is byte-identical, the wasm builds agree bit for bit, native nearly. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { adapter, clockhand, labJson } from "./programs.mjs";

const core = await adapter();
const reactor = await adapter("reactor");
const labs = core.description.labs;

/** Exact in every build: integers, ids and text, no sine. */
const EXACT = [["labs"], ["labs", "--json"], ["lab", "rope-limits"], ["lab", "rope-limits", "--format", "csv"]];

/** glibc and musl differ by up to 2 ulp in sin, cos and pow; a central difference divides that by 2h = 2e-6. */
const NATIVE_TOLERANCE = 1e-9;

/** Parameters that show each mistake where the defaults hide one. @type {Record<string, Record<string, string>>} */
const TELLING = { "rope-one-pair": { m: "3", n: "1", q: "1,2", k: "0.5,-1", theta: "0.7" } };

for (const args of EXACT) {
  test(`native and WASI print the same bytes: ${args.join(" ")}`, () => {
    const native = clockhand("native", args);
    assert.equal(native.status, 0);
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
  test(`${id}: the same doubles from WASI, the reactor and the page's module`, () => {
    for (const mistake of [undefined, ...mistakes.map((item) => item.id)]) {
      const args = mistake === undefined ? [] : ["--mistake", mistake];
      const result = core.run({ lab: id, params: {}, mistake });
      assert.equal(result.ok, true);
      assert.deepEqual(reactor.run({ lab: id, params: {}, mistake }), result);
      assertShared(labJson("wasi", id, args), result);
    }
  });

  test(`${id}: native differs by less than ${NATIVE_TOLERANCE}`, () => {
    assertNear(labJson("native", id), labJson("wasi", id), id);
  });

  test(`${id}: every mistake changes a table`, () => {
    const params = TELLING[id] ?? {};
    const right = core.run({ lab: id, params });
    assert.equal(right.ok, true);
    for (const { id: mistake } of mistakes) {
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

/** Same shape and text, numbers within the tolerance. @param {any} left @param {any} right @param {string} path */
function assertNear(left, right, path) {
  if (typeof left === "number" && typeof right === "number") {
    assert.ok(Math.abs(left - right) <= NATIVE_TOLERANCE, `${path}: ${left} and ${right}`);
  } else if (left !== null && typeof left === "object") {
    assert.deepEqual(Object.keys(left), Object.keys(right), path);
    for (const key of Object.keys(left)) assertNear(left[key], right[key], `${path}.${key}`);
  } else {
    assert.equal(left, right, path);
  }
}
