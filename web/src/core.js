/**
 * Opens the core. The only module of the page that imports the adapter. A chapter loads a module with the labs that it
 * needs; chapters that need the same share it.
 */

import { load, pick } from "../../wasm/clockhand.js";
import { openApart } from "./long/apart.js";
import { openCrew } from "./long/crew.js";

/** @typedef {{ open: (chapter: string|undefined) => Promise<import("./types.js").Core> }} Cores */

/** @param {import("./types.js").Source} source @returns {Cores} */
export function openCores(source) {
  const crew = openCrew(source);
  /** @type {Map<string, Promise<import("./types.js").Core>>} */
  const opened = new Map();

  /** @param {string} name @returns {Promise<import("./types.js").Core>} */
  async function start(name) {
    if (typeof WebAssembly === "undefined") throw new Error("WebAssembly is missing");
    const clockhand = /** @type {any} */ (await load(await source.wasm(name)));
    return { clockhand, pick: /** @type {any} */ (pick), crew, apart: openApart(clockhand.module, source) };
  }

  return {
    open(chapter) {
      const name = source.core(chapter);
      const core = opened.get(name) ?? start(name);
      opened.set(name, core);
      // What could not be loaded is tried again when it is asked for again.
      core.catch(() => opened.delete(name));
      return core;
    },
  };
}
