/**
 * A long run: its units go to workers, each with an instance of the core of its own, and what they come to is kept here.
 * Which worker did a unit does not matter. "begin" is told when they start, "progress" after each step, "unit" after each unit
 * done, "silent" after a long wait for either, "end" after the last one, a stop or a refusal.
 */

/**
 * @typedef {{ lab: string, params: Record<string, string> }} Setting
 * @typedef {object} Crew what works on units
 * @property {WebAssembly.Module} module
 * @property {() => Worker} hire
 * @property {number} most workers at once
 * @property {boolean} fast whether the module has vector instructions
 */

/** No step takes so long, nor the start of a worker. */
const SILENT_MS = 30_000;

export class Measurement extends EventTarget {
  /** @type {Worker[]} */
  #workers = [];
  /** @type {number[]} */
  #waiting = [];
  #started = 0;
  #stepsBefore = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #watch;

  /** @param {Setting} setting @param {{ units: number, steps: number }} parts */
  constructor(setting, { units, steps }) {
    super();
    this.setting = setting;
    this.units = units;
    this.stepsOfUnit = steps;
    /** What each unit came to. @type {Map<number, Float64Array>} */
    this.results = new Map();
    this.stepsDone = 0;
    /** @type {string|undefined} */
    this.refusal = undefined;
    this.slow = false;
    /** Whether nothing has come from the workers for long. */
    this.silent = false;
  }

  get running() {
    return this.#workers.length > 0;
  }

  get done() {
    return this.results.size === this.units;
  }

  /** From 0 to 1. */
  get share() {
    return this.stepsDone / (this.units * this.stepsOfUnit);
  }

  /** Seconds that are left at the pace so far; undefined while it is not known. @param {number} now milliseconds */
  secondsLeft(now) {
    const steps = this.stepsDone - this.#stepsBefore;
    if (!this.running || steps === 0) return undefined;
    return (((now - this.#started) / steps) * (this.units * this.stepsOfUnit - this.stepsDone)) / 1000;
  }

  /** Begins, or goes on after a stop. @param {Crew} crew @param {number} now milliseconds */
  start({ module, hire, most, fast }, now) {
    if (this.running || this.done) return;
    this.slow = !fast;
    this.refusal = undefined;
    this.#waiting = Array.from({ length: this.units }, (_, unit) => unit).filter((unit) => !this.results.has(unit));
    this.stepsDone = this.results.size * this.stepsOfUnit;
    this.#stepsBefore = this.stepsDone;
    this.#started = now;
    const count = Math.max(1, Math.min(most, this.#waiting.length));
    for (let i = 0; i < count; i += 1) {
      const worker = hire();
      worker.onmessage = ({ data }) => this.#hear(worker, data);
      worker.onerror = (event) => this.#end(event.message || "a worker could not be started");
      worker.postMessage({ module, setting: this.setting });
      this.#workers.push(worker);
      this.#give(worker);
    }
    this.#listen();
    this.#tell("begin");
  }

  /** Units that are done stay done. */
  stop() {
    if (this.running) this.#end();
  }

  /** @param {Worker} worker */
  #give(worker) {
    const unit = this.#waiting.shift();
    if (unit !== undefined) worker.postMessage({ unit });
  }

  /** @param {Worker} worker @param {import("./worker.js").Report} report */
  #hear(worker, report) {
    if (!this.#workers.includes(worker)) return;
    this.#listen();
    if ("refused" in report) this.#end(report.refused);
    else if ("stepped" in report) {
      this.stepsDone += 1;
      this.#tell("progress");
    } else {
      this.results.set(report.unit, report.result);
      this.#give(worker);
      this.#tell("unit");
      if (this.done) this.#end();
    }
  }

  /** From now on, until they are silent for long. */
  #listen() {
    this.silent = false;
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => {
      this.silent = true;
      this.#tell("silent");
    }, SILENT_MS);
  }

  /** @param {string} [refusal] */
  #end(refusal) {
    clearTimeout(this.#watch);
    this.silent = false;
    for (const worker of this.#workers.splice(0)) worker.terminate();
    this.refusal = refusal;
    this.stepsDone = this.results.size * this.stepsOfUnit;
    this.#tell("end");
  }

  /** @param {string} type */
  #tell(type) {
    this.dispatchEvent(new Event(type));
  }
}
