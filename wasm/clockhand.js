// The core for JavaScript: the only module that knows an address. Everything else sees plain objects and copied arrays.

import { Begun } from "./begun.js";
import { readReply, refusal, replyText, writeRequest } from "./reply.js";

export { Begun } from "./begun.js";
export { pick } from "./pick.js";

/** Characters of an answer that are passed on: more than the core reads, so that a longer one is refused by the core. */
const LONGEST_ANSWER = 40000;

/** The boundary this adapter was written for; the module says its own. */
const ABI = 2;

/**
 * @typedef {number | string} Cell A number, or a text or cue id.
 * @typedef {{id: string, label: string, unit: string | null, type: "integer" | "real" | "text" | "cue", digits: number}} Column
 * @typedef {{id: string, label: string, line?: string}} Named
 * @typedef {{id: string, caption: string, layout: "records" | "matrix", keys: number, columns: Column[], rows: Cell[][],
 *   cues?: string[][], cue_set?: Named[], companion?: string,
 *   row_axis?: {symbol: string, label: string}, column_axis?: {symbol: string, label: string}}} Table
 * @typedef {{id: string, label: string, value: number, tolerance: number, sense: "at-most" | "above", passed: boolean}} Check
 * @typedef {{ok: false, error: {id: string, argument: string, message: string}}} Refusal
 * @typedef {{ok: true, lab: string, params: Record<string, string>, mistake: string | null, tables: Table[], checks: Check[]}} Result
 * @typedef {{id: string, label: string, help: string, unit: string | null, type: "integer" | "real" | "choice" | "matrix" | "range",
 *   min?: number, max?: number, step?: number, default: string, choices?: Named[]}} Parameter
 * @typedef {{id: string, caption: string, layout: "records" | "matrix", keys: number, columns: Column[], cues?: Named[], companion?: string}} TableDescription
 * @typedef {{id: string, summary: string, long?: true, parameters: Parameter[], tables: TableDescription[],
 *   checks: {id: string, label: string, sense: "at-most" | "above"}[], mistakes: {id: string, summary: string}[]}} Lab
 * @typedef {{units: number, steps: number, cells: number, results: number}} Parts
 * @typedef {{abi: number, labs: Lab[]}} Description
 * @typedef {{verdict: string, read_as: string, mistakes: string[], last_place?: true}} CellVerdict
 * @typedef {{ok: true, verdict: string, read_as?: string, places: number, expected: string, mistakes: string[],
 *   cells?: CellVerdict[], pattern?: string, last_place?: true, position?: number, ambiguous?: boolean, message?: string}} Verdict
 * @typedef {{ok: true, readable: boolean, rows?: number, columns?: number, read_as?: string, cells?: string[], position?: number,
 *   ambiguous?: boolean, message?: string}} Reading
 * @typedef {{ok: true, params: Record<string, string>, one_of: string[][], inseparable: string[], attempts: number}} Instance
 * @typedef {{lab: string, params?: Record<string, string>}} Setting A lab and its parameters as text.
 * @typedef {{places?: number, tolerance?: number, form?: "integer" | "fraction", mistakes?: string[]}} Form
 * @typedef {Setting & Form & {target: string, answer: string, carried?: Record<string, string>}} Question
 * @typedef {Form & {right: string, wrong?: Record<string, string>, paired?: boolean, answer: string}} GivenQuestion Cells as text: `1,0;0,1`; `paired`
 *   when they are features in pairs.
 * @typedef {Setting & Form & {target: string, draw?: Record<string, string>, seed: number | string}} InstanceRequest
 * @typedef {{rows: number, columns: number, cells: Cell[], digits: number}} Picked
 * @typedef {{
 *   memory: WebAssembly.Memory, _initialize?: () => void,
 *   clockhand_abi: () => number, clockhand_request: () => number, clockhand_request_bytes: () => number,
 *   clockhand_reply: () => number, clockhand_cells: () => number, clockhand_describe: () => number,
 *   clockhand_run: (length: number) => number, clockhand_begin: (length: number) => number,
 *   clockhand_step: (unit: number, step: number) => number, clockhand_finish: () => number, clockhand_read: (length: number) => number,
 *   clockhand_judge: (length: number) => number, clockhand_instance: (length: number) => number,
 *   clockhand_format: (value: number, digits: number) => number}} Exports
 */

/**
 * Compiles (where needed) and starts the core.
 * @param {ArrayBuffer | Uint8Array<ArrayBuffer> | WebAssembly.Module} source The module's bytes, or the compiled module.
 * @returns {Promise<Clockhand>}
 * @throws {Error} When the module speaks another boundary than this adapter.
 */
export async function load(source) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const start = async () => exportsOf(await WebAssembly.instantiate(module, {}));
  const exports = await start();
  const abi = exports.clockhand_abi();
  if (abi !== ABI) {
    throw new Error(`The core speaks boundary ${abi}, this page boundary ${ABI}: load both from one build.`);
  }
  return new Clockhand(module, exports);
}

