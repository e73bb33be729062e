/**
 * The workers of the page: as many as the processor has cores, each with a module of the core that is made for long runs, with
 * vector instructions where the browser has them.
 */

/** More workers than this want more memory than a phone gives. */
const MOST_WORKERS = 8;

/** @param {import("../types.js").Source} source @returns {() => Promise<import("./measurement.js").Crew>} */
export function openCrew(source) {
  /** @type {Promise<import("./measurement.js").Crew>|undefined} */
  let crew;
  return () => {
    crew ??= hireFrom(source).catch((error) => {
      crew = undefined;
      throw error;
    });
    return crew;
  };
}

/** @param {import("../types.js").Source} source */
async function hireFrom(source) {
  const [address, vectors] = await Promise.all([source.worker(), source.workerCore(true)]);
  const fast = WebAssembly.validate(vectors);
  const module = await WebAssembly.compile(fast ? vectors : await source.workerCore(false));
  const most = Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS);
  return { module, most, fast, hire: () => new Worker(address) };
}
