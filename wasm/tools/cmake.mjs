/** The CMake presets, configured when they must be and built as often as asked; Ninja decides what there is to do. */
import { readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { alone } from "./lock.mjs";
import { ROOT, run, say } from "./steps.mjs";

/** @typedef {"debug" | "native" | "emscripten" | "wasi"} Preset */

/** @type {Record<Preset, string>} */
const FOLDER = { debug: "debug", native: "native", emscripten: "wasm", wasi: "wasi" };

/** The parts of the course that have a module of their own; core/src/labs/registry.def says what each holds. */
export const PARTS = ["attention", "norms", "position", "rotary", "causal"];

/** What people use of a build; the rest of it is test programs. @type {Record<Preset, string[]>} */
const PRODUCTS = {
  debug: [],
  native: ["clockhand"],
  emscripten: [
    ...["every", ...PARTS].map((part) => `clockhand_module_${part}`),
    ...["simd", "scalar"].map((kind) => `clockhand_worker_${kind}`),
  ],
  wasi: ["clockhand", "clockhand_reactor", "clockhand_ops"],
};

/**
 * @param {Preset[]} presets
 * @param {{ tests?: boolean, more?: Partial<Record<Preset, string[]>> }} [options] tests: build the
 *   test programs too; more: targets besides the products
 */
export function buildPresets(presets, { tests = false, more = {} } = {}) {
  return alone(() => build(presets, tests, more));
}

/**
 * @param {Preset[]} presets
 * @param {boolean} tests
 * @param {Partial<Record<Preset, string[]>>} more
 */
async function build(presets, tests, more) {
  for (const preset of presets) {
    await configure(preset);
    const targets = tests ? [] : ["--target", ...PRODUCTS[preset], ...(more[preset] ?? [])];
    await run("cmake", ["--build", "--preset", preset, ...targets], { quiet: true });
  }
}

/**
 * Configures a build folder that is new, older than the presets, or moved here from another place.
 * @param {Preset} preset
 */
async function configure(preset) {
  const folder = join(ROOT, "build", FOLDER[preset]);
  const cache = join(folder, "CMakeCache.txt");
  const configured = modified(join(folder, "build.ninja")) > 0 ? modified(cache) : 0;
  const here = configured > 0 && readFileSync(cache, "utf8").includes(`CMAKE_HOME_DIRECTORY:INTERNAL=${ROOT}\n`);
  if (here && configured > modified(join(ROOT, "CMakePresets.json"))) return;
  if (!here) rmSync(folder, { recursive: true, force: true });
  say(`Compiling everything in build/${FOLDER[preset]}/, which takes half a minute or more.`);
  await run("cmake", ["--preset", preset], { quiet: true });
  utimesSync(cache, new Date(), new Date());
}

/** @param {string} path */
function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
