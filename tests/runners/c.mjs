/** The C suite under ctest, in several builds; the programs' own totals are added up. */
import { capture, say } from "../../wasm/tools/steps.mjs";

/** Lines of ctest's own about a program. */
const CTEST_OWN = /^(Test command:|Working Directory:|Test timeout computed|$)/;

/**
 * @param {import("../../wasm/tools/cmake.mjs").Preset[]} presets
 * @returns {Promise<import("../run.mjs").Count>}
 */
export async function runC(presets) {
  const total = { passed: 0, failed: 0 };
  for (const preset of presets) {
    const { output } = await capture("ctest", ["--preset", preset, "-V", "-j2"]);
    const { passed, failed, complaints } = readTotals(output);
    complaints.forEach((line) => say(`  ${preset}: ${line}`));
    say(`  ${preset}: ${passed} passed, ${failed} failed`);
    total.passed += passed;
    total.failed += failed;
    if (passed + failed === 0) total.failed += 1;
  }
  return total;
}

/**
 * A program that fails without saying how many checks failed (a crash, a sanitizer, a timeout) is one failure.
 * @param {string} output of ctest -V, which starts each line of test K with "K: "
 */
export function readTotals(output) {
  /** @type {Map<string, { passed: number, failed: number, lines: string[] }>} */
  const programs = new Map();
  const total = { passed: 0, failed: 0, complaints: /** @type {string[]} */ ([]) };
  for (const line of output.split("\n")) {
    const [, number, text] = /^(\d+): (.*)$/.exec(line) ?? [];
    if (number !== undefined) readLine(programs, number, text);
    const [, index, name, outcome] = /^ *\d+\/\d+ Test +#(\d+): (\S+) [ .]*(\S.*)$/.exec(line) ?? [];
    if (index === undefined) continue;
    const program = programs.get(index) ?? { passed: 0, failed: 0, lines: [] };
    const crashed = !outcome.startsWith("Passed") && program.failed === 0;
    total.passed += program.passed;
    total.failed += program.failed + (crashed ? 1 : 0);
    if (crashed) total.complaints.push(`${name}: ${outcome}`);
    if (crashed || program.failed > 0) total.complaints.push(...program.lines.slice(-40));
  }
  return total;
}

/**
 * @param {Map<string, { passed: number, failed: number, lines: string[] }>} programs
 * @param {string} number
 * @param {string} text
 */
function readLine(programs, number, text) {
  const program = programs.get(number) ?? { passed: 0, failed: 0, lines: [] };
  const [, passed, failed] = /^\S+: (\d+) passed, (\d+) failed$/.exec(text) ?? [];
  if (passed !== undefined) {
    program.passed += Number(passed);
    program.failed += Number(failed);
  }
  if (!CTEST_OWN.test(text)) program.lines.push(text);
  programs.set(number, program);
}
