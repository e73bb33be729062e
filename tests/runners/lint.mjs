/** The style checks; each counts as one test. */
import { cSources } from "../../wasm/tools/sources.mjs";
import { capture, say } from "../../wasm/tools/steps.mjs";

/** The version whose layout is the project's: other versions lay out some lines differently. */
const CLANG_FORMAT = 14;

const SHOWN_LINES = 60;

/** @returns {Promise<import("../run.mjs").Count>} */
export async function runLint() {
  const total = { passed: 0, failed: 0 };
  for (const [name, program, args] of await checks()) {
    const { status, output } = await capture(program, args);
    if (status === 0) total.passed += 1;
    else total.failed += 1;
    say(`  ${name}: ${status === 0 ? "passed" : "FAILED"}`);
    if (status !== 0) say(firstLines(output));
  }
  return total;
}

/** @param {string} output */
function firstLines(output) {
  const lines = output.trimEnd().split("\n");
  const rest = lines.length > SHOWN_LINES ? [`and ${lines.length - SHOWN_LINES} lines more`] : [];
  return [...lines.slice(0, SHOWN_LINES), ...rest].map((line) => `    ${line}`).join("\n");
}

/** @returns {Promise<[string, string, string[]][]>} */
async function checks() {
  /** @type {[string, string, string[]][]} */
  const list = [
    ["eslint", "npx", ["--no-install", "eslint", "--max-warnings=0", "."]],
    ["tsc", "npx", ["--no-install", "tsc", "--noEmit", "--strict", "--checkJs", "-p", "."]],
    ["prettier", "npx", ["--no-install", "prettier", "--check", "--log-level=warn", "."]],
  ];
  const { output } = await capture("clang-format", ["--version"]);
  const version = Number(/version (\d+)/.exec(output)?.[1]);
  if (version === CLANG_FORMAT) list.push(["clang-format", "clang-format", ["--dry-run", "-Werror", ...cSources()]]);
  else say(`  clang-format: not run, version ${CLANG_FORMAT} checks the C sources and this is ${version}`);
  return list;
}
