// clockhand op: reads tensors from standard input, runs one op on them, writes its outputs.
import { fstatSync, readFileSync, readSync } from "node:fs";
import { isatty } from "node:tty";
import { load } from "./op.js";
import { OutputError, writeAll } from "./standard-output.mjs";
import { TensorError, readTensors, tensorText } from "./tensor-json.mjs";

/** @import { Op, OpParameter, Ops } from "./op.js" */

/** Bytes of JSON that are read: what the largest tensors take, written in full. */
const MOST_INPUT = 2 ** 30;
const READ_AT_ONCE = 2 ** 20;
const COLUMN = 16;

/** Arguments or tensors that are refused, in one sentence. */
class Refused extends Error {}

/**
 * @param {string[]} argv what follows `op`
 * @param {Uint8Array<ArrayBuffer>} module
 * @returns {Promise<{status: number, stderr: string}>}
 */
export async function op(argv, module) {
  try {
    await run(argv, await load(module));
    return { status: 0, stderr: "" };
  } catch (error) {
    if (![Refused, TensorError, OutputError].some((kind) => error instanceof kind)) throw error;
    return { status: 2, stderr: `clockhand: ${/** @type {Error} */ (error).message}.` };
  }
}

/**
 * @param {string[]} argv
 * @param {Ops} ops
 */
async function run(argv, ops) {
  const [name, ...rest] = argv;
  const described = ops.description.find(({ id }) => id === name);
  if (name === "--help" || name === "help") return writeAll([generalHelp(ops)]);
  if (!described) {
    const names = ops.description.map(({ id }) => id).join(", ");
    throw new Refused(`op ${name ?? "(missing)"} is refused: one of ${names} is accepted`);
  }
  if (rest.includes("--help")) return writeAll([help(described)]);
  const parameters = readParameters(rest, described);
  // An op without inputs does not wait for any.
  const tensors = described.inputs.length > 0 ? readTensors(readInput(described)) : {};
  const outcome = ops.op(name, tensors, parameters);
  if (!outcome.ok) throw new Refused(outcome.error.message);
  writeAll(tensorText(outcome.outputs, outcome.notes));
}

/**
 * --name value, --name=value, and a flag alone for --flag yes; each once.
 * @param {string[]} argv
 * @param {Op} described
 */
function readParameters(argv, described) {
  /** @type {Map<string, string>} */
  const parameters = new Map(); // any name may be typed, __proto__ among them
  for (let i = 0; i < argv.length; i += 1) {
    const [, id, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(argv[i]) ?? [];
    if (id === undefined)
      throw new Refused(`argument ${argv[i] || "(blank)"} is refused: ${form(described)} is accepted`);
    if (parameters.has(id)) throw new Refused(`--${id} is given twice: each parameter once is accepted`);
    const known = described.parameters.find((parameter) => parameter.id === id);
    const flag = known?.type === "flag";
    const bare = flag && joined === undefined && !["yes", "no"].includes(argv[i + 1]);
    const value = bare ? "yes" : (joined ?? argv[(i += 1)]);
    if (value === undefined)
      throw new Refused(`--${id} is given no value: ${known?.accepted ?? "a value behind it"} is accepted`);
    parameters.set(id, value);
  }
  return Object.fromEntries(parameters);
}

/** @param {Op} described */
function readInput(described) {
  if (isatty(0)) {
    const names = described.inputs.filter(({ required }) => required).map(({ id }) => id);
    throw new Refused(`standard input is a terminal: JSON with ${names.join(", ")}, as in < in.json, is accepted`);
  }
  try {
    const stat = fstatSync(0);
    return stat.isFile() ? readFile(stat.size) : readPipe();
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === undefined) throw error;
    throw new Refused(`standard input cannot be read (${code}): a file or the output of a program is accepted`);
  }
}

/** @param {number} size */
function readFile(size) {
  if (size > MOST_INPUT) throw tooLong(size);
  return readFileSync(0);
}

function readPipe() {
  const chunks = [];
  for (let length = 0; ;) {
    const chunk = Buffer.allocUnsafe(READ_AT_ONCE);
    const count = readSome(chunk);
    if (count === 0) return Buffer.concat(chunks, length);
    length += count;
    if (length > MOST_INPUT) throw tooLong(length);
    chunks.push(chunk.subarray(0, count));
  }
}

/** @param {number} bytes */
function tooLong(bytes) {
  return new Refused(`standard input of ${bytes} bytes or more is refused: at most ${MOST_INPUT} bytes are accepted`);
}

/** Reads from standard input, waiting where another program has not written yet. @param {Buffer} chunk */
function readSome(chunk) {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** @param {Op} described */
function form({ id, parameters, inputs }) {
  const words = parameters.map((parameter) => {
    const text =
      parameter.type === "flag" ? `--${parameter.id}` : `--${parameter.id} ${parameter.choices?.join("|") ?? "N"}`;
    return parameter.required ? text : `[${text}]`;
  });
  return ["clockhand op", id, ...words, inputs.length > 0 ? "< in.json > out.json" : "> out.json"].join(" ");
}

/**
 * @param {string} id
 * @param {string} words
 */
function line(id, words) {
  return `  ${id.padEnd(COLUMN)} ${words}`;
}

/** @param {Ops} ops */
function generalHelp({ description }) {
  return `clockhand op NAME [--PARAM VALUE].. < in.json > out.json

One kernel on your own tensors: an object of them, {"x":{"shape":[2,2],"data":[1,2,3,"NaN"]}}, row-major, in and out; "NaN",
"Infinity" and "-Infinity" are strings.

${description.map(({ id, help: words }) => line(id, words)).join("\n")}

clockhand op NAME --help says what an op takes and gives.
Exit status: 0 done; 2 the input was refused, with one sentence on standard error and nothing on standard output.
`;
}

/** @param {Op} described */
function help(described) {
  const { help: words, inputs, parameters, outputs } = described;
  const optional = (/** @type {boolean} */ required) => (required ? "" : "; may be left out");
  const sections = [
    ["tensors", inputs.map((input) => line(input.id, input.help + optional(input.required)))],
    ["parameters", parameters.map((parameter) => line(`--${parameter.id}`, parameterHelp(parameter)))],
    ["gives", outputs.map((output) => line(output.id, output.help))],
  ];
  const text = sections.flatMap(([title, lines]) => (lines.length > 0 ? ["", title, ...lines] : []));
  return `${[form(described), `    ${words}`, ...text].join("\n")}\n`;
}

/** @param {OpParameter} parameter */
function parameterHelp({ help: words, type, accepted, required, default: standard }) {
  const range = type === "flag" ? "" : `; ${accepted}`;
  const missing = required
    ? "; must be given"
    : standard === undefined || type === "flag"
      ? ""
      : `; ${standard} when not given`;
  return `${words}${range}${missing}`;
}
