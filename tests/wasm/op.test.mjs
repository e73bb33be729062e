/** clockhand op: every vector through the adapter, and all of them through the command's JSON. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { differencesOf, opCases, opCommand, ops, outputsOf } from "./ops.mjs";
import { readTensors, tensorText } from "../../wasm/tensor-json.mjs";

const cases = opCases();
const LEAST_CASES = 20;
const ROOT_URL = new URL("../../", import.meta.url);

test(`each op has at least ${LEAST_CASES} vectors`, () => {
  for (const { id } of ops.description) {
    const count = cases.filter(({ op }) => op === id).length;
    assert.ok(count >= LEAST_CASES, `${id}: ${count}`);
  }
});

for (const { id } of ops.description) {
  test(`${id}: all vectors hold through the adapter`, (t) => {
    const own = cases.filter(({ op }) => op === id);
    const found = own.flatMap((item) => differencesOf(item, ops.op(item.op, item.inputs, item.parameters)));
    assert.deepEqual(found, []);
    t.diagnostic(`${own.length} cases`);
  });
}

test("a value off by a thousandth, a shape, a note and a missing output are noticed", () => {
  const item = cases.find(({ name }) => name === "attention-rank-3");
  assert.ok(item);
  const outcome = ops.op(item.op, item.inputs, item.parameters);
  assert.ok(outcome.ok);
  const spoil = (/** @type {(copy: any) => void} */ change) => {
    const copy = structuredClone(outcome);
    change(copy);
    return differencesOf(item, copy);
  };
  assert.equal(spoil(() => {}).length, 0);
  assert.equal(spoil(({ outputs }) => (outputs.y.data[1] *= 1.001)).length, 1);
  assert.equal(spoil(({ outputs }) => (outputs.y.data[1] = NaN)).length, 1);
  assert.equal(spoil(({ outputs }) => (outputs.scores.shape = [1, ...outputs.scores.shape])).length, 1);
  assert.equal(spoil(({ notes }) => notes.push("hidden")).length, 1);
  assert.ok(spoil(({ outputs }) => delete outputs.weights).length >= 1);
});

test("the command gives what the adapter gives, to the bit", () => {
  for (const { id } of ops.description) {
    for (const item of cases.filter(({ op }) => op === id).filter((_, index) => index % 7 === 0)) {
      const outcome = ops.op(item.op, item.inputs, item.parameters);
      assert.ok(outcome.ok);
      const args = Object.entries(item.parameters).map(([key, value]) => `--${key}=${value}`);
      const input = [...tensorText(item.inputs, [])].join("");
      const { status, stdout, stderr } = opCommand([id, ...args], input);
      assert.equal(status, 0, `${item.name}: ${stderr}`);
      assert.equal(stderr, "");
      assert.equal(stdout, [...tensorText(outcome.outputs, outcome.notes)].join(""), item.name);
    }
  }
});

test("what the command writes it can read again, notes aside", () => {
  const { stdout } = opCommand(["sinusoidal", "--positions", "2", "--width", "3"]);
  const { pe } = readTensors(Buffer.from(stdout));
  assert.deepEqual(pe.shape, [2, 3]);
  assert.equal(pe.data[3], 0.8414709848078965);
});

test("a row that may see no key gives zeros, and a note", () => {
  const q = { shape: [2, 2], data: [1, 0, 0, 1] };
  const v = { shape: [2, 1], data: [Infinity, 1] };
  const outcome = ops.op("attention", { q, k: q, v, mask: { shape: [2, 2], data: [0, 0, 0, 1] } });
  assert.ok(outcome.ok);
  assert.equal(outcome.outputs.y.data[0], 0);
  assert.deepEqual(outcome.notes, [
    "query rows that may see no key: 1 of 2, the first at 0; their weights and outputs are zero",
  ]);
});

test("the example of the root README runs, and gives x turned by one position", () => {
  const [, input, args] = /^echo '(.*?)' \| npx clockhand op (.*?) +#/m.exec(readText("README.md")) ?? [];
  const { status, stdout, stderr } = opCommand(args.split(" "), input);
  assert.deepEqual([status, stderr], [0, ""]);
  const { x } = readTensors(Buffer.from(input));
  const { y } = readTensors(Buffer.from(stdout));
  assert.deepEqual(y, outputsOf("rope", { x }, { pairing: "half", offset: 1 }).y);
});

/** @param {string} name */
function readText(name) {
  return readFileSync(new URL(name, ROOT_URL), "utf8");
}
