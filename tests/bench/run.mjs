/**
 * npm run bench: times of the core beside a reference that computes the same, in the same process and run.
 * A ratio above 1 means that the core is faster.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildPresets } from "../../wasm/tools/cmake.mjs";
import { prepareMachine } from "../../wasm/tools/machine.mjs";
import { ROOT, command, say } from "../../wasm/tools/steps.mjs";
import { ropeDots } from "./rope.mjs";
import { measureStacks } from "./stack.mjs";

const WASM = join(ROOT, "build", "wasm", "clockhand.wasm");
const SIZES = [
  { width: 4, positions: 3 },
  { width: 8, positions: 8 },
];

await command(async () => {
  await prepareMachine({ tests: false, command: "npm run bench" });
  await buildPresets(["emscripten"]);
  const { load } = await import("../../wasm/clockhand.js");
  const bytes = readFileSync(WASM);
  const loaded = await medianAsync(() => load(bytes));
  say(
    `module: ${statSync(WASM).size} bytes, ${gzipSync(bytes).length} compressed; loaded in ${loaded.toFixed(2)} ms\n`,
  );
  const core = await load(bytes);
  say("rope-pairs, all tables with text and checks, against the dot matrix alone in plain JavaScript");
  say("width  positions    core ms  reference ms   ratio");
  for (const { width, positions } of SIZES) {
    const request = { lab: "rope-pairs", params: { width: `${width}`, positions: `${positions}` } };
    if (!core.run(request).ok) throw new Error(`rope-pairs refuses width ${width}, positions ${positions}`);
    const own = median(() => core.run(request));
    const other = median(() => ropeDots({ width, positions, base: 100 }));
    const cells = [`${width}`.padStart(5), `${positions}`.padStart(9), own.toFixed(4).padStart(10)];
    say([...cells, other.toFixed(4).padStart(13), (other / own).toFixed(3).padStart(7)].join(" "));
  }
  say(
    "\nnorm-gradients, 12, 24 and 48 layers in both orders over 20 seeds: ms, and as a share of torch's in the same rounds",
  );
  for (const line of await measureStacks()) say(line);
});

/** @param {() => unknown} work @returns {number} milliseconds */
function median(work) {
  return middle(Array.from({ length: 101 }, () => timed(work)));
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} milliseconds */
async function medianAsync(work) {
  const times = [];
  for (let i = 0; i < 11; i++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return middle(times);
}

/** @param {() => unknown} work */
function timed(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** @param {number[]} times */
function middle(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}
