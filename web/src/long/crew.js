/** The workers of the page: as many as the processor has cores, each with the compiled core that is made for long runs. */

/** More workers than this want more memory than a phone gives. */
const MOST_WORKERS = 8;

/**
 * @param {import("../types.js").Source} source @param {WebAssembly.Module} own the page's module, where there is no other
 * @returns {() => Promise<import("./measurement.js").Crew>}
 */
export function openCrew(source, own) {
  /** @type {Promise<import("./measurement.js").Crew>|undefined} */
  let crew;
  return () => {
    crew ??= hireFrom(source, own).catch((error) => {
      crew = undefined;
      throw error;
    });
    return crew;
  };
}

/** @param {import("../types.js").Source} source @param {WebAssembly.Module} own */
async function hireFrom(source, own) {
  const [address, bytes] = await Promise.all([source.worker(), source.longCore()]);
  const module = bytes === undefined ? own : await WebAssembly.compile(bytes);
  const most = Math.min(navigator.hardwareConcurrency || 1, MOST_WORKERS);
  return { module, most, hire: () => new Worker(address) };
}
