/** The builds under test: the page's module, and the command-line program natively, under WASI and through Node. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../../wasm/clockhand.js";
import { PARTS as parts } from "../../wasm/tools/cmake.mjs";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The page's module and the reactor that wasi-libc links from the same exports.c. */
export const MODULES = {
  page: join(ROOT, "build", "wasm", "clockhand.wasm"),
  reactor: join(ROOT, "build", "wasi", "clockhand-core.wasm"),
};

/** The modules that the page loads for a chapter: the labs of one part of the course each. */
export const PARTS = Object.fromEntries(
  parts.map((part) => [part, join(ROOT, "build", "wasm", `clockhand-${part}.wasm`)]),
);

/** The modules of workers: for browsers with vectors of 128 bits, and for those without. */
export const WORKERS = {
  simd: join(ROOT, "build", "wasm", "clockhand-worker-simd.wasm"),
  scalar: join(ROOT, "build", "wasm", "clockhand-worker-scalar.wasm"),
};

/** @typedef {"native" | "wasi" | "node"} Build */

/** @type {Record<Build, string[]>} */
const COMMANDS = {
  native: [join(ROOT, "build", "native", "clockhand")],
  wasi: [
    "node",
    "--no-warnings",
    join(ROOT, "wasm", "toolchains", "run-wasi.mjs"),
    join(ROOT, "build", "wasi", "clockhand.wasm"),
  ],
  node: ["node", join(ROOT, "wasm", "cli.mjs")],
};

/** @type {Build[]} */
export const BUILDS = ["native", "wasi", "node"];

/** A build's program and its first arguments. @param {Build} build */
export function commandOf(build) {
  return COMMANDS[build];
}

/**
 * @param {Build} build
 * @param {string[]} args
 * @returns {{ status: number | null, stdout: string, stderr: string }}
 */
export function clockhand(build, args) {
  const [program, ...before] = COMMANDS[build];
  const { status, stdout, stderr, error } = spawnSync(program, [...before, ...args], { cwd: ROOT, encoding: "utf8" });
  if (error) throw error;
  return { status, stdout, stderr };
}

/**
 * A lab's run as JSON; throws when the program says anything but JSON.
 * @param {Build} build
 * @param {string} lab
 * @param {string[]} [args]
 */
export function labJson(build, lab, args = []) {
  const { stdout, stderr } = clockhand(build, ["lab", lab, ...args, "--format", "json"]);
  if (stderr !== "") throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The adapter over one of the modules. @param {keyof typeof MODULES | keyof typeof WORKERS} [which] */
export function adapter(which = "page") {
  return load(readFileSync({ ...MODULES, ...WORKERS }[which]));
}
