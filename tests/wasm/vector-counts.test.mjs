/** Every kernel, forward and adjoint, and every call of a generator is held to at least as many vectors as its users may expect. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readVectors, valuesOf } from "./vectors.mjs";

/** @import { Case } from "./vectors.mjs" */

const LEAST_CASES = 20;

/** In torch a normal is drawn one by one below this count, in blocks from it on: two algorithms. */
const TORCH_BLOCK = 16;

/** Files, and which of their lines says what a case is of. @type {[file: string, key: string, wanted: string[]][]} */
const WANTED = [
  [
    "kernels.txt",
    "kernel",
    [
      "linear",
      "relu",
      "embedding",
      "softmax",
      "masked-softmax",
      "cross-entropy",
      "layernorm",
      "rmsnorm",
      "attention",
      "masked-attention",
      "mask",
      "heads",
    ],
  ],
  ["positions.txt", "kind", ["relative-bias"]],
  ["rope.txt", "direction", ["forward", "adjoint"]],
  [
    "torch-random.txt",
    "call",
    ["word", "rand", "randint", "linear", "mha", "embedding", "randn-one-by-one", "randn-in-blocks"],
  ],
  ["numpy-random.txt", "call", ["word", "random", "normal", "integers"]],
  ["op.txt", "op", ["rope", "sinusoidal", "attention", "softmax", "layernorm", "rmsnorm", "relative-bias"]],
];

/** Kernels without an adjoint: a mask is no function of numbers. */
const NO_ADJOINT = ["mask"];

/**
 * What a case is of; undefined for one that is of something else (a table in rope.txt).
 * @param {Case} item
 * @param {string} key
 */
function kindOf(item, key) {
  const kind = item.lines.find(([name]) => name === key)?.[1][0];
  if (kind === "linear-without-bias") return "linear";
  if (kind !== "randn") return kind;
  return valuesOf(item, "values").length < TORCH_BLOCK ? "randn-one-by-one" : "randn-in-blocks";
}

/**
 * The kinds that have too few cases, with how many they have.
 * @param {Case[]} cases
 * @param {string} key
 * @param {string[]} wanted
 */
function tooFew(cases, key, wanted) {
  const kinds = cases.map((item) => kindOf(item, key));
  return wanted
    .map((kind) => `${kind}: ${kinds.filter((other) => other === kind).length}`)
    .filter((line) => Number(line.split(": ")[1]) < LEAST_CASES);
}

for (const [file, key, wanted] of WANTED) {
  const cases = readVectors(file);

  test(`${file}: at least ${LEAST_CASES} cases each of ${wanted.join(", ")}`, () => {
    assert.deepEqual(tooFew(cases, key, wanted), []);
  });

  test(`${file}: a kind that loses its cases is found`, () => {
    const kept = cases.filter((item) => kindOf(item, key) !== wanted[0]);
    assert.deepEqual(tooFew(kept, key, wanted), [`${wanted[0]}: 0`]);
  });
}

for (const file of ["sinusoidal.txt", "causal-rope.txt"]) {
  test(`${file}: at least ${LEAST_CASES} cases`, () => {
    assert.ok(readVectors(file).length >= LEAST_CASES);
  });
}

test("every case of a kernel holds an adjoint, too", () => {
  const cases = readVectors("kernels.txt").filter((item) => !NO_ADJOINT.includes(valuesOf(item, "kernel")[0]));
  const without = cases.filter(({ lines }) => !lines.some(([key]) => /^d(x|q|table)$/.test(key)));
  assert.deepEqual(
    without.map(({ name }) => name),
    [],
  );
});

test("the generators' cases have seeds 0, above 2^31, above 2^32, and numpy's above 2^64", () => {
  const torch = readVectors("torch-random.txt").map((item) => BigInt(valuesOf(item, "seed")[0]));
  const words = readVectors("numpy-random.txt").map((item) => valuesOf(item, "seed").map(BigInt));
  const numpy = words.map((seed) => seed.reduceRight((high, low) => (high << 32n) + low, 0n));
  for (const seeds of [torch, numpy]) {
    assert.ok(seeds.includes(0n));
    for (const bits of [31n, 32n])
      assert.ok(seeds.some((seed) => seed > 2n ** bits && seed < 2n ** (bits + 1n) + 2n ** bits));
  }
  assert.ok(numpy.some((seed) => seed > 2n ** 64n));
});
