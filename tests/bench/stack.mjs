/** Who can measure the gradient norms of some seeds, at all depths and in both orders. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { ROOT, capture } from "../../wasm/tools/steps.mjs";
import { takeTurns } from "./measure.mjs";
import { DEPTHS, SEEDS } from "./sizes.mjs";

export const SETTING = { lab: "norm-gradients", params: { depth: DEPTHS.join(","), seeds: `0..${SEEDS - 1}` } };

const PYTHON = "/usr/bin/python3"; // Debian's, which has the package python3-torch

/** @typedef {(first: number, last: number) => Promise<number>} Contender milliseconds that these seeds took */

/** Rounds of two seeds each: the shortest that keep two workers busy, so that all meet the same disturbances. */
export const ROUNDS = SEEDS / 2;

/**
 * Milliseconds of each contender in each round.
 * @param {Contender[]} contenders
 * @returns {Promise<number[][]>}
 */
export function takeSeeds(contenders) {
  const rounds = contenders.map((run) => {
    let first = 0;
    return () => run(first, (first += 2) - 1);
  });
  return takeTurns(rounds, ROUNDS);
}

/**
 * torch on so many threads; undefined where there is none.
 * @param {number} threads
 * @returns {Promise<{version: string, run: Contender, stop: () => void} | undefined>}
 */
export async function startTorch(threads) {
  const env = { ...process.env, OPENBLAS_NUM_THREADS: `${threads}`, OMP_NUM_THREADS: `${threads}` };
  const program = join(ROOT, "tests", "bench", "stack.py");
  const python = spawn(PYTHON, [program, `${threads}`], { env, stdio: ["pipe", "pipe", "ignore"] });
  python.on("error", () => {}); // no Python: there are no lines either
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  const started = await lines.next();
  if (started.done) return undefined;
  const run = async (/** @type {number} */ first, /** @type {number} */ last) => {
    let total = 0;
    for (let seed = first; seed <= last; seed++) {
      python.stdin.write(`${seed}\n`);
      total += Number((await lines.next()).value);
    }
    return total;
  };
  return { version: started.value, run, stop: () => python.stdin.end() };
}

/**
 * Workers of Node with the module that the page's have.
 * @param {"simd" | "scalar"} kind
 * @param {number} count
 * @returns {Promise<{run: Contender, stop: () => void}>}
 */
export async function startWorkers(kind, count) {
  const module = await WebAssembly.compile(readFileSync(join(ROOT, "build", "wasm", `clockhand-worker-${kind}.wasm`)));
  const workers = Array.from({ length: count }, () => new Worker(new URL("stack-worker.mjs", import.meta.url)));
  const ask = async (/** @type {Worker} */ worker, /** @type {object} */ message) => {
    worker.postMessage(message);
    await once(worker, "message");
  };
  for (const worker of workers) {
    await ask(worker, { module, setting: SETTING });
    await ask(worker, { unit: 0 });
  }
  const run = async (/** @type {number} */ first, /** @type {number} */ last) => {
    let next = first;
    const began = performance.now();
    const work = async (/** @type {Worker} */ worker) => {
      while (next <= last) await ask(worker, { unit: next++ });
    };
    await Promise.all(workers.map(work));
    return performance.now() - began;
  };
  return { run, stop: () => workers.forEach((worker) => void worker.terminate()) };
}

/** The native program, start and tables included. @type {Contender} */
export async function runNative(first, last) {
  const args = ["lab", SETTING.lab, "--depth", SETTING.params.depth, "--seeds", `${first}..${last}`];
  const began = performance.now();
  const { status, output } = await capture(join(ROOT, "build", "native", "clockhand"), args);
  if (status !== 0) throw new Error(output);
  return performance.now() - began;
}
