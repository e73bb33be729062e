/** What npm test makes of ctest's output, and of a folder without a test. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readTotals } from "../runners/c.mjs";
import { atLeastOne } from "../runners/count.mjs";
import { runNode } from "../runners/node.mjs";

test("passed and failed checks are added up, and failures are shown", () => {
  const output = [
    "1: rope: 10 passed, 0 failed",
    "1/2 Test #1: rope_test ........................   Passed    0.02 sec",
    "2:   lab_test.c:9: norms: [0] got 1, wanted 2, difference -1, tolerance 0",
    "2: lab: 4 passed, 1 failed",
    "2/2 Test #2: lab_test .........................***Failed    0.10 sec",
  ].join("\n");
  const { passed, failed, complaints } = readTotals(output);
  assert.deepEqual([passed, failed], [14, 1]);
  assert.match(complaints[0], /lab_test\.c:9: norms/);
});

test("a program that ends without its totals is one failure", () => {
  const output = [
    "1: ==17==ERROR: AddressSanitizer: heap-buffer-overflow",
    "1/1 Test #1: rope_test ........................***Failed    0.02 sec",
  ].join("\n");
  const { passed, failed, complaints } = readTotals(output);
  assert.deepEqual([passed, failed], [0, 1]);
  assert.match(complaints.join("\n"), /AddressSanitizer/);
});

test("a crash after a clean count is a failure still", () => {
  const output = [
    "1: rope: 10 passed, 0 failed",
    "1/1 Test #1: rope_test ........................***Exception: SegFault  0.02 sec",
  ].join("\n");
  const { passed, failed } = readTotals(output);
  assert.deepEqual([passed, failed], [10, 1]);
});

test("a folder without a test is a failure, and a count stays as it is", async () => {
  /** @type {string[]} */
  const told = [];
  const complain = (/** @type {string} */ sentence) => void told.push(sentence);
  assert.deepEqual(atLeastOne(await runNode("tests/runners"), complain), { passed: 0, failed: 1 });
  assert.match(told.join(), /No test ran/);
  assert.deepEqual(atLeastOne({ passed: 2, failed: 0 }), { passed: 2, failed: 0 });
});
