/** In a worker: an instance of the core of its own, which does the units of a long run that it is given, or a whole run. */

import { load } from "../../../wasm/clockhand.js";
import { reason } from "../reason.js";

/**
 * @typedef {import("./measurement.js").Setting} Setting
 * @typedef {{ module: WebAssembly.Module, setting: Setting } | { unit: number } | { module: WebAssembly.Module, run: Setting }} Order
 *   first what to begin, then the units, one at a time; or what to run
 * @typedef {{ stepped: true } | { unit: number, result: Float64Array } | { refused: string }} Report of units
 * @typedef {{ answer: import("./apart.js").Answer } | { refused: string }} Reply to a run
 */

/** @typedef {import("../../../wasm/clockhand.js").Begun} Begun */

/** What was begun, once it is: engines differ in whether the order of a unit comes sooner. @type {Promise<Begun|undefined>} */
let begun = Promise.resolve(undefined);

/** @param {Report | Reply} report */
const say = (report) => self.postMessage(report);

/** @param {WebAssembly.Module} module @param {import("./measurement.js").Setting} setting */
async function begin(module, setting) {
  const answer = (await load(module)).begin(setting);
  if (answer.ok) return answer;
  say({ refused: answer.error.message });
  return undefined;
}

/** @param {Begun|undefined} run @param {number} unit */
function work(run, unit) {
  if (run === undefined) return;
  for (let step = 0; step < run.steps; step += 1) {
    const done = run.step(unit, step);
    if (!done.ok) return say({ refused: done.error.message });
    say({ stepped: true });
  }
  const result = run.result(unit);
  say(result === undefined ? { refused: `unit ${unit} came to nothing` } : { unit, result });
}

self.onmessage = async (/** @type {MessageEvent<Order>} */ { data }) => {
  try {
    if ("unit" in data) return work(await begun, data.unit);
    if ("run" in data) return say({ answer: (await load(data.module)).run(data.run) });
    begun = begin(data.module, data.setting);
    await begun;
  } catch (error) {
    say({ refused: reason(error) });
  }
};
