/** Where the one-file page finds its data: compressed, in inert script elements of its own document. */

/** @param {string} name */
async function unpack(name) {
  const element = document.getElementById(`data-${name}`);
  if (element === null) throw new Error(`this file is incomplete: ${name} is missing`);
  const bytes = Uint8Array.from(atob(element.textContent ?? ""), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

/** @type {Promise<any>|undefined} */
let unpacked;

/** All texts of the course, unpacked once. */
function texts() {
  unpacked ??= unpack("texts").then((response) => response.json());
  return unpacked;
}

/** @type {import("./types.js").Source} */
export const source = {
  core: () => "core",
  wasm: async (name) => (await unpack(name)).arrayBuffer(),
  worker: async () => {
    const code = await (await unpack("worker")).text();
    return URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  },
  workerCore: async (simd) => (await unpack(simd ? "core-simd" : "core-scalar")).arrayBuffer(),
  course: async () => (await texts()).course,
  chapter: async (id) => {
    const { chapters } = await texts();
    if (!Object.hasOwn(chapters, id)) throw new Error(`there is no chapter ${id}`);
    return chapters[id];
  },
  glossary: async () => (await texts()).glossary,
  search: async () => (await texts()).search,
  judging: async () => (await texts()).judging,
  // One file is of one version.
  watch: () => {},
  check: async () => {},
};
