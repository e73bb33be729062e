/** Computes units of a run: a compiled module and a setting come first, then units; each is answered with its result. */
import { parentPort } from "node:worker_threads";
import { load } from "../../wasm/clockhand.js";

/** @type {import("../../wasm/clockhand.js").Begun} */
let begun;

parentPort?.on("message", async ({ module, setting, unit }) => {
  if (module) {
    const started = (await load(module)).begin(setting);
    if (!started.ok) throw new Error(started.error.message);
    begun = started;
    parentPort?.postMessage("begun");
    return;
  }
  for (let step = 0; step < begun.steps; step++) begun.step(unit, step);
  parentPort?.postMessage(begun.result(unit));
});
