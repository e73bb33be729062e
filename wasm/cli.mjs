#!/usr/bin/env node
// npx clockhand: runs the program built for WASI, and the commands that read JSON or chapters over the same core.
import { readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";

const PROGRAM = new URL("../build/wasi/clockhand.wasm", import.meta.url);
const CORE = new URL("../build/wasm/clockhand.wasm", import.meta.url);
const NODE_COMMANDS = ["check", "report", "validate"];

/**
 * @param {string} sentence
 * @returns {never}
 */
function refuse(sentence) {
  stderr.write(`clockhand: ${sentence}\n`);
  exit(2);
}

/** @param {URL} file */
function readBuilt(file) {
  try {
    return readFileSync(file);
  } catch {
    return refuse(`${file.pathname} is missing: build it with npm run build.`);
  }
}

/** @param {string[]} args */
async function runProgram(args) {
  // node:wasi says at every start that it is experimental; standard error is for refusals.
  process.removeAllListeners("warning");
  const { WASI } = await import("node:wasi");
  const wasi = new WASI({ version: "preview1", args: ["clockhand", ...args], returnOnExit: true });
  const imports = /** @type {WebAssembly.Imports} */ (wasi.getImportObject());
  const instance = await WebAssembly.instantiate(await WebAssembly.compile(readBuilt(PROGRAM)), imports);
  return wasi.start(instance);
}

/**
 * @param {string} name
 * @param {string[]} args
 */
async function runCommand(name, args) {
  const [{ load }, commands] = await Promise.all([import("./clockhand.js"), import("../content/commands.mjs")]);
  const clockhand = await load(readBuilt(CORE));
  const result = await /** @type {any} */ (commands)[name](args, clockhand);
  if (result.stdout) stdout.write(result.stdout);
  if (result.stderr) stderr.write(result.stderr);
  return result.status;
}

const [command = "", ...args] = argv.slice(2);
if (command === "" || !["labs", "lab", "random", ...NODE_COMMANDS].includes(command)) {
  refuse(`command ${command || "(blank)"} is refused: labs, lab, random, check, report or validate is accepted.`);
}
process.exitCode = NODE_COMMANDS.includes(command)
  ? await runCommand(command, args)
  : await runProgram([command, ...args]);
