/** npm start, npm test and npm run bench themselves: what they refuse, and what they say on a machine that lacks the tools. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath, getuid, platform } from "node:process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const START = ["wasm/tools/start.mjs", "--no-watch", "--no-open"];
const NOBODY = 65534;

/**
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {number} [uid]
 */
function node(args, env, uid) {
  const { status, stdout, stderr } = spawnSync(execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: "utf8",
    ...(uid === undefined ? {} : { uid }),
  });
  return { status, stdout, stderr };
}

/** @param {{ status: number | null, stdout: string, stderr: string }} outcome @param {RegExp} sentence */
function assertRefused({ status, stdout, stderr }, sentence) {
  assert.match(stderr, /^[^\n]+\n$/);
  assert.match(stderr, sentence);
  assert.equal(status, 2);
  assert.equal(stdout, "");
}

for (const port of ["abc", "70000", "-1", "80.5", "0x50"]) {
  test(`npm start: PORT ${port} is refused`, () => {
    assertRefused(node(START, { PORT: port }), new RegExp(`PORT is "${port}"`));
  });
}

test("npm start: a taken port is refused before anything is built", async () => {
  const server = createServer();
  const port = await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const bound = server.address();
      resolve(bound !== null && typeof bound === "object" ? bound.port : 0);
    });
  });
  assertRefused(node(START, { PORT: `${port}` }), new RegExp(`Port ${port} is taken`));
  server.close();
});

test("npm start: an unknown flag is refused", () => {
  assertRefused(node([...START, "--fast"], {}), /"--fast" is not known/);
});

test("npm test: an unknown room is refused", () => {
  assertRefused(node(["tests/run.mjs", "kitchen"], {}), /"kitchen" is not a room/);
});

test("npm run bench: an unknown group, and a part of the README's table, are refused", () => {
  assertRefused(node(["tests/bench/run.mjs", "kitchen"], {}), /"kitchen" is not a group of benchmarks: gemm, /);
  assertRefused(node(["tests/bench/run.mjs", "rope", "--write"], {}), /--write alone is accepted/);
});

/** A folder whose only programs are node and an apt-get that writes down how it was called. */
const fake = mkdtempSync(join(tmpdir(), "clockhand-"));
const calls = join(fake, "calls");
const skip = platform !== "linux" ? "Debian only" : false;

before(() => {
  chmodSync(fake, 0o755);
  writeFileSync(join(fake, "apt-get"), `#!/bin/sh\necho "$@" >> ${calls}\n`);
  chmodSync(join(fake, "apt-get"), 0o755);
});
after(() => rmSync(fake, { recursive: true }));

test("without root, the command to run is named", { skip }, () => {
  const outcome = node(["tests/run.mjs"], { PATH: fake }, getuid?.() === 0 ? NOBODY : undefined);
  assertRefused(
    outcome,
    /^Missing: CMake, .*Run: sudo apt-get install .*cmake ninja-build clang.*, then npm test again\.$/m,
  );
});

test("as root, what is installed is said, and installed", { skip: skip || (getuid?.() !== 0 && "needs root") }, () => {
  const { status, stdout, stderr } = node(["tests/run.mjs"], { PATH: fake });
  assert.match(stdout, /Missing: CMake, .*\nInstalling system packages with apt-get: cmake ninja-build clang/);
  assert.match(stderr, /^Installed, but still not found: CMake/);
  assert.equal(status, 2);
  const [update, install] = readFileSync(calls, "utf8").split("\n");
  assert.equal(update, "update");
  assert.match(install, /^install --yes --no-install-recommends cmake ninja-build/);
});

test("without apt-get, the packages are named", { skip }, () => {
  assertRefused(node(["tests/run.mjs"], { PATH: "/nowhere" }), /Debian's packages: cmake ninja-build/);
});
