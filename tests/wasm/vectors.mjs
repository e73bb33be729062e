/** Vector files for Node tests: cases of `key value...` lines, as tests/vectors/README.md says. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../wasm/tools/steps.mjs";

/** @typedef {{name: string, lines: [key: string, values: string[]][]}} Case */

/** @param {string} name @returns {Case[]} */
export function readVectors(name) {
  const text = readFileSync(join(ROOT, "tests", "vectors", name), "utf8");
  const cases = text.split(/^case /m).slice(1);
  return cases.map((block) => {
    const [first, ...rest] = block.trimEnd().split("\n");
    return { name: first, lines: rest.map(readLine) };
  });
}

/** @param {string} line @returns {[string, string[]]} */
function readLine(line) {
  const [key, ...values] = line.split(" ");
  return [key, values];
}

/**
 * The values of a line that stands once.
 * @param {Case} item
 * @param {string} key
 */
export function valuesOf(item, key) {
  const found = item.lines.find(([name]) => name === key);
  if (!found) throw new Error(`${item.name} has no line ${key}`);
  return found[1];
}

/** @type {Record<string, number>} */
const WORDS = { nan: NaN, inf: Infinity, "-inf": -Infinity };

/** @param {string} text */
export function realOf(text) {
  return WORDS[text] ?? Number(text);
}
