/** The same measurement by other builds, and by one worker and two. */
import { plain, ratio } from "./measure.mjs";
import { runNative, startWorkers, takeSeeds } from "./stack.mjs";

/** @returns {Promise<import("./measure.mjs").Row[]>} */
export async function measureBuilds() {
  const workers = [await startWorkers("simd", 1), await startWorkers("simd", 2), await startWorkers("scalar", 1)];
  const times = await takeSeeds([...workers.map(({ run }) => run), runNative]);
  for (const { stop } of workers) stop();
  const [one, two, scalar, native] = times;
  return [
    plain("The measurement in wasm over the native program", ratio(one, native).toFixed(2)),
    plain("Scalar over vectors", ratio(scalar, one).toFixed(2)),
    plain("One worker over two", ratio(one, two).toFixed(2)),
  ];
}
