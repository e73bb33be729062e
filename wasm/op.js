// Ops for JavaScript: one kernel each on the caller's own tensors, in browsers and Node. Knows the addresses of their module.

import { readReply, refusal, writeRequest } from "./reply.js";

/** The boundary this adapter was written for; the module says its own. */
const ABI = 1;

/**
 * @typedef {{shape: number[], data: ArrayLike<number>}} Tensor Row-major; a Float64Array is copied at once.
 * @typedef {{shape: number[], data: Float64Array<ArrayBuffer>}} Result
 * @typedef {{ok: true, outputs: Record<string, Result>, notes: string[]}} Outcome
 * @typedef {{ok: false, error: {id: string, argument: string, message: string}}} Refusal
 * @typedef {{id: string, help: string, type: "integer" | "real" | "choice" | "flag", accepted: string, required: boolean,
 *   default?: string, choices?: string[], min?: number, max?: number}} OpParameter
 * @typedef {{id: string, help: string, inputs: {id: string, help: string, least_rank: number, most_rank: number, required: boolean}[],
 *   parameters: OpParameter[], outputs: {id: string, help: string}[], mistakes: {id: string, help: string}[]}} Op
 * @typedef {{mistake: string, help: string} | {parameter: string, value: string} | {default: string} | {without: string}} Change
 *   A mistake, another choice of a parameter, a parameter or tensor left out.
 * @typedef {{absolute: number} & (Change | {both: [Change, Change]})} Explanation What gives the caller's own cells, with the
 *   largest difference to them; two changes at once where none gives them alone.
 * @typedef {{id: string, shape: number[], cells: number, differing: number, absolute: number, relative: number, at?: number[],
 *   yours?: number, right?: number, explained: Explanation[]}} Compared The largest difference, as it is and as a part of the largest
 *   value, and where it is; `differing` counts the cells off by more than the tolerance.
 * @typedef {{ok: true, tolerance: number, mistakes: number, angle: number, float32: number, pairs: boolean,
 *   pair_cells: number, outputs: Compared[], notes: string[]}} Comparison `float32`: what the largest angle, in radians, leaves of an
 *   output when it is kept in float32, as a part of the largest value. `pairs`: two changes at once are looked at, since the tensors have at most `pair_cells` cells.
 * @typedef {{id: string, shape: number[], count: number, at: number}} Place
 * @typedef {{
 *   memory: WebAssembly.Memory, _initialize?: () => void,
 *   clockhand_abi: () => number, clockhand_request: () => number, clockhand_request_bytes: () => number,
 *   clockhand_reply: () => number, clockhand_cells: () => number, clockhand_ops: () => number,
 *   clockhand_plan: (length: number) => number, clockhand_op: (length: number) => number,
 *   clockhand_compare: (length: number) => number}} Exports
 */

/**
 * Compiles (where needed) the module of ops, build/wasi/clockhand-op.wasm.
 * @param {ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module} source The module's bytes, or the compiled module.
 * @returns {Promise<Ops>}
 * @throws {Error} When the module speaks another boundary than this adapter.
 */
export async function load(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const abi = start(module).clockhand_abi();
  if (abi !== ABI)
    throw new Error(`The ops speak boundary ${abi}, this adapter boundary ${ABI}: load both from one build.`);
  return new Ops(module);
}

/** @param {WebAssembly.Module} module */
function start(module) {
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module, {}).exports));
  exports._initialize?.();
  return exports;
}

