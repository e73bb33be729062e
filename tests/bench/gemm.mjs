/** Products of the stack's sizes against other libraries', in the three forms that forward and backward passes need. */
import { loadKernels, numbers } from "./kernels.mjs";
import { atLeast, median, plain, ratio, repeated, takeTurns } from "./measure.mjs";
import { installOthers, openOnnx, openTfjs } from "./others.mjs";
import { LINEARS, ROWS } from "./sizes.mjs";

const ROUNDS = 11;
const ASKED = 1.3; // times tfjs-backend-wasm's rate, on each shape

/** @typedef {import("./kernels.mjs").Kernels} Kernels @typedef {import("./others.mjs").Product} Product */

/**
 * A product of the stack: as a library sees it, and as the core does.
 * @typedef {object} Form
 * @property {string} name
 * @property {(linear: { inner: number, outer: number }) => Product} product
 * @property {(kernels: Kernels, linear: { inner: number, outer: number }) => void} run
 */

/** @type {Form[]} */
const FORMS = [
  {
    name: "x Wᵀ",
    product: ({ inner, outer }) => ({ rows: ROWS, inner, columns: outer, constant: true }),
    run: (kernels, { inner, outer }) => kernels.bench_multiply(ROWS, inner, outer),
  },
  {
    name: "dy W",
    product: ({ inner, outer }) => ({ rows: ROWS, inner: outer, columns: inner, constant: true }),
    run: (kernels, { inner, outer }) => kernels.bench_multiply(ROWS, outer, inner),
  },
  {
    name: "xᵀ dy",
    product: ({ inner, outer }) => ({ rows: inner, inner: ROWS, columns: outer, constant: false }),
    run: (kernels, { inner, outer }) => kernels.bench_multiply_transposed(ROWS, inner, outer),
  },
];

/** @returns {Promise<import("./measure.mjs").Row[]>} */
export async function measureGemm() {
  await installOthers();
  const libraries = [await openTfjs(), await openOnnx()];
  const kernels = fillKernels();
  /** @type {import("./measure.mjs").Row[]} */
  const rows = [];
  const least = libraries.map(() => Infinity);
  for (const form of FORMS) {
    for (const linear of LINEARS) {
      const product = form.product(linear);
      const contenders = [
        repeated(() => form.run(kernels, linear)),
        ...(await Promise.all(libraries.map(({ prepare }) => prepare(product)))),
      ];
      const [own, ...others] = await takeTurns(contenders, ROUNDS);
      const rate = (/** @type {number[]} */ times) =>
        ((2e-6 * ROWS * linear.inner * linear.outer) / median(times)).toFixed(1);
      const against = others.map((times, index) => {
        const share = ratio(times, own);
        least[index] = Math.min(least[index], share);
        return `${share.toFixed(2)} times ${rate(times)} of ${libraries[index].name}`;
      });
      const { rows: n, inner, columns } = product;
      rows.push(
        plain(`${form.name} (${n}, ${inner}) (${inner}, ${columns})`, `${rate(own)} GFLOP/s: ${against.join(", ")}`),
      );
    }
  }
  const [tfjs, onnx] = libraries.map(({ name }) => name);
  rows.push(
    atLeast(`Products of the stack's shapes, rate over that of ${tfjs}: the least of ${rows.length}`, least[0], ASKED),
  );
  rows.push(plain(`The same over ${onnx}`, least[1].toFixed(2)));
  return rows;
}

export function fillKernels() {
  const kernels = loadKernels();
  for (const at of [kernels.bench_from(), kernels.bench_weight()]) {
    new Float32Array(kernels.memory.buffer, at, 256 * 256).set(numbers(256 * 256));
  }
  return kernels;
}
