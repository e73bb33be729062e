/** Single runs in a worker, for labs whose time the page would be seen to wait. */

/**
 * @typedef {import("./measurement.js").Setting} Setting
 * @typedef {import("../types.js").Result|import("../types.js").Refusal} Answer
 * @typedef {(setting: Setting) => Promise<Answer>} Apart what the core answers, in a while; rejected where no worker can be started
 */

/** @param {WebAssembly.Module} module with the labs of the chapter @param {import("../types.js").Source} source @returns {Apart} */
export function openApart(module, source) {
  return async (setting) => {
    const worker = new Worker(await source.worker());
    try {
      return await new Promise((resolve, reject) => {
        worker.onmessage = (/** @type {MessageEvent<import("./worker.js").Reply>} */ { data }) =>
          "answer" in data ? resolve(data.answer) : reject(new Error(data.refused));
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage({ module, run: setting });
      });
    } finally {
      worker.terminate();
    }
  };
}
