// clockhand op: reads tensors from standard input, runs one op on them, writes its outputs, or how far others are from them.
import { load } from "./op.js";
import { comparisonText } from "./op-compare.mjs";
import { Refused, readInput, readTensorFile } from "./op-input.mjs";
import { OutputError, writeAll } from "./standard-output.mjs";
import { TensorError, tensorText } from "./tensor-json.mjs";

/** @import { Op, OpParameter, Ops } from "./op.js" */

const COLUMN = 16;
const MISTAKE_COLUMN = 24;

/** What every op takes beside its parameters. */
const OPTIONS = [
  { id: "mistake", accepted: "the id of a mistake" },
  { id: "compare", accepted: "a file of tensors as JSON" },
  { id: "tolerance", accepted: "a part of the largest value" },
];

/**
 * @param {string[]} argv what follows `op`
 * @param {Uint8Array<ArrayBuffer>} module
 * @returns {Promise<{status: number, stderr: string}>}
 */
export async function op(argv, module) {
  try {
    return { status: run(argv, await load(module)), stderr: "" };
  } catch (error) {
    if (![Refused, TensorError, OutputError].some((kind) => error instanceof kind)) throw error;
    return { status: 2, stderr: `clockhand: ${/** @type {Error} */ (error).message}.` };
  }
}

/**
 * @param {string[]} argv
 * @param {Ops} ops
 * @returns {number} the exit status
 */
function run(argv, ops) {
  const [name, ...rest] = argv;
  const described = ops.description.find(({ id }) => id === name);
  if (name === "--help" || name === "help") return written([generalHelp(ops)]);
  if (!described) {
    const names = ops.description.map(({ id }) => id).join(", ");
    throw new Refused(`op ${name === "" ? "(blank)" : (name ?? "(missing)")} is refused: one of ${names} is accepted`);
  }
  if (rest.includes("--help")) return written([help(described)]);
  const { mistake, compare, tolerance, json, ...parameters } = readParameters(rest, described);
  if (compare !== undefined) {
    if (!["yes", "no", undefined].includes(json)) throw new Refused(`--json ${json} is refused: yes or no is accepted`);
    if (mistake !== undefined) throw new Refused("--mistake beside --compare is refused: one of the two is accepted");
    const yours = readTensorFile(compare);
    const outcome = ops.compare(name, tensorsOf(described), yours, parameters, tolerance);
    if (!outcome.ok) throw new Refused(outcome.error.message);
    written([json === "yes" ? `${JSON.stringify(outcome, jsonNumber)}\n` : comparisonText(outcome, compare)]);
    return outcome.outputs.every(({ differing }) => differing === 0) ? 0 : 1;
  }
  for (const [id, value] of Object.entries({ tolerance, json })) {
    if (value !== undefined) throw new Refused(`--${id} is refused: it is accepted beside --compare`);
  }
  const outcome = ops.op(name, tensorsOf(described), parameters, mistake);
  if (!outcome.ok) throw new Refused(outcome.error.message);
  return written(tensorText(outcome.outputs, outcome.notes));
}

/** @param {Iterable<string>} pieces */
function written(pieces) {
  writeAll(pieces);
  return 0;
}

/** An op without inputs does not wait for any. @param {Op} described */
function tensorsOf(described) {
  return described.inputs.length > 0 ? readInput(described) : {};
}

/**
 * @param {string} _
 * @param {unknown} value
 */
function jsonNumber(_, value) {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
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
    const known = [...described.parameters, ...OPTIONS].find((parameter) => parameter.id === id);
    const flag = id === "json" || (known && "type" in known && known.type === "flag");
    const bare = flag && joined === undefined && !["yes", "no"].includes(argv[i + 1]);
    const value = bare ? "yes" : (joined ?? argv[(i += 1)]);
    if (value === undefined)
      throw new Refused(`--${id} is given no value: ${known?.accepted ?? "a value behind it"} is accepted`);
    parameters.set(id, value);
  }
  return Object.fromEntries(parameters);
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
 * @param {number} [column]
 */
function line(id, words, column = COLUMN) {
  return `  ${id.padEnd(column)} ${words}`;
}

/** @param {Ops} ops */
function generalHelp(ops) {
  return `clockhand op NAME [--PARAM VALUE].. < in.json > out.json

One kernel on your own tensors: an object of them, {"x":{"shape":[2,2],"data":[1,2,3,"NaN"]}}, row-major, in and out; "NaN",
"Infinity" and "-Infinity" are strings.

${ops.description.map(({ id, help: words }) => line(id, words)).join("\n")}

clockhand op NAME [--PARAM VALUE].. --mistake ID < in.json > out.json
    the outputs as a known mistake makes them
clockhand op NAME [--PARAM VALUE].. --compare mine.json [--tolerance ${ops.tolerance}] [--json] < in.json
    holds outputs of your own program, any of them, against the right ones, and names what gives them instead: a mistake,
    another choice of a parameter or axis, a parameter or a tensor left out, or two of these at once (one of them a mistake
    at most, and of tensors that are not too large); a cell agrees when it is off by at most the tolerance
    times the largest value of its tensor, which float32 passes; where angles in float32 are off by more, at positions in the thousands, the answer says by how much

clockhand op NAME --help says what an op takes, gives and can do wrong.
Exit status: 0 done, or all agrees; 1 something differs; 2 the input was refused, with one sentence on standard error and nothing on standard output.
`;
}

/** @param {Op} described */
function help(described) {
  const { help: words, inputs, parameters, outputs, mistakes } = described;
  const optional = (/** @type {boolean} */ required) => (required ? "" : "; may be left out");
  const sections = [
    ["tensors", inputs.map((input) => line(input.id, input.help + optional(input.required)))],
    ["parameters", parameters.map((parameter) => line(`--${parameter.id}`, parameterHelp(parameter)))],
    ["gives", outputs.map((output) => line(output.id, output.help))],
    ["mistakes (--mistake ID)", mistakes.map((mistake) => line(mistake.id, mistake.help, MISTAKE_COLUMN))],
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
