// Ops for JavaScript: one kernel each on the caller's own tensors, in browsers and Node. Knows the addresses of their module.

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
 *   parameters: OpParameter[], outputs: {id: string, help: string}[]}} Op
 * @typedef {{id: string, shape: number[], count: number, at: number}} Place
 * @typedef {{
 *   memory: WebAssembly.Memory, _initialize?: () => void,
 *   clockhand_abi: () => number, clockhand_request: () => number, clockhand_request_bytes: () => number,
 *   clockhand_reply: () => number, clockhand_cells: () => number, clockhand_ops: () => number,
 *   clockhand_plan: (length: number) => number, clockhand_op: (length: number) => number}} Exports
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
    /** @type {Op[]} */
    this.description = read(core, core.clockhand_ops()).ops;
  }

  /**
   * Runs one op: `op("rope", { x: { shape: [2, 4], data } }, { pairing: "half" })`.
   * @param {string} name
   * @param {Record<string, Tensor>} [tensors]
   * @param {Record<string, string | number | boolean>} [parameters] A flag is true or false.
   * @returns {Outcome | Refusal}
   */
  op(name, tensors = {}, parameters = {}) {
    const core = start(this.#module);
    for (const [id, tensor] of Object.entries(tensors)) {
      const fault = faultOf(id, tensor);
      if (fault !== undefined) return refusal("bad-tensor", id, fault);
    }
    const request = write(core, [
      ["op", name],
      ...Object.entries(parameters).map(([id, value]) => [`param.${id}`, parameterText(value)]),
      ...Object.entries(tensors).map(([id, { shape, data }]) => [
        `tensor.${id}`,
        `${[...shape].join(",")}:${data.length}`,
      ]),
    ]);
    if (typeof request !== "number") return request;
    const plan = read(core, core.clockhand_plan(request));
    if (!plan.ok) return plan;
    const base = core.clockhand_cells();
    for (const { id, at, count } of /** @type {Place[]} */ (plan.inputs)) {
      new Float64Array(core.memory.buffer, base + at, count).set(tensors[id].data);
    }
    const done = read(core, core.clockhand_op(request));
    if (!done.ok) return done;
    const outputs = /** @type {Place[]} */ (plan.outputs).map(({ id, shape, at, count }) => {
      return [id, { shape, data: new Float64Array(core.memory.buffer, base + at, count).slice() }];
    });
    return { ok: true, outputs: Object.fromEntries(outputs), notes: done.notes };
  }
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

/**
 * @param {string} id
 * @param {string} argument
 * @param {string} message
 * @returns {Refusal}
 */
function refusal(id, argument, message) {
  return { ok: false, error: { id, argument, message } };
}

/** @param {string | number | boolean} value */
function parameterText(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

/**
 * Writes a request; its length, or why it is refused.
 * @param {Exports} core
 * @param {string[][]} entries
 */
function write(core, entries) {
  // A NUL ends an entry, and the first = its key: in names that are no one's they become the replacement character.
  const text = entries
    .map(([key, value]) => `${key.replaceAll(/[\0=]/g, "\ufffd")}=${value.replaceAll("\0", "\ufffd")}\0`)
    .join("");
  const bytes = new TextEncoder().encode(text);
  const room = core.clockhand_request_bytes();
  if (bytes.length > room) {
    return refusal("request-too-long", "", `This request is ${bytes.length} bytes long: at most ${room} are accepted`);
  }
  new Uint8Array(core.memory.buffer, core.clockhand_request(), bytes.length).set(bytes);
  return bytes.length;
}

/**
 * @param {Exports} core
 * @param {number} length
 */
function read(core, length) {
  return JSON.parse(new TextDecoder().decode(new Uint8Array(core.memory.buffer, core.clockhand_reply(), length)));
}