/** @param {WebAssembly.Instance} instance */
function exportsOf(instance) {
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  exports._initialize?.();
  return exports;
}

/** One instance of the core. A call that traps replaces the instance, so that the next call works again. */
export class Clockhand {
  /** @type {WebAssembly.Module} */ #module;
  /** @type {Exports} */ #exports;
  /** @type {object | undefined} What stands for the run that was begun, until another call ends it. */ #begun;
  #decoder = new TextDecoder();

  /**
   * @param {WebAssembly.Module} module
   * @param {Exports} exports
   */
  constructor(module, exports) {
    this.#module = module;
    this.#exports = exports;
    /** @type {Description} */
    this.description = this.#reply((core) => core.clockhand_describe());
  }

  /** The compiled module, to start further instances from (in workers). */
  get module() {
    return this.#module;
  }

  /**
   * Runs a lab.
   * @param {Setting & {mistake?: string | null}} setting
   * @returns {Result | Refusal}
   */
  run(setting) {
    const reply = this.#ask("clockhand_run", settingEntries(setting));
    return reply.ok ? this.#result(reply) : reply;
  }

  /**
   * Begins a run in parts, as long labs want it: units that any instance can compute alone. Any other call on this instance ends it.
   * @param {Setting & {mistake?: string | null}} setting
   * @returns {Begun | Refusal}
   */
  begin(setting) {
    const reply = this.#ask("clockhand_begin", settingEntries(setting));
    if (!reply.ok) return reply;
    const token = {};
    this.#begun = token;
    const current = () => {
      if (this.#begun !== token) throw new Error("This run was ended by another call on the same instance.");
    };
    return new Begun(reply, {
      step: (unit, step) => {
        current();
        return this.#reply((core) => core.clockhand_step(unit, step));
      },
      cells: (unit) => {
        current();
        return this.#unit(reply, unit);
      },
      finish: () => {
        current();
        const finished = this.#reply((core) => core.clockhand_finish());
        return finished.ok ? this.#result(finished) : finished;
      },
    });
  }

  /**
   * Judges a typed answer.
   * @param {Question} question
   * @returns {Verdict | Refusal}
   */
  judge({ carried = {}, answer, ...question }) {
    const earlier = Object.entries(carried).map(([name, text]) => [`carried.${name}`, text]);
    return this.#ask("clockhand_judge", [
      ...questionEntries(question),
      ...earlier,
      ["answer", answer.slice(0, LONGEST_ANSWER)],
    ]);
  }

  /**
   * Judges a typed answer against given cells, as the table of cases does.
   * @param {GivenQuestion} question
   * @returns {Verdict | Refusal}
   */
  judgeGiven({ right, wrong = {}, paired = false, answer, ...form }) {
    const mistakes = Object.entries(wrong).map(([id, text]) => [`wrong.${id}`, text]);
    return this.#ask("clockhand_judge", [
      ["right", right],
      ...mistakes,
      ...(paired ? [["paired", "yes"]] : []),
      ...formEntries(form),
      ["answer", answer.slice(0, LONGEST_ANSWER)],
    ]);
  }

  /**
   * How a text is read, without judging it.
   * @param {{text: string, rows?: number, columns?: number}} field
   * @returns {Reading}
   */
  read({ text, rows = 1, columns = 1 }) {
    return this.#ask("clockhand_read", [
      ["rows", rows],
      ["columns", columns],
      ["text", text.slice(0, LONGEST_ANSWER)],
    ]);
  }

  /**
   * Draws the parameters of an instance; seed 0 draws none.
   * @param {InstanceRequest} request
   * @returns {Instance | Refusal}
   */
  instance({ draw = {}, seed, ...question }) {
    const draws = Object.entries(draw).map(([name, spec]) => [`draw.${name}`, spec]);
    return this.#ask("clockhand_instance", [...questionEntries(question), ...draws, ["seed", seed]]);
  }

  /**
   * A number as text, rounded on its exact digits.
   * @param {number} value
   * @param {number} digits Decimals shown, 0 to 100; -1: the shortest text that reads back.
   * @returns {string}
   */
  format(value, digits) {
    const core = this.#exports;
    return replyText(core, core.clockhand_format(value, digits));
  }

  /**
   * @param {"clockhand_run" | "clockhand_begin" | "clockhand_read" | "clockhand_judge" | "clockhand_instance"} name
   * @param {(string | number)[][]} entries
   */
  #ask(name, entries) {
    this.#begun = undefined;
    const length = writeRequest(this.#exports, entries);
    return typeof length === "number" ? this.#reply((exports) => exports[name](length)) : length;
  }

  /** @param {(exports: Exports) => number} call */
  #reply(call) {
    let length;
    try {
      length = call(this.#exports);
    } catch (error) {
      // A trap leaves the instance in an unknown state.
      this.#begun = undefined;
      this.#exports = exportsOf(new WebAssembly.Instance(this.#module, {}));
      return refusal(
        "trap",
        `The core stopped (${error instanceof Error ? error.message : error}) and was started afresh`,
      );
    }
    return readReply(this.#exports, length);
  }

  /**
   * Where a unit's cells lie.
   * @param {Parts} parts
   * @param {number} unit
   */
  #unit({ units, cells, results }, unit) {
    if (!(unit >= 0 && unit < units)) throw new RangeError(`Unit ${unit} is none of ${units}.`);
    const core = this.#exports;
    return new Float64Array(core.memory.buffer, core.clockhand_cells() + results, units * cells).subarray(
      unit * cells,
      (unit + 1) * cells,
    );
  }

  /**
   * @param {any} reply Parameters and checks, and where the cells lie.
   * @returns {Result}
   */
  #result(reply) {
    const lab = /** @type {Lab} */ (this.description.labs.find(({ id }) => id === reply.lab));
    return {
      ok: true,
      lab: reply.lab,
      params: reply.params,
      mistake: reply.mistake,
      tables: lab.tables.map((table, index) => this.#table(table, reply.tables[index], reply.texts)),
      checks: reply.checks.map((/** @type {any} */ check, /** @type {number} */ index) => ({
        ...lab.checks[index],
        ...finiteCheck(check),
      })),
    };
  }

  /**
   * @param {TableDescription} description
   * @param {{rows: number, columns: number, row_start: number, column_start: number, cells: number, cues?: number}} place
   * @param {number} texts
   * @returns {Table}
   */
  #table(description, place, texts) {
    const buffer = this.#exports.memory.buffer;
    const base = this.#exports.clockhand_cells();
    const cells = new Float64Array(buffer, base + place.cells, place.rows * place.columns);
    const values = rowsOf(Array.from(cells), place.rows, place.columns);
    const { cues: cueSet = [], ...rest } = description;
    if (description.layout === "records") {
      const rows = values.map((row) =>
        row.map((value, index) => this.#cell(value, description.columns[index], cueSet, base + texts)),
      );
      return { ...rest, rows, ...(cueSet.length > 0 && { cue_set: cueSet }) };
    }
    const [rowAxis, columnAxis, value] = description.columns;
    const columns = [
      rowAxis,
      ...Array.from({ length: place.columns }, (_, index) => axisColumn(columnAxis, value, place.column_start + index)),
    ];
    const table = {
      ...rest,
      columns,
      row_axis: { symbol: rowAxis.id, label: rowAxis.label },
      column_axis: { symbol: columnAxis.id, label: columnAxis.label },
      rows: values.map((row, index) => [place.row_start + index, ...row]),
    };
    if (place.cues === undefined) return table;
    const marks = Array.from(new Uint32Array(buffer, base + place.cues, place.rows * place.columns));
    const ids = marks.map((mark) => (mark === 0 ? "" : cueSet[mark - 1].id));
    return { ...table, cue_set: cueSet, cues: rowsOf(ids, place.rows, place.columns) };
  }

  /**
   * @param {number} value
   * @param {Column} column
   * @param {Named[]} cues
   * @param {number} texts
   * @returns {Cell}
   */
  #cell(value, column, cues, texts) {
    if (column.type === "cue") return cues[value].id;
    if (column.type !== "text") return value;
    const bytes = new Uint8Array(this.#exports.memory.buffer, texts + value);
    return this.#decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

/**
 * @param {Column} axis
 * @param {Column} value
 * @param {number} count
 * @returns {Column}
 */
function axisColumn(axis, value, count) {
  return { ...value, id: `${axis.id}${count}`, label: `${axis.id} = ${count}` };
}

/**
 * @template T
 * @param {T[]} cells
 * @param {number} rows
 * @param {number} columns
 */
function rowsOf(cells, rows, columns) {
  return Array.from({ length: rows }, (_, row) => cells.slice(row * columns, (row + 1) * columns));
}

/** @param {Record<string, string>} params */
function parameterEntries(params) {
  return Object.entries(params).map(([name, text]) => [`param.${name}`, text]);
}

/** @param {Setting & {mistake?: string | null}} setting */
function settingEntries({ lab, params = {}, mistake }) {
  const entries = [["lab", lab], ...parameterEntries(params)];
  if (mistake) entries.push(["mistake", mistake]);
  return entries;
}

/** @param {Setting & Form & {target: string}} question */
function questionEntries({ lab, params = {}, target, ...form }) {
  return [["lab", lab], ["target", target], ...parameterEntries(params), ...formEntries(form)];
}

/** @param {Form} form */
function formEntries({ places, tolerance, form, mistakes }) {
  /** @type {(string | number)[][]} */
  const entries = [];
  if (places !== undefined) entries.push(["places", places]);
  if (tolerance !== undefined) entries.push(["tolerance", tolerance]);
  if (form) entries.push(["form", form]);
  if (mistakes) entries.push(["mistakes", mistakes.join(",")]);
  return entries;
}

/** @param {{value: number | string, tolerance: number | string, passed: boolean}} check */
function finiteCheck({ value, tolerance, passed }) {
  return { value: Number(value), tolerance: Number(tolerance), passed };
}
