/** Where the served site finds its data: beside the page, whatever path it is served under. */

/** @param {string} path */
async function get(path) {
  const response = await fetch(new URL(path, document.baseURI));
  if (!response.ok) throw new Error(`${path} could not be loaded (the server answered ${response.status})`);
  return response;
}

/** The build names the worker's file in the page, since it may not be guessed. */
const WORKER = document.documentElement.dataset.worker ?? "";

/** @type {import("./types.js").Source} */
export const source = {
  // Compiled from bytes: a server without the WebAssembly type still works.
  wasm: async () => (await get("clockhand.wasm")).arrayBuffer(),
  worker: async () => new URL(WORKER, document.baseURI).href,
  longCore: async () => undefined,
  course: async () => (await get("course.json")).json(),
  chapter: async (id) => (await get(`chapters/${id}.json`)).json(),
  glossary: async () => (await get("glossary.json")).json(),
  search: async () => (await get("search.json")).json(),
  judging: async () => (await get("judging.json")).json(),
};
