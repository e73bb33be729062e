/** npm run build: everything a person can use, from a fresh clone. */
import { argv } from "node:process";
import { buildPresets } from "./cmake.mjs";
import { readFlags } from "./flags.mjs";
import { prepareMachine } from "./machine.mjs";
import { command, run } from "./steps.mjs";

await command(async () => {
  readFlags(argv.slice(2), []);
  await prepareMachine({ tests: false, command: "npm run build" });
  await buildPresets(["native", "emscripten", "wasi"]);
  await run("node", ["wasm/tools/site.mjs"]);
});
