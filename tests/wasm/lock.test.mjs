/** Two builders at once take turns; one that died is not waited for. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath, pid } from "node:process";
import { after, test } from "node:test";
import { alone } from "../../wasm/tools/lock.mjs";

const FOLDER = mkdtempSync(join(tmpdir(), "clockhand-"));
const LOCK = join(FOLDER, "lock");
/** A lock that is waited for in vain fails its test. */
const OPTIONS = { timeout: 20000 };

after(() => rmSync(FOLDER, { recursive: true }));

/** @param {number} ms */
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Who holds the lock while it is taken. */
const holder = () => alone(async () => readFileSync(LOCK, "utf8"), FOLDER);

test("the second waits for the first, and a failure gives the lock back", OPTIONS, async () => {
  /** @type {string[]} */
  const events = [];
  /** @param {string} name */
  const work = (name) =>
    alone(async () => {
      events.push(`${name} begins`);
      await later(30);
      events.push(`${name} ends`);
      if (name === "first") throw new Error("no");
    }, FOLDER);
  const [first, second] = await Promise.allSettled([work("first"), work("second")]);
  assert.equal(first.status, "rejected");
  assert.equal(second.status, "fulfilled");
  assert.deepEqual(events, ["first begins", "first ends", "second begins", "second ends"]);
  assert.ok(!existsSync(LOCK));
});

test("the lock of a process that died is cleared", OPTIONS, async () => {
  writeFileSync(LOCK, `${spawnSync(execPath, ["-e", ""]).pid}`);
  assert.equal(await holder(), `${pid}`);
});

test("a lock that was made and never written is cleared", OPTIONS, async () => {
  writeFileSync(LOCK, "");
  utimesSync(LOCK, 0, 0);
  assert.equal(await holder(), `${pid}`);
});

test(
  "control: the lock of a process that lives is left to it, and one that was made this moment",
  OPTIONS,
  async () => {
    const soon = Date.now() / 1000 + 60;
    for (const held of [`${pid}`, ""]) {
      writeFileSync(LOCK, held);
      if (held === "") utimesSync(LOCK, soon, soon);
      let taken = false;
      const waiting = holder().then(() => (taken = true));
      await later(250);
      assert.ok(!taken && existsSync(LOCK), held);
      rmSync(LOCK);
      await waiting;
    }
  },
);
