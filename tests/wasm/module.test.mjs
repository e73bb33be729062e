/** What the compiled modules ask for and offer, before anything is run in them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EXPORTS, OP_EXPORTS, RUNTIME_EXPORTS } from "./exports.mjs";
import { OP_MODULE } from "./ops.mjs";
import { MODULES } from "./programs.mjs";

const PAGE_BYTES = 140 * 1024;
const MEMORY_BYTES = 16 * 1024 * 1024;
const OP_MEMORY_BYTES = { least: 1024 * 1024, most: 516 * 1024 * 1024 };
const PAGE = 64 * 1024;

/**
 * @param {string} name
 * @param {WebAssembly.Module} module
 * @param {string[]} exports
 */
function checkBoundary(name, module, exports) {
  test(`${name}: no imports`, () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
  });

  test(`${name}: the exports are those of tests/wasm/exports.mjs`, () => {
    const offered = WebAssembly.Module.exports(module).map((item) => item.name);
    const own = offered.filter((item) => !RUNTIME_EXPORTS.includes(item));
    assert.deepEqual(own.sort(), [...exports].sort());
  });
}

for (const [name, path] of Object.entries(MODULES)) {
  const bytes = readFileSync(path);
  const module = new WebAssembly.Module(bytes);

  checkBoundary(name, module, EXPORTS);

  test(`${name}: memory is ${MEMORY_BYTES} bytes and cannot grow`, () => {
    const { memory } = new WebAssembly.Instance(module).exports;
    assert.ok(memory instanceof WebAssembly.Memory);
    assert.equal(memory.buffer.byteLength, MEMORY_BYTES);
    assert.throws(() => memory.grow(1), RangeError);
  });
}

const ops = new WebAssembly.Module(readFileSync(OP_MODULE));
checkBoundary("ops", ops, OP_EXPORTS);

test(`ops: memory starts below ${OP_MEMORY_BYTES.least} bytes and grows to ${OP_MEMORY_BYTES.most}`, () => {
  const { memory } = new WebAssembly.Instance(ops).exports;
  assert.ok(memory instanceof WebAssembly.Memory);
  const start = memory.buffer.byteLength;
  assert.ok(start < OP_MEMORY_BYTES.least, `${start} bytes`);
  assert.throws(() => memory.grow((OP_MEMORY_BYTES.most - start) / PAGE + 1), RangeError);
  memory.grow((OP_MEMORY_BYTES.most - start) / PAGE);
});

test("the page's module holds none of the ops", () => {
  const sentence = "for all tensors of a call"; // of a refusal that only ops know
  assert.ok(readFileSync(OP_MODULE).includes(sentence));
  assert.ok(!readFileSync(MODULES.page).includes(sentence));
});

test(`page: at most ${PAGE_BYTES} bytes before compression`, () => {
  const { length } = readFileSync(MODULES.page);
  const remedy = "make it smaller, or raise PAGE_BYTES here and say why in the commit";
  assert.ok(length <= PAGE_BYTES, `${length} bytes: ${remedy}`);
});
