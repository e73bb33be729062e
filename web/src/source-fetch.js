/** Where the served site finds its data: beside the page, whatever path it is served under. */

/** @param {string} path */
async function get(path) {
  const response = await fetch(new URL(path, document.baseURI));
  if (!response.ok) throw new Error(`${path} could not be loaded (the server answered ${response.status})`);
  return response;
}

/** @param {string} path */
async function json(path) {
  const response = await get(path);
  try {
    return await response.json();
  } catch {
    throw new Error(`${path} came as something else, as where a network asks to sign in first`);
  }
}

/** Compiled from bytes: a server without the WebAssembly type still works. @param {string} path */
const bytes = async (path) => (await get(path)).arrayBuffer();

// Names of files, which the build writes into the page.
const { core = "", cores = "", worker = "", coreSimd = "", coreScalar = "" } = document.documentElement.dataset;
const coreOf = new Map(cores.split(" ").map((pair) => /** @type {[string, string]} */ (pair.split("="))));

/** @type {import("./types.js").Source} */
export const source = {
  // Pages that belong to no chapter take the first chapter's: readers go there next.
  core: (chapter) => (chapter === undefined ? [...coreOf.values()][0] : coreOf.get(chapter)) ?? core,
  wasm: bytes,
  worker: async () => new URL(worker, document.baseURI).href,
  workerCore: (simd) => bytes(simd ? coreSimd : coreScalar),
  course: () => json("course.json"),
  chapter: (id) => json(`chapters/${id}.json`),
  glossary: () => json("glossary.json"),
  search: () => json("search.json"),
  judging: () => json("judging.json"),
};
