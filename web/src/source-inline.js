/** Where the one-file page finds its data: in inert script elements of its own document. */

/** @param {string} id */
function text(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`this file is incomplete: ${id} is missing`);
  return element.textContent ?? "";
}

/** @param {string} id */
const json = (id) => JSON.parse(text(id));

/** @type {import("./types.js").Source} */
export const source = {
  wasm: async () => Uint8Array.from(atob(text("data-wasm").trim()), (letter) => letter.charCodeAt(0)).buffer,
  course: async () => json("data-course"),
  chapter: async (id) => {
    const chapters = json("data-chapters");
    if (!Object.hasOwn(chapters, id)) throw new Error(`there is no chapter ${id}`);
    return chapters[id];
  },
  judging: async () => json("data-judging"),
};
