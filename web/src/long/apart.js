/** Single runs in a worker, for labs whose time the page would be seen to wait. */

/**
 * @typedef {import("./measurement.js").Setting} Setting
 * @typedef {import("../types.js").Result|import("../types.js").Refusal} Answer
 * @typedef {(setting: Setting, signal: AbortSignal) => Promise<Answer>} Apart what the core answers, in a while; rejected where no
 *   worker can be started, and when nobody waits any more
 */

/** @param {WebAssembly.Module} module with the labs of the chapter @param {import("../types.js").Source} source @returns {Apart} */
export function openApart(module, source) {
  return async (setting, signal) => {
    const address = await source.worker();
    signal.throwIfAborted();
    const worker = new Worker(address);
    try {
      return await new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        worker.onmessage = (/** @type {MessageEvent<import("./worker.js").Reply>} */ { data }) =>
          "answer" in data ? resolve(data.answer) : reject(new Error(data.refused));
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.onmessageerror = () => reject(new Error("the answer could not be read"));
        worker.postMessage({ module, run: setting });
      });
    } finally {
      worker.terminate();
    }
  };
}
