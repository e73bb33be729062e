/** Running other programs, and how a command of this house starts and ends. No dependencies. */
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import process from "node:process";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** A reason, in one sentence, why a command does nothing. Ends with status 2. */
export class Refused extends Error {}

/** A program that was run and failed; its output has been shown. Ends with status 1. */
export class Failed extends Error {}

/** @param {string} sentence */
export function say(sentence) {
  process.stdout.write(`${sentence}\n`);
}

/**
 * Runs a program in the project's root. With `quiet` its output is shown only when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ quiet?: boolean, env?: Record<string, string> }} [options]
 */
export async function run(program, args, { quiet = false, env = {} } = {}) {
  const { status, output } = await capture(program, args, { show: !quiet, env });
  if (status === 0) return;
  if (quiet) process.stdout.write(output);
  throw new Failed(`${[program, ...args].join(" ")} failed (status ${status})${firstFault(output)}.`);
}

/** The first line in which a compiler says what is wrong, and where. @param {string} output */
function firstFault(output) {
  const line = output.split("\n").find((text) => /:\d+:\d+: (fatal )?error: /.test(text));
  return line === undefined ? "" : `: ${line.replace(ROOT, "").trim()}`;
}

/**
 * Runs a program to its end and returns what it printed.
 * @param {string} program
 * @param {string[]} args
 * @param {{ show?: boolean, env?: Record<string, string> }} [options]
 * @returns {Promise<{ status: number, output: string }>}
 */
export function capture(program, args, { show = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    /** @param {Buffer} bytes */
    const keep = (bytes) => {
      output += bytes;
      if (show) process.stdout.write(bytes);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ status: 127, output: `${program}: ${error.message}\n` }));
    child.on("close", (status) => resolve({ status: status ?? 128, output }));
  });
}

/**
 * Runs a command's body and turns what it throws into an exit status and one sentence.
 * @param {() => Promise<number | void>} body
 */
export async function command(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    if (!(error instanceof Refused || error instanceof Failed)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof Refused ? 2 : 1;
  }
}
