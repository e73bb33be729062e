/** What wasm/README.md shows of the ops in JavaScript runs as it stands. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ROOT, capture } from "../../wasm/tools/steps.mjs";

const [, EXAMPLE] = /```js\n(.*?)```/s.exec(readFileSync(join(ROOT, "wasm", "README.md"), "utf8")) ?? [];

/** @param {string} code */
const runModule = (code) => capture("node", ["--input-type=module", "-e", code]);

test("the example computes a turn by one radian", async () => {
  assert.ok(EXAMPLE);
  const { status, output } = await runModule(EXAMPLE);
  assert.equal(status, 0, output);
  const numbers = Array.from(output.matchAll(/-?\d+\.\d+/g), ([text]) => Number(text));
  assert.equal(numbers.length, 4, output);
  // The first pair, (1, 3), turned back by one radian.
  assert.ok(Math.abs(numbers[0] - (Math.cos(1) + 3 * Math.sin(1))) < 1e-9, output);
});

test("control: without what it imports the example fails", async () => {
  assert.notEqual((await runModule(EXAMPLE.replace(/^import.*\n/m, ""))).status, 0);
});
