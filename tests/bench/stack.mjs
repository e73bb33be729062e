/** The measurement of gradient norms, all depths and both orders: workers against torch on one thread, interleaved. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { ROOT } from "../../wasm/tools/steps.mjs";

const SETTING = { lab: "norm-gradients", params: { depth: "12,24,48", seeds: "0..19" } };
const SEEDS = 20;
const ROUNDS = 5;
const SEEDS_OF_ROUND = 4;
const PYTHON = "/usr/bin/python3"; // Debian's, which has the package python3-torch

/** @typedef {(seeds: number[]) => Promise<number>} Contender Milliseconds that it took. */

/**
 * Lines of the table: milliseconds for twenty seeds, and the time as a share of torch's in the same round.
 * @returns {Promise<string[]>}
 */
export async function measureStacks() {
  const torch = await startTorch();
  /** @type {[string, Contender][]} */
  const contenders = [
    ["one worker, vectors", await startWorkers("simd", 1)],
    ["two workers, vectors", await startWorkers("simd", 2)],
    ["one worker, scalar", await startWorkers("scalar", 1)],
  ];
  if (torch) contenders.unshift([`torch ${torch.version}, one thread`, torch.run]);
  const times = contenders.map(() => /** @type {number[]} */ ([]));
  for (let round = 0; round < ROUNDS; round++) {
    const seeds = Array.from({ length: SEEDS_OF_ROUND }, (_, index) => round * SEEDS_OF_ROUND + index);
    for (const [index, [, run]] of contenders.entries()) times[index].push(await run(seeds));
  }
  torch?.stop();
  return contenders.map(([name], index) => {
    const whole = (middle(times[index]) * SEEDS) / SEEDS_OF_ROUND;
    const share = torch ? middle(times[index].map((time, round) => time / times[0][round])).toFixed(2) : "-";
    return [name.padEnd(26), whole.toFixed(0).padStart(8), share.padStart(9)].join(" ");
  });
}

/** @returns {Promise<{version: string, run: Contender, stop: () => void} | undefined>} */
async function startTorch() {
  const env = { ...process.env, OPENBLAS_NUM_THREADS: "1", OMP_NUM_THREADS: "1" };
  const python = spawn(PYTHON, [join(ROOT, "tests", "bench", "stack.py")], { env, stdio: ["pipe", "pipe", "ignore"] });
  python.on("error", () => {}); // no Python: there are no lines either
  const lines = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) return undefined;
  const run = async (/** @type {number[]} */ seeds) => {
    let total = 0;
    for (const seed of seeds) {
      python.stdin.write(`${seed}\n`);
      total += Number((await lines.next()).value);
    }
    return total;
  };
  return { version: first.value, run, stop: () => python.stdin.end() };
}

/**
 * @param {"simd" | "scalar"} kind
 * @param {number} count
 * @returns {Promise<Contender>}
 */
async function startWorkers(kind, count) {
  const module = await WebAssembly.compile(readFileSync(join(ROOT, "build", "wasm", `clockhand-worker-${kind}.wasm`)));
  const workers = Array.from({ length: count }, () => new Worker(new URL("stack-worker.mjs", import.meta.url)));
  const ask = async (/** @type {Worker} */ worker, /** @type {object} */ message) => {
    worker.postMessage(message);
    await once(worker, "message");
  };
  for (const worker of workers) {
    worker.unref();
    await ask(worker, { module, setting: SETTING });
    await ask(worker, { unit: 0 });
  }
  return async (seeds) => {
    const left = [...seeds];
    const began = performance.now();
    const work = async (/** @type {Worker} */ worker) => {
      for (let unit = left.shift(); unit !== undefined; unit = left.shift()) await ask(worker, { unit });
    };
    await Promise.all(workers.map(work));
    return performance.now() - began;
  };
}

/** @param {number[]} times */
function middle(times) {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
}
