/**
 * npm test [-- ROOM...]: builds, runs the rooms' tests and ends with one line "N passed, N failed".
 * A room is a folder of tests, or the lint; one that runs no test has failed.
 */
import { argv } from "node:process";
import { buildPresets } from "../wasm/tools/cmake.mjs";
import { prepareMachine } from "../wasm/tools/machine.mjs";
import { Failed, Refused, command, run, say } from "../wasm/tools/steps.mjs";
import { runC } from "./runners/c.mjs";
import { atLeastOne } from "./runners/count.mjs";
import { runLint } from "./runners/lint.mjs";
import { runNode } from "./runners/node.mjs";

/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @typedef {object} Room
 * @property {import("../wasm/tools/cmake.mjs").Preset[]} presets what must be built first
 * @property {boolean} [programs] whether the C test programs must be built, too
 * @property {boolean} [site] whether the page must be built first
 * @property {() => Promise<Count>} run
 */

/** @type {import("../wasm/tools/cmake.mjs").Preset[]} */
const C_BUILDS = ["debug", "emscripten", "wasi"];

/** @type {Record<string, Room>} */
const ROOMS = {
  core: { presets: C_BUILDS, programs: true, run: () => runC(C_BUILDS) },
  wasm: { presets: ["native", "emscripten", "wasi"], run: () => runNode("tests/wasm") },
  content: { presets: ["emscripten"], run: () => runNode("tests/content") },
  web: { presets: ["emscripten"], run: () => runNode("tests/web") },
  browser: { presets: ["emscripten"], site: true, run: () => runNode("tests/browser") },
  engines: { presets: ["emscripten"], site: true, run: () => runNode("tests/engines") },
  lint: { presets: [], run: runLint },
};

/** @param {string[]} names @returns {string[]} */
function chooseRooms(names) {
  const stranger = names.find((name) => !(name in ROOMS));
  if (stranger !== undefined) {
    throw new Refused(`"${stranger}" is not a room of tests: ${Object.keys(ROOMS).join(", ")} are accepted.`);
  }
  return names.length > 0 ? names : Object.keys(ROOMS);
}

/** The page, built once for all rooms. @type {Promise<void> | undefined} */
let site;

/** Builds what a room needs, then runs it; a failed build is one failure. @param {Room} room @returns {Promise<Count>} */
async function runRoom(room) {
  try {
    await buildPresets(room.presets, { tests: room.programs });
    if (room.site) await (site ??= run("node", ["wasm/tools/site.mjs"], { quiet: true }));
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    say(`  ${error.message}`);
    return { passed: 0, failed: 1 };
  }
  return atLeastOne(await room.run());
}

await command(async () => {
  const names = chooseRooms(argv.slice(2));
  await prepareMachine({ tests: true, command: "npm test" });
  const total = { passed: 0, failed: 0 };
  for (const name of names) {
    const began = performance.now();
    say(`${name}`);
    const { passed, failed } = await runRoom(ROOMS[name]);
    total.passed += passed;
    total.failed += failed;
    say(`  ${name}: ${passed} passed, ${failed} failed in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});
