/** The rotation of a float32 tensor against a copy of its bytes, and its cost over four decades of tokens, heads and batch. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../wasm/tools/steps.mjs";
import { loadKernels, numbers } from "./kernels.mjs";
import { drawCosts } from "./plot.mjs";
import { atMost, median, plain, ratio, repeated, takeTurns } from "./measure.mjs";

const ROUNDS = 41; // short ones: what else the machine does falls on some of them
const ASKED = 2.5; // times what the copy takes
const FEATURES = 128;
const WHOLE = { batch: 1, heads: 32, tokens: 4096 };
const DECADES = [1, 10, 100, 1000, 10000];
/** What stays when one of the three grows: a tensor of enough rows for the clock, and few enough for memory. @type {Record<string, number>} */
const SMALL = { batch: 1, heads: 1, tokens: 8 };
const PICTURE = join(ROOT, "build", "rope-cost.svg");
const PAIRINGS = [
  ["halves", 0],
  ["adjacent", 1],
];

/** @returns {Promise<import("./measure.mjs").Row[]>} */
export async function measureRope() {
  const kernels = loadKernels();
  const lanes = WHOLE.batch * WHOLE.heads;
  const cells = lanes * WHOLE.tokens * FEATURES;
  new Float32Array(kernels.memory.buffer, kernels.bench_from(), cells).set(numbers(cells));
  kernels.bench_table(DECADES[DECADES.length - 1], FEATURES);
  const [copy, ...turns] = await takeTurns(
    [
      repeated(() => kernels.bench_copy(cells)),
      ...PAIRINGS.map(([, pairing]) =>
        repeated(() => kernels.bench_rotate(lanes, WHOLE.tokens, FEATURES, Number(pairing))),
      ),
    ],
    ROUNDS,
  );
  const shape = `${WHOLE.batch} x ${WHOLE.heads} x ${WHOLE.tokens} x ${FEATURES}`;
  const costs = Object.fromEntries(Object.keys(SMALL).map((axis) => [axis, costsAlong(kernels, axis)]));
  writeFileSync(PICTURE, drawCosts(costs));
  return [
    plain(`A copy of ${shape} float32`, `${median(copy).toFixed(1)} ms`),
    ...PAIRINGS.map(([name], index) =>
      atMost(`RoPE on ${shape} float32, pairs of ${name}, over a copy of its bytes`, ratio(turns[index], copy), ASKED),
    ),
    ...Object.entries(costs).map(([axis, found]) =>
      plain(
        `RoPE, ns a vector for ${DECADES.join(", ")} ${axis === "batch" ? "in the batch" : axis}`,
        found.map(({ count, ms }) => ((1e6 * ms) / rowsOf(axis, count)).toFixed(1)).join(", "),
      ),
    ),
    plain("The same as a picture", "build/rope-cost.svg"),
  ];
}

/** @param {string} axis @param {number} count */
function rowsOf(axis, count) {
  const { batch, heads, tokens } = sizes(axis, count);
  return batch * heads * tokens;
}

/** @param {string} axis the one that grows @param {number} count @returns {typeof SMALL} */
function sizes(axis, count) {
  return { ...SMALL, [axis]: count };
}

/** @param {import("./kernels.mjs").Kernels} kernels @param {string} axis */
function costsAlong(kernels, axis) {
  return DECADES.map((count) => {
    const { batch, heads, tokens } = sizes(axis, count);
    const run = repeated(() => kernels.bench_rotate(batch * heads, tokens, FEATURES, 0));
    return { count, ms: median([run(), run(), run()]) };
  });
}
