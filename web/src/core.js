/** Opens the core. The only module of the page that imports the adapter. */

import { load, pick } from "../../wasm/clockhand.js";
import { openCrew } from "./long/crew.js";

/** @param {import("./types.js").Source} source @returns {Promise<import("./types.js").Core>} */
export async function openCore(source) {
  if (typeof WebAssembly === "undefined") throw new Error("WebAssembly is missing");
  const clockhand = /** @type {any} */ (await load(await source.wasm()));
  return { clockhand, pick: /** @type {any} */ (pick), crew: openCrew(source, clockhand.module) };
}
