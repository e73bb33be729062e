/** In a worker: an instance of the core of its own, which does the units of a long run that it is given. */

import { load } from "../../../wasm/clockhand.js";

/**
 * @typedef {{ module: WebAssembly.Module, setting: import("./measurement.js").Setting } | { unit: number }} Order first what to
 *   begin, then the units, one at a time
 * @typedef {{ stepped: true } | { unit: number, result: Float64Array } | { refused: string }} Report
 */

/** @type {import("../../../wasm/clockhand.js").Begun|undefined} */
let begun;

/** @param {Report} report */
const say = (report) => self.postMessage(report);

/** @param {number} unit */
function work(unit) {
  if (begun === undefined) return;
  for (let step = 0; step < begun.steps; step += 1) {
    const done = begun.step(unit, step);
    if (!done.ok) return say({ refused: done.error.message });
    say({ stepped: true });
  }
  const result = begun.result(unit);
  say(result === undefined ? { refused: `unit ${unit} came to nothing` } : { unit, result });
}

self.onmessage = async (/** @type {MessageEvent<Order>} */ { data }) => {
  try {
    if ("unit" in data) return work(data.unit);
    const answer = (await load(data.module)).begin(data.setting);
    if (answer.ok) begun = answer;
    else say({ refused: answer.error.message });
  } catch (error) {
    say({ refused: error instanceof Error ? error.message : String(error) });
  }
};
