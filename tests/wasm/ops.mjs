/** The ops under test, through their adapter and through the command, and their vectors. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "../../wasm/op.js";
import { ROOT } from "../../wasm/tools/steps.mjs";
import { readVectors, realOf, valuesOf } from "./vectors.mjs";

/**
 * @import { Outcome, Refusal } from "../../wasm/op.js"
 * @import { Tensor } from "../../wasm/tensor-json.mjs"
 */

export const OP_MODULE = join(ROOT, "build", "wasi", "clockhand-op.wasm");

export const ops = await load(readFileSync(OP_MODULE));

/**
 * clockhand op with a text on its standard input.
 * @param {string[]} args
 * @param {string | Buffer} [input]
 */
export function opCommand(args, input = "") {
  const { status, stdout, stderr, error } = spawnSync("node", [join(ROOT, "wasm", "cli.mjs"), "op", ...args], {
    input,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

/**
 * The outputs of an op that must succeed.
 * @param {Parameters<typeof ops.op>} call
 */
export function outputsOf(...call) {
  const outcome = ops.op(...call);
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.error.message);
  return outcome.outputs;
}

/**
 * @typedef {{name: string, op: string, parameters: Record<string, string>, inputs: Record<string, Tensor>,
 *   outputs: Record<string, Tensor>, tolerance: number, note: boolean, mistake?: string}} OpCase
 */

/** @param {string} [file] @returns {OpCase[]} */
export function opCases(file = "op.txt") {
  return readVectors(file).map((item) => {
    const parameters = item.lines.filter(([key]) => key === "param").map(([, values]) => values);
    return {
      name: item.name,
      op: valuesOf(item, "op")[0],
      parameters: Object.fromEntries(parameters),
      inputs: tensorsOf(item, "input"),
      outputs: tensorsOf(item, "output"),
      tolerance: realOf(valuesOf(item, "tolerance")[0]),
      note: valuesOf(item, "note")[0] === "1",
      mistake: item.lines.find(([key]) => key === "mistake")?.[1][0],
    };
  });
}

/**
 * @param {import("./vectors.mjs").Case} item
 * @param {"input" | "output"} side
 */
function tensorsOf(item, side) {
  const shapes = item.lines.filter(([key]) => key.startsWith(`${side}.`) && key.endsWith(".shape"));
  return Object.fromEntries(
    shapes.map(([key, shape]) => {
      const name = key.split(".")[1];
      const data = Float64Array.from(valuesOf(item, `${side}.${name}.data`), realOf);
      return [name, { shape: shape.map(Number), data }];
    }),
  );
}

/**
 * What of an outcome is not as a case wants it, in words.
 * @param {OpCase} item
 * @param {Outcome | Refusal} outcome
 * @returns {string[]}
 */
export function differencesOf(item, outcome) {
  if (!outcome.ok) return [`${item.name}: ${outcome.error.message}`];
  const found = [];
  if (outcome.notes.length > 0 !== item.note) found.push(`${item.name}: notes ${JSON.stringify(outcome.notes)}`);
  if (Object.keys(outcome.outputs).join() !== Object.keys(item.outputs).join()) {
    found.push(`${item.name}: outputs ${Object.keys(outcome.outputs).join()}`);
  }
  for (const [name, wanted] of Object.entries(item.outputs)) {
    const got = outcome.outputs[name];
    if (got?.shape.join() !== wanted.shape.join()) found.push(`${item.name}: ${name} has shape ${got?.shape.join()}`);
    else found.push(...cellDifferences(`${item.name}: ${name}`, got.data, wanted.data, item.tolerance));
  }
  return found;
}

/**
 * @param {string} what
 * @param {ArrayLike<number>} got
 * @param {ArrayLike<number>} wanted
 * @param {number} relative to the largest finite value, at least 1
 */
function cellDifferences(what, got, wanted, relative) {
  const tolerance =
    relative *
    Array.from(wanted)
      .filter(Number.isFinite)
      .map(Math.abs)
      .reduce((a, b) => Math.max(a, b), 1);
  return Array.from(wanted).flatMap((value, index) => {
    const near = Object.is(got[index], value) || Math.abs(got[index] - value) <= tolerance;
    return near ? [] : [`${what}[${index}] is ${got[index]}, wanted ${value} within ${tolerance}`];
  });
}
