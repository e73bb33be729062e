/** What the compiled modules ask for and offer, before anything is run in them. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EXPORTS, RUNTIME_EXPORTS } from "./exports.mjs";
import { MODULES } from "./programs.mjs";

const PAGE_BYTES = 140 * 1024;
const MEMORY_BYTES = 16 * 1024 * 1024;

for (const [name, path] of Object.entries(MODULES)) {
  const bytes = readFileSync(path);
  const module = new WebAssembly.Module(bytes);

  test(`${name}: no imports`, () => {
    assert.deepEqual(WebAssembly.Module.imports(module), []);
  });

  test(`${name}: the exports are those of tests/wasm/exports.mjs`, () => {
    const offered = WebAssembly.Module.exports(module).map((item) => item.name);
    const own = offered.filter((item) => !RUNTIME_EXPORTS.includes(item));
    assert.deepEqual(own.sort(), [...EXPORTS].sort());
  });

  test(`${name}: memory is ${MEMORY_BYTES} bytes and cannot grow`, () => {
    const { memory } = new WebAssembly.Instance(module).exports;
    assert.ok(memory instanceof WebAssembly.Memory);
    assert.equal(memory.buffer.byteLength, MEMORY_BYTES);
    assert.throws(() => memory.grow(1), RangeError);
  });
}

test(`page: at most ${PAGE_BYTES} bytes before compression`, () => {
  const { length } = readFileSync(MODULES.page);
  const remedy = "make it smaller, or raise PAGE_BYTES here and say why in the commit";
  assert.ok(length <= PAGE_BYTES, `${length} bytes: ${remedy}`);
});
