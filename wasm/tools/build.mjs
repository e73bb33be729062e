/** npm run build: everything a person can use, from a fresh clone. */
import { argv, stderr, stdout } from "node:process";
import { buildPresets } from "./cmake.mjs";
import { readFlags } from "./flags.mjs";
import { prepareMachine } from "./machine.mjs";
import { capture, command } from "./steps.mjs";

await command(async () => {
  readFlags(argv.slice(2), []);
  await prepareMachine({ tests: false, command: "npm run build" });
  await buildPresets(["native", "emscripten", "wasi"]);
  const { status, output } = await capture("node", ["wasm/tools/site.mjs"]);
  (status === 0 ? stdout : stderr).write(output);
  return status;
});
