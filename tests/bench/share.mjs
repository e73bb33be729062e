/** How the measurement of gradient norms spends its time: by kernel, and as a whole against its products alone. */
import { Session } from "node:inspector/promises";
import { readFileSync } from "node:fs";
import { load } from "../../wasm/clockhand.js";
import { fillKernels } from "./gemm.mjs";
import { MODULE } from "./kernels.mjs";
import { atLeast, median, plain, repeated, takeTurns } from "./measure.mjs";
import { LINEARS, ROWS, operationsOfSeed } from "./sizes.mjs";
import { SETTING } from "./stack.mjs";

const ROUNDS = 11;
const ASKED = 0.7; // of the rate of the products alone
const SAMPLE_US = 200;
const PROFILED_SEEDS = 6;

/** What a function of the core is part of, by the beginning of its name. */
const PARTS = [
  ["products", /^panel_(multiply|square)/],
  ["attention", /^panel_(attend|transpose|exp)|^soften/],
  ["layer norms", /^panel_normalise/],
  ["drawing and packing of weights", /^(ch_torch|twist|transform|panel_pack|pack|draw|ch_block|ch_sine|ch_log|reduce)/],
];

/** @returns {Promise<import("./measure.mjs").Row[]>} */
export async function measureShares() {
  const started = (await load(readFileSync(MODULE))).begin(SETTING);
  if (!started.ok) throw new Error(started.error.message);
  const unit = () => {
    for (let step = 0; step < started.steps; step++) started.step(0, step);
  };
  const kernels = fillKernels();
  const { linear, total } = operationsOfSeed();
  const parts = LINEARS.flatMap(({ inner, outer }, index) => {
    const once = 2 * ROWS * inner * outer;
    const { forward, backward, squares } = linear[index];
    return [
      { times: forward / once, once, run: () => kernels.bench_multiply(ROWS, inner, outer) },
      { times: backward / once, once, run: () => kernels.bench_multiply(ROWS, outer, inner) },
      { times: squares / once, once, run: () => kernels.bench_square_sum(ROWS, inner, outer) },
    ];
  }).filter(({ times }) => times > 0);
  const [whole, ...alone] = await takeTurns([repeated(unit), ...parts.map(({ run }) => repeated(run))], ROUNDS);
  const rate = (total * 1e-6) / median(whole);
  const products = parts.reduce((sum, { times, once }) => sum + times * once, 0);
  const ms = parts.reduce((sum, { times }, index) => sum + times * median(alone[index]), 0);
  const gemm = (products * 1e-6) / ms;
  return [
    plain("Products of the linear layers alone", `${gemm.toFixed(1)} GFLOP/s`),
    plain("The whole measurement", `${rate.toFixed(1)} GFLOP/s, ${(total * 1e-9).toFixed(2)} GFLOP a seed`),
    ...(await profile(unit)),
    atLeast("The whole measurement's rate over that of its products alone", rate / gemm, ASKED),
  ];
}

/** Where the time goes, as V8's sampling sees it. @param {() => void} unit */
async function profile(unit) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: SAMPLE_US });
  await session.post("Profiler.start");
  for (let i = 0; i < PROFILED_SEEDS; i++) unit();
  const { profile: taken } = await session.post("Profiler.stop");
  session.disconnect();
  /** @type {Map<string, number>} */
  const shares = new Map();
  const all = taken.nodes.reduce((sum, { hitCount }) => sum + (hitCount ?? 0), 0);
  for (const { callFrame, hitCount } of taken.nodes) {
    const part = PARTS.find(([, name]) => /** @type {RegExp} */ (name).test(callFrame.functionName))?.[0] ?? "the rest";
    shares.set(/** @type {string} */ (part), (shares.get(/** @type {string} */ (part)) ?? 0) + (hitCount ?? 0) / all);
  }
  const order = [...shares].toSorted(([, a], [, b]) => b - a);
  return order.map(([part, share]) => plain(`Share of ${part}`, `${(100 * share).toFixed(1)} %`));
}
