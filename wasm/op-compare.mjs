// What clockhand op --compare tells a person, from what the core found.

/** @import { Change, Compared, Comparison, Explanation } from "./op.js" */

const DIGITS = 3;

/**
 * @param {Comparison} comparison
 * @param {string} file that holds what was compared
 */
export function comparisonText(comparison, file) {
  const { outputs, notes } = comparison;
  const lines = outputs.flatMap((output) => [headline(output, file), ...explanations(output, comparison)]);
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
 * @param {Comparison} comparison
 */
function explanations({ differing, explained, relative }, comparison) {
  const { mistakes, angle, float32, pairs, pair_cells: most } = comparison;
  if (differing === 0) return explained.map((one) => `  nearer to it is ${cause(one)}, off by ${short(one.absolute)}`);
  if (explained.length > 0) return explained.map((one) => `  it is ${cause(one)}`);
  if (relative <= float32) {
    const part = short(float32);
    const leave = `at ${short(angle)} radians they leave up to ${part} of the largest value`;
    return [`  angles in float32 may explain it: ${leave}, which --tolerance ${part} accepts`];
  }
  const none = `  none of the ${mistakes} known mistakes gives it, nor another choice of a parameter, nor leaving something out`;
  return pairs
    ? [`${none}, nor two of these at once, of which one is a mistake at most`]
    : [`${none}; two of these at once are tried when all tensors together have at most ${most} numbers`];
}

/** @param {Explanation} one */
function cause(one) {
  if ("both" in one) return `what two changes give at once: ${one.both.map(change).join(", and ")}`;
  if ("mistake" in one) return `what the mistake ${one.mistake} gives: ${one.help}`;
  if ("parameter" in one) return `what --${one.parameter} ${one.value} gives`;
  if ("default" in one) return `what comes out without --${one.default}`;
  return `what comes out without ${one.without}`;
}

/** @param {Change} one */
function change(one) {
  if ("mistake" in one) return `the mistake ${one.mistake} (${one.help})`;
  if ("parameter" in one) return `--${one.parameter} ${one.value}`;
  if ("default" in one) return `--${one.default} left out`;
  return `${one.without} left out`;
}

/** @param {number} value */
function short(value) {
  return Number(value.toPrecision(DIGITS)).toString();
}