/** The ops. Each call has an instance of its own, so that its memory is given back. */
export class Ops {
  /** @type {WebAssembly.Module} */ #module;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#module = module;
    const core = start(module);
    const { ops, tolerance } = readReply(core, core.clockhand_ops());
    /** @type {Op[]} */
    this.description = ops;
    /** @type {number} Of a comparison, when none is given: a part of the largest value of an output. */
    this.tolerance = tolerance;
  }

  /**
   * Runs one op: `op("rope", { x: { shape: [2, 4], data } }, { pairing: "half" })`, right or with a mistake of the op's.
   * @param {string} name
   * @param {Record<string, Tensor>} [tensors]
   * @param {Record<string, string | number | boolean>} [parameters] A flag is true or false.
   * @param {string} [mistake]
   * @returns {Outcome | Refusal}
   */
  op(name, tensors = {}, parameters = {}, mistake) {
    const core = start(this.#module);
    const entries = mistake === undefined ? [] : [["mistake", mistake]];
    const plan = planned(core, name, parameters, { tensor: tensors }, entries);
    if (!plan.ok) return plan;
    const done = readReply(core, core.clockhand_op(plan.request));
    if (!done.ok) return done;
    const base = core.clockhand_cells();
    const outputs = /** @type {Place[]} */ (plan.outputs).map(({ id, shape, at, count }) => {
      return [id, { shape, data: new Float64Array(core.memory.buffer, base + at, count).slice() }];
    });
    return { ok: true, outputs: Object.fromEntries(outputs), notes: done.notes };
  }

  /**
   * Holds outputs of the caller's own program, any of them, against those of an op, and tells what gives them if it is not
   * the right way.
   * @param {string} name
   * @param {Record<string, Tensor>} tensors
   * @param {Record<string, Tensor>} yours
   * @param {Record<string, string | number | boolean>} [parameters]
   * @param {string | number} [tolerance] A part of the largest value of an output.
   * @returns {Comparison | Refusal}
   */
  compare(name, tensors, yours, parameters = {}, tolerance = this.tolerance) {
    const core = start(this.#module);
    const plan = planned(core, name, parameters, { tensor: tensors, yours }, [["tolerance", String(tolerance)]]);
    return plan.ok ? readReply(core, core.clockhand_compare(plan.request), numbers) : plan;
  }
}

/**
 * Plans a request and writes its tensors: those of the op, and those that are compared.
 * @param {Exports} core
 * @param {string} name
 * @param {Record<string, string | number | boolean>} parameters
 * @param {{tensor: Record<string, Tensor>, yours?: Record<string, Tensor>}} given
 * @param {string[][]} entries
 */
function planned(core, name, parameters, given, entries) {
  const lists = Object.entries(given);
  for (const [id, tensor] of lists.flatMap(([, tensors]) => Object.entries(tensors))) {
    const fault = faultOf(id, tensor);
    if (fault !== undefined) return refusal("bad-tensor", fault, id);
  }
  const request = writeRequest(core, [
    ["op", name],
    ...Object.entries(parameters).map(([id, value]) => [`param.${id}`, parameterText(value)]),
    ...lists.flatMap(([kind, tensors]) =>
      Object.entries(tensors).map(([id, { shape, data }]) => [
        `${kind}.${id}`,
        `${[...shape].join(",")}:${data.length}`,
      ]),
    ),
    ...entries,
  ]);
  if (typeof request !== "number") return request;
  const plan = readReply(core, core.clockhand_plan(request));
  if (!plan.ok) return plan;
  const base = core.clockhand_cells();
  const put = (/** @type {Place[]} */ places, /** @type {Record<string, Tensor>} */ tensors) => {
    for (const { id, at, count } of places) {
      new Float64Array(core.memory.buffer, base + at, count).set(tensors[id].data);
    }
  };
  put(plan.inputs, given.tensor);
  put(plan.yours, given.yours ?? {});
  return { ...plan, request };
}

/** Numbers that JSON has no word for. */
const NUMBER_KEYS = ["absolute", "relative", "yours", "right"];

/**
 * @param {string} key
 * @param {unknown} value
 */
function numbers(key, value) {
  return NUMBER_KEYS.includes(key) && typeof value === "string" ? Number(value) : value;
}

/**
 * What makes a value no tensor, in a sentence; the core judges shapes and numbers.
 * @param {string} id
 * @param {Tensor} tensor
 */
function faultOf(id, tensor) {
  if (!isList(tensor?.shape)) return `${id}.shape is refused: a list of whole numbers is accepted`;
  const data = tensor.data;
  if (!isList(data)) return `${id}.data is refused: a flat list of numbers is accepted`;
  if (ArrayBuffer.isView(data) && typeof (data[0] ?? 0) === "number") return undefined;
  const index = Array.prototype.findIndex.call(data, (value) => typeof value !== "number");
  if (index < 0) return undefined;
  return `${id}.data[${index}] is refused: a number is accepted, data is one flat list in row-major order`;
}

/** @param {unknown} value */
function isList(value) {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** @param {string | number | boolean} value */
function parameterText(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
