/** Budgets of instructions: fixed runs of the native program take no more than is recorded, by three in a hundred. */
import assert from "node:assert/strict";
import { platform } from "node:process";
import { test } from "node:test";
import { RUNS, compiler, countInstructions, exceeds, ownInstructions, recorded } from "./instructions.mjs";

const record = recorded();

/** @returns {string | false} why nothing can be compared here */
function reason() {
  if (platform !== "linux") return "Valgrind is a package of Debian's";
  const own = compiler();
  return own === record.compiler ? false : `counts are of ${record.compiler}, and this is ${own}`;
}

const skip = reason();
const REMEDY = "make it cheaper, or run node tests/wasm/instructions.mjs and say why in the commit";

for (const [name, args] of Object.entries(RUNS)) {
  test(`instructions: ${name}`, { skip }, () => {
    const count = countInstructions(args);
    assert.ok(count > 0);
    assert.ok(!exceeds(count, record.counts[name]), `${count} against ${record.counts[name]}: ${REMEDY}`);
  });
}

test("control: a little more work is more than recorded", { skip }, () => {
  const args = RUNS["rope pairs"].with(-1, "9");
  assert.ok(exceeds(countInstructions(args), record.counts["rope pairs"]));
});

test("what is counted: a program's own instructions, and not those of what it calls", () => {
  const text = `fn=(1) main
ob=(1) /a/program
fn=(1)
3 10
+2 5
cob=(2) /lib/libc.so
cfn=(2) strlen
calls=1 7
* 1000
-1 2
ob=(2)
fn=(2)
7 900
ob=(1)
fn=(3) other
* 4
`;
  assert.equal(ownInstructions(text, "/a/program"), 21);
  assert.equal(ownInstructions(text, "/lib/libc.so"), 900);
});
