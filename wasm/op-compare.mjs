// What clockhand op --compare tells a person, from what the core found.

/** @import { Compared, Comparison, Explanation } from "./op.js" */

const DIGITS = 3;

/**
 * @param {Comparison} comparison
 * @param {string} file that holds what was compared
 */
export function comparisonText({ outputs, mistakes, notes }, file) {
  const lines = outputs.flatMap((output) => [headline(output, file), ...explanations(output, mistakes)]);
  return [...lines, ...notes.map((note) => `note: ${note}`), ""].join("\n");
}

/**
 * @param {Compared} output
 * @param {string} file
 */
function headline({ id, cells, differing, absolute, relative, at = [], yours, right }, file) {
  if (cells === 0) return `${id} agrees: it has no cells`;
  const found = `the largest difference is ${short(absolute)}, ${short(relative)} of the largest value`;
  if (differing === 0) return `${id} agrees: ${absolute === 0 ? "every cell is the same" : found}`;
  const where = `at [${at.join(",")}], where ${file} has ${yours} and ${right} is right`;
  return `${id} differs in ${differing} of ${cells} cells: ${found}, ${where}`;
}

/**
 * @param {Compared} output
 * @param {number} mistakes how many the op can make
 */
function explanations({ differing, explained }, mistakes) {
  if (differing === 0) return explained.map((one) => `  nearer to it is ${cause(one)}, off by ${short(one.absolute)}`);
  if (explained.length > 0) return explained.map((one) => `  it is ${cause(one)}`);
  return [
    `  none of the ${mistakes} known mistakes gives it, nor another choice of a parameter, nor leaving something out`,
  ];
}

/** @param {Explanation} one */
function cause(one) {
  if ("mistake" in one) return `what the mistake ${one.mistake} gives: ${one.help}`;
  if ("parameter" in one) return `what --${one.parameter} ${one.value} gives`;
  if ("default" in one) return `what comes out without --${one.default}`;
  return `what comes out without ${one.without}`;
}

/** @param {number} value */
function short(value) {
  return Number(value.toPrecision(DIGITS)).toString();
}
