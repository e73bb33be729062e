/** Standard output that takes nothing: a full disk is a refusal in one line, a reader who has gone is none. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { test } from "node:test";
import { BUILDS, commandOf } from "./programs.mjs";

const FULL = "/dev/full";
const LAB = ["lab", "rope-one-pair"];
const RANDOM = ["random", "--generator", "torch", "--seed", "0", "randn", "100000"];
const LABS = ["labs", "--json"];
const OP = ["op", "sinusoidal", "--positions", "2000", "--width", "64"];
const CHECK = ["check", "06-rope-pairs/one-pair", "--answer", "1"];

/** @typedef {import("./programs.mjs").Build} Build */
/** @type {[Build, string[]][]} */
const COMMANDS = [
  ...BUILDS.flatMap((build) => [LAB, RANDOM].map((args) => /** @type {[Build, string[]]} */ ([build, args]))),
  ["node", OP],
  ["node", CHECK],
];

for (const [build, args] of COMMANDS) {
  test(`${build}: ${args[0]} on a full disk`, { skip: existsSync(FULL) ? false : `${FULL} is Linux's` }, () => {
    const [program, ...before] = commandOf(build);
    const full = openSync(FULL, "w");
    const { status, stderr } = spawnSync(program, [...before, ...args], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    assert.match(`${stderr}`, /^clockhand: standard output cannot be written[^\n]*\.\n$/);
    assert.equal(status, 2);
  });
}

/** Runs a command as npx does, which makes the pipe one that does not wait, before a reader who comes late. */
const AS_NPX = `const { stdout, execPath, argv } = process;
  require("node:child_process").spawnSync(execPath, argv.slice(1), { stdio: ["ignore", stdout, "inherit"] });`;

for (const args of [LABS, RANDOM, OP]) {
  test(`node: ${args[0]} before a reader who comes late`, () => {
    const command = [...commandOf("node").slice(1), ...args];
    const { stdout: whole } = spawnSync(process.execPath, command, { maxBuffer: 1e8 });
    const late = spawnSync("sh", ["-c", '"$0" "$@" | (sleep 0.5; wc -c)', process.execPath, "-e", AS_NPX, ...command]);
    assert.equal(`${late.stderr}`, "");
    assert.equal(Number(`${late.stdout}`), whole.length);
    assert.ok(whole.length > 2 ** 16, "more than a pipe holds");
  });
}

/** @type {[Build, string[]][]} */
const READ_BY_HEAD = [
  ["wasi", LABS],
  ["node", RANDOM],
  ["node", OP],
];

for (const [build, args] of READ_BY_HEAD) {
  test(`${build}: ${args[0]} whose reader goes after the first bytes`, async () => {
    const [program, ...before] = commandOf(build);
    const child = spawn(program, [...before, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.once("data", () => child.stdout.destroy());
    /** @type {Buffer[]} */
    const said = [];
    child.stderr.on("data", (bytes) => said.push(bytes));
    const status = await new Promise((resolve) => child.on("close", resolve));
    assert.equal(Buffer.concat(said).toString(), "");
    assert.equal(status, 0);
  });
}
