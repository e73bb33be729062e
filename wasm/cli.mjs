#!/usr/bin/env node
// npx clockhand: runs the program built for WASI, and the commands that read JSON or chapters over the same core.
import { readFileSync } from "node:fs";
import { argv, exit, stderr } from "node:process";

const PROGRAM = new URL("../build/wasi/clockhand.wasm", import.meta.url);
const CORE = new URL("../build/wasm/clockhand.wasm", import.meta.url);
const OPS = new URL("../build/wasi/clockhand-op.wasm", import.meta.url);
const NODE_COMMANDS = ["check", "report", "validate"];

/**
 * A refusal is one line, whatever was typed.
 * @param {string} text
 */
function oneLine(text) {
  // eslint-disable-next-line no-control-regex -- control characters are what is replaced
  return text.trimEnd().replaceAll(/[\u0000-\u001f\u007f]/g, " ");
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function refuse(sentence) {
  stderr.write(`clockhand: ${oneLine(sentence)}\n`);
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
  const { wasi_snapshot_preview1: functions } = /** @type {any} */ (wasi.getImportObject());
  const { fd_write: write } = functions;
  const { writeFrom } = await import("./standard-output.mjs");
  functions.fd_write = (/** @type {number} */ fd, /** @type {[number, number, number]} */ ...pieces) => {
    const { memory } = /** @type {{memory: WebAssembly.Memory}} */ (/** @type {unknown} */ (instance.exports));
    return fd === 1 ? writeFrom(memory, ...pieces) : write(fd, ...pieces);
  };
  const module = await WebAssembly.compile(readBuilt(PROGRAM));
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: functions });
  return wasi.start(instance);
}

/** The commands over chapters need the packages that check and render them. */
async function importCommands() {
  try {
    return await import("../content/commands.mjs");
  } catch (error) {
    if (/** @type {{code?: string}} */ (error).code !== "ERR_MODULE_NOT_FOUND") throw error;
    return refuse("npm's packages are missing: install them with npm ci.");
  }
}

/**
 * @param {string} name
 * @param {string[]} args
 */
async function runCommand(name, args) {
  const core = readBuilt(CORE);
  const [{ load }, commands] = await Promise.all([import("./clockhand.js"), importCommands()]);
  const result = await /** @type {any} */ (commands)[name](args, await load(core));
  if (result.stderr) stderr.write(`${oneLine(result.stderr)}\n`);
  const { OutputError, writeAll } = await import("./standard-output.mjs");
  try {
    writeAll([result.stdout]);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    return refuse(`${error.message}.`);
  }
  return result.status;
}

/** @param {string[]} args */
async function runOp(args) {
  const module = readBuilt(OPS);
  const { op } = await import("./op-command.mjs");
  const { status, stderr: sentence } = await op(args, module);
  if (sentence) stderr.write(`${oneLine(sentence)}\n`);
  return status;
}

/**
 * @param {string} name
 * @param {string[]} args
 */
function start(name, args) {
  if (name === "op") return runOp(args);
  if (name === "check" || (NODE_COMMANDS.includes(name) && !args.includes("--help"))) return runCommand(name, args);
  if (NODE_COMMANDS.includes(name)) return runProgram(["--help"]);
  return runProgram([name, ...args]);
}

const [command = "", ...args] = argv.slice(2);
if (command === "" || !["labs", "lab", "op", "random", "help", "--help", ...NODE_COMMANDS].includes(command)) {
  refuse(`command ${command || "(blank)"} is refused: labs, lab, op, random, check, report or validate is accepted.`);
}
process.exitCode = await start(command, args);
