/** What the compiled modules ask for and offer, before anything is run in them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EXPORTS, OP_EXPORTS, RUNTIME_EXPORTS, WORKER_EXPORTS } from "./exports.mjs";
import { OP_MODULE } from "./ops.mjs";
import { load } from "../../wasm/clockhand.js";
import { MODULES, PARTS, WORKERS, adapter } from "./programs.mjs";

/** Bounds of the page's modules: the one with every lab, and those with the labs of some chapters, which readers load. */
/** @type {Record<string, number>} */
const PAGE_BYTES = {
  page: 184 * 1024,
  attention: 72 * 1024,
  norms: 96 * 1024,
  position: 85 * 1024,
  rotary: 84 * 1024,
  causal: 84 * 1024,
};
const MEMORY_BYTES = 16 * 1024 * 1024;
const WORKER_BYTES = 72 * 1024;
const WORKER_MEMORY_BYTES = 64 * 1024 * 1024;
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

/**
 * @param {string} name
 * @param {WebAssembly.Module} module
 * @param {number} wanted
 */
function checkMemory(name, module, wanted) {
  test(`${name}: memory is ${wanted} bytes and cannot grow`, () => {
    const { memory } = new WebAssembly.Instance(module).exports;
    assert.ok(memory instanceof WebAssembly.Memory);
    assert.equal(memory.buffer.byteLength, wanted);
    assert.throws(() => memory.grow(1), RangeError);
  });
}

for (const [name, path] of Object.entries(MODULES)) {
  const bytes = readFileSync(path);
  const module = new WebAssembly.Module(bytes);

  checkBoundary(name, module, EXPORTS);

  checkMemory(name, module, MEMORY_BYTES);
}

for (const [name, path] of Object.entries(WORKERS)) {
  const bytes = readFileSync(path);
  const module = new WebAssembly.Module(bytes);

  checkBoundary(`worker ${name}`, module, WORKER_EXPORTS);
  checkMemory(`worker ${name}`, module, WORKER_MEMORY_BYTES);

  test(`worker ${name}: at most ${WORKER_BYTES} bytes before compression`, () => {
    assert.ok(bytes.length <= WORKER_BYTES, `${bytes.length} bytes`);
  });
}

test("workers: only one of the two needs vectors", () => {
  const VECTORS = 0xfd; // the prefix of vector instructions, frequent in code that uses them
  const [simd, scalar] = [WORKERS.simd, WORKERS.scalar].map((path) =>
    readFileSync(path).reduce((count, byte) => count + Number(byte === VECTORS), 0),
  );
  assert.ok(simd > 4 * scalar, `${simd} against ${scalar}`);
});

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

for (const [name, path] of Object.entries({ page: MODULES.page, ...PARTS })) {
  const most = PAGE_BYTES[name];
  test(`${name}: at most ${most} bytes before compression`, () => {
    const { length } = readFileSync(path);
    const remedy = "make it smaller, or raise PAGE_BYTES here and say why in the commit";
    assert.ok(length <= most, `${length} bytes: ${remedy}`);
  });
}

for (const [name, path] of Object.entries(PARTS)) {
  const module = new WebAssembly.Module(readFileSync(path));

  checkBoundary(name, module, EXPORTS);

  checkMemory(name, module, MEMORY_BYTES);

  test(`${name}: describes its labs as the module with every lab does`, async () => {
    const [{ description: part }, { description: every }] = [await load(module), await adapter()];
    assert.ok(part.labs.length > 0 && part.labs.length < every.labs.length);
    for (const lab of part.labs)
      assert.deepEqual(
        lab,
        every.labs.find(({ id }) => id === lab.id),
      );
  });
}

test("every lab is in a part", async () => {
  const held = await Promise.all(
    Object.values(PARTS).map(async (path) => (await load(readFileSync(path))).description),
  );
  const ids = new Set(held.flatMap(({ labs }) => labs.map(({ id }) => id)));
  assert.deepEqual(
    (await adapter()).description.labs.map(({ id }) => id).filter((id) => !ids.has(id)),
    [],
  );
});
