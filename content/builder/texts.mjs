/** @import { Exercise } from "./types.mjs" */

/**
 * Every text of an exercise with its field.
 * @param {Exercise} exercise
 * @returns {[string, string][]}
 */
export function textsOf({ prompt, hints, explain, points = [], options = [] }) {
  return [
    ["prompt", prompt],
    ["explain", explain],
    ...hints.map((hint, i) => /** @type {[string, string]} */ ([`hints[${i}]`, hint])),
    ...points.map((point, i) => /** @type {[string, string]} */ ([`points[${i}]`, point])),
    ...options.flatMap(({ text, feedback }, i) => [
      /** @type {[string, string]} */ ([`options[${i}].text`, text]),
      /** @type {[string, string]} */ ([`options[${i}].feedback`, feedback]),
    ]),
  ];
}
