/** Two builders at once take turns; one that died is not waited for. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { execPath } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { alone } from "../../wasm/tools/lock.mjs";

const BUILD = fileURLToPath(new URL("../../build", import.meta.url));

test("the second waits for the first, and a failure gives the lock back", async () => {
  /** @type {string[]} */
  const events = [];
  /** @param {string} name */
  const work = (name) =>
    alone(async () => {
      events.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      events.push(`${name} ends`);
      if (name === "first") throw new Error("no");
    });
  const [first, second] = await Promise.allSettled([work("first"), work("second")]);
  assert.equal(first.status, "rejected");
  assert.equal(second.status, "fulfilled");
  assert.deepEqual(events, ["first begins", "first ends", "second begins", "second ends"]);
});

test("the lock of a process that died is cleared", async () => {
  const { pid } = spawnSync(execPath, ["-e", ""]);
  await alone(async () => {});
  mkdirSync(BUILD, { recursive: true });
  if (!existsSync(`${BUILD}/lock`)) writeFileSync(`${BUILD}/lock`, `${pid}`);
  await alone(async () => {});
});
