/**
 * npm run bench [-- GROUP...] [-- --write]: figures of the core and the page, each beside what it is compared with in the same run.
 * `--write` puts those that something is asked of into the README; it takes all groups.
 */
import { argv } from "node:process";
import { buildPresets } from "../../wasm/tools/cmake.mjs";
import { prepareMachine } from "../../wasm/tools/machine.mjs";
import { Refused, command, run, say } from "../../wasm/tools/steps.mjs";
import { line, machine, writeTable } from "./report.mjs";

/** @typedef {() => Promise<import("./measure.mjs").Row[]>} Group */

/** Each is loaded when it runs: what it imports may only be there by then. @type {Record<string, Group>} */
const GROUPS = {
  gemm: async () => (await import("./gemm.mjs")).measureGemm(),
  share: async () => (await import("./share.mjs")).measureShares(),
  gradients: async () => (await import("./gradients.mjs")).measureGradients(),
  rope: async () => (await import("./rope.mjs")).measureRope(),
  builds: async () => (await import("./builds.mjs")).measureBuilds(),
  answers: async () => (await import("./answers.mjs")).measureAnswers(),
  page: async () => (await import("./pace.mjs")).measurePage(),
};
const WRITE = "--write";

/** @param {string[]} args */
function choose(args) {
  const names = args.filter((arg) => arg !== WRITE);
  const stranger = names.find((name) => !(name in GROUPS));
  if (stranger !== undefined) {
    const known = [...Object.keys(GROUPS), WRITE].join(", ");
    throw new Refused(`"${stranger}" is not a group of benchmarks: ${known} are accepted.`);
  }
  const write = args.includes(WRITE);
  if (write && names.length > 0) {
    throw new Refused(
      `${WRITE} beside ${names.join(" ")} would leave the README's table short: ${WRITE} alone is accepted.`,
    );
  }
  return { names: names.length > 0 ? names : Object.keys(GROUPS), write };
}

await command(async () => {
  const { names, write } = choose(argv.slice(2));
  await prepareMachine({ tests: true, command: "npm run bench" });
  await buildPresets(["native", "emscripten"], { more: { emscripten: ["clockhand_bench"] } });
  await run("node", ["wasm/tools/site.mjs"], { quiet: true });
  const before = machine();
  say(before);
  const rows = [];
  for (const name of names) {
    say(name);
    const found = await GROUPS[name]();
    for (const row of found) say(line(row));
    rows.push(...found);
  }
  if (write) writeTable(rows, before);
  return 0;
});
