/** The fast kernels one at a time, from the module that tests/bench/c/kernels.c makes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../wasm/tools/steps.mjs";

export const MODULE = join(ROOT, "build", "wasm", "clockhand-bench.wasm");

/**
 * @typedef {object} Kernels
 * @property {WebAssembly.Memory} memory
 * @property {() => void} [_initialize]
 * @property {() => number} bench_from where the first factor, or the tensor, lies
 * @property {() => number} bench_to
 * @property {() => number} bench_weight
 * @property {(n: number, i: number, o: number) => void} bench_multiply
 * @property {(n: number, i: number, o: number) => void} bench_multiply_transposed
 * @property {(n: number, i: number, o: number) => number} bench_square_sum
 * @property {(tokens: number, features: number) => void} bench_table
 * @property {(lanes: number, tokens: number, features: number, interleaved: number) => void} bench_rotate
 * @property {(count: number) => void} bench_copy
 */

/** @returns {Kernels} */
export function loadKernels() {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(MODULE)), {});
  const kernels = /** @type {Kernels} */ (/** @type {unknown} */ (exports));
  kernels._initialize?.();
  return kernels;
}

/** Numbers from -1 to 1, the same every time. @param {number} count */
export function numbers(count) {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2 ** 31;
  });
}
