/** Other libraries that multiply matrices in WebAssembly, each as it is at its best: factors laid out, and packed, before the clock. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { run } from "../../wasm/tools/steps.mjs";
import { numbers } from "./kernels.mjs";
import { repeated, repeatedWaiting } from "./measure.mjs";

const load = createRequire(import.meta.url); // not called require, whose types are only there once it is installed
const NODES = 32; // products of one run of onnxruntime, so that its way in and out does not count
const FLOAT = 1; // ONNX's number for float32

/**
 * A product (rows, inner) (inner, columns). `constant`: the second factor is a weight.
 * @typedef {{ rows: number, inner: number, columns: number, constant: boolean }} Product
 * @typedef {{ name: string, prepare: (product: Product) => Promise<() => number | Promise<number>> }} Library
 */

/** Installs what package.json beside this file names. */
export async function installOthers() {
  await run(
    "npm",
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", "tests/bench"],
    {
      quiet: true,
    },
  );
}

/** @returns {Promise<Library>} */
export async function openTfjs() {
  const tf = load("@tensorflow/tfjs-core");
  const wasm = load("@tensorflow/tfjs-backend-wasm");
  wasm.setWasmPaths(`${join(dirname(load.resolve("@tensorflow/tfjs-backend-wasm/package.json")), "dist")}/`);
  tf.env().set("WASM_HAS_MULTITHREAD_SUPPORT", false);
  await tf.setBackend("wasm");
  await tf.ready();
  return {
    name: `tfjs-backend-wasm ${wasm.version_wasm}`,
    async prepare({ rows, inner, columns }) {
      const a = tf.tensor2d(numbers(rows * inner), [rows, inner]);
      const b = tf.tensor2d(numbers(inner * columns), [inner, columns]);
      return repeated(() => tf.matMul(a, b).dispose());
    },
  };
}

/** @returns {Promise<Library>} */
export async function openOnnx() {
  const name = "onnxruntime-web/wasm"; // a constant, since types are only there once it is installed
  const ort = await import(name);
  const { onnx } = load("onnx-proto");
  ort.env.wasm.numThreads = 1;
  return {
    name: `onnxruntime-web ${ort.env.versions.web}`,
    async prepare(product) {
      const { rows, inner, columns, constant } = product;
      const model = onnx.ModelProto.encode(manyProducts(onnx, product)).finish();
      // What repeats a product would be left out otherwise.
      const session = await ort.InferenceSession.create(model, { graphOptimizationLevel: "disabled" });
      const feeds = { a: new ort.Tensor("float32", numbers(rows * inner), [rows, inner]) };
      if (!constant) Object.assign(feeds, { b: new ort.Tensor("float32", numbers(inner * columns), [inner, columns]) });
      const run = await repeatedWaiting(() => session.run(feeds, ["y0"]));
      return async () => (await run()) / NODES;
    },
  };
}

/** A model of the same product many times over. @param {any} onnx @param {Product} product */
function manyProducts(onnx, { rows, inner, columns, constant }) {
  const b = numbers(inner * columns);
  const given = (/** @type {string} */ name, /** @type {number[]} */ shape) => ({
    name,
    type: { tensorType: { elemType: FLOAT, shape: { dim: shape.map((dimValue) => ({ dimValue })) } } },
  });
  const each = Array.from({ length: NODES }, (_, index) => `y${index}`);
  return onnx.ModelProto.create({
    irVersion: 8,
    opsetImport: [{ domain: "", version: 13 }],
    graph: {
      name: "products",
      node: each.map((y) => ({ opType: "MatMul", input: ["a", "b"], output: [y], name: y })),
      input: [given("a", [rows, inner]), ...(constant ? [] : [given("b", [inner, columns])])],
      output: each.map((y) => given(y, [rows, columns])),
      initializer: constant
        ? [{ name: "b", dataType: FLOAT, dims: [inner, columns], rawData: new Uint8Array(b.buffer) }]
        : [],
    },
  });
}
