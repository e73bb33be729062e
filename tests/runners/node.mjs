/** Node's own test runner over one folder; a reporter prints failures and the totals. */
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ROOT, capture, say } from "../../wasm/tools/steps.mjs";

const REPORTER = join(ROOT, "tests", "runners", "reporter.mjs");
/** No file takes as long, wherever it runs: one that does not end has failed. */
const LONGEST_MS = 300_000;

/**
 * @param {string} folder such as "tests/wasm"
 * @returns {Promise<import("../run.mjs").Count>}
 */
export async function runNode(folder) {
  const path = join(ROOT, folder);
  const names = existsSync(path) ? readdirSync(path).filter((name) => /\.test\.m?js$/.test(name)) : [];
  if (names.length === 0) return { passed: 0, failed: 0 };
  const files = names.sort().map((name) => join(folder, name));
  // As many files at once as there are processors; by itself Node leaves one of them idle.
  const options = [
    "--no-warnings",
    `--test-concurrency=${availableParallelism()}`,
    `--test-timeout=${LONGEST_MS}`,
    `--test-reporter=${REPORTER}`,
  ];
  const { output } = await capture("node", ["--test", ...options, ...files]);
  const [whole, passed, failed] = /^(\d+) passed, (\d+) failed\n$/m.exec(output) ?? [];
  say(
    output
      .replace(whole ?? "", "")
      .replace(/^(?=.)/gm, "  ")
      .trimEnd(),
  );
  return whole === undefined ? { passed: 0, failed: 1 } : { passed: Number(passed), failed: Number(failed) };
}
