/** One thread of the separation test: takes an exercise, answers with how many mistakes it recognised, or the first fault. */

import { parentPort } from "node:worker_threads";
import { loadCore } from "./course.mjs";
import { SEEDS, checkSeed } from "./separation.mjs";

const clockhand = await loadCore();

parentPort?.on("message", ({ name, asked }) => {
  let triples = 0;
  try {
    for (let seed = 1; seed <= SEEDS; seed += 1) triples += checkSeed(clockhand, asked, seed);
    parentPort?.postMessage({ name, triples });
  } catch (error) {
    parentPort?.postMessage({ name, triples, fault: error instanceof Error ? error.message : String(error) });
  }
});
