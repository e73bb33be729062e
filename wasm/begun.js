/** @import { Parts, Refusal, Result } from "./clockhand.js" */

/** A run in parts: its units are stepped through here or put in from elsewhere, and the tables filled from those that are there. */
export class Begun {
  /** For telling it from a refusal. @type {true} */ ok = true;
  #core;

  /**
   * @param {Parts} parts
   * @param {{step: (unit: number, step: number) => {ok: true} | Refusal, cells: (unit: number) => Float64Array,
   *   finish: () => Result | Refusal}} core
   */
  constructor({ units, steps, cells }, core) {
    /** Pieces of work that need nothing of one another; 0 for a lab that is not long. */
    this.units = units;
    /** Steps of each unit, done in order from 0. */
    this.steps = steps;
    /** Doubles of a unit's result; the first is 1 when it is done. */
    this.cells = cells;
    this.#core = core;
  }

  /**
   * Does one step of a unit; another unit's step 0 drops a unit that is under way.
   * @param {number} unit
   * @param {number} step
   * @returns {{ok: true} | Refusal}
   */
  step(unit, step) {
    return this.#core.step(unit, step);
  }

  /**
   * What a unit came to, to be put into another instance; undefined while it is not done.
   * @param {number} unit
   * @returns {Float64Array | undefined}
   */
  result(unit) {
    const cells = this.#core.cells(unit);
    return cells[0] === 1 ? cells.slice() : undefined;
  }

  /**
   * Takes over a unit that another instance computed.
   * @param {number} unit
   * @param {Float64Array} result
   */
  put(unit, result) {
    const cells = this.#core.cells(unit);
    if (result.length !== cells.length) throw new RangeError(`A unit of this run has ${cells.length} cells.`);
    cells.set(result);
  }

  /**
   * Tables and checks from the units that are done; more may be done or put in afterwards.
   * @returns {Result | Refusal} A refusal when no unit is done.
   */
  finish() {
    return this.#core.finish();
  }
}
