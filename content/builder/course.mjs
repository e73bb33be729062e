/** @import { Course } from "./types.mjs" */

/**
 * What a text outside chapters may name: nothing, but for what is given.
 * @param {Partial<Course>} [known]
 * @returns {Course}
 */
export function blankCourse(known = {}) {
  return {
    runs: new Map(),
    exercises: [],
    references: {},
    placed: new Set(),
    cited: new Set(),
    controls: new Map(),
    ...known,
  };
}
