/**
 * What an exercise says must stay true when readers change the parameters of a run that has controls on the page.
 */

import { kindOf } from "./exercises.mjs";
import { INSTANCE } from "./placeholders.mjs";
import { ContentError, exerciseField } from "./problem.mjs";
import { requireTarget } from "./targets.mjs";
import { textsOf } from "./texts.mjs";

/**
 * @import { Chapter, Clockhand, Course, Exercise, Lab, Result } from "./types.mjs"
 * @typedef {Chapter["data"]["runs"]} Runs
 */

const FIGURE = /<ch-value (?:of|param)="([^".]+)\.([^"]+)"/g;
const MATRIX = "1,0";
const UNTOLD = "not-separable";

/**
 * @param {Exercise[]} exercises as built
 * @param {Course} course whose text has been read, so that its controls are known
 * @param {Clockhand} clockhand
 * @param {Chapter} chapter
 */
export function checkHeld(exercises, course, clockhand, { data, dataFile }) {
  exercises.forEach((exercise, index) => {
    const at = (/** @type {string} */ field) => ({
      file: dataFile,
      field: `${exerciseField(exercise.id, index)}.${field}`,
    });
    for (const [field, text] of textsOf(exercise)) refuseMoving(exercise, text, course, at(field));
    const { run = "", target } = exercise;
    requireFresh(exercise, clockhand, course, data.runs, at("draw"));
    const controls = course.controls.get(run);
    if (controls === undefined) return;
    if (target === undefined)
      throw new ContentError(
        at("run"),
        `readers change run "${run}", and a ${exercise.kind} exercise must stay true; give it a run without <ch-params>.`,
      );
    for (const [name, value] of extremes(/** @type {{lab: Lab}} */ (course.runs.get(run)).lab, controls))
      checkAt(exercise, name, value, clockhand, data.runs, at);
  });
}

/**
 * What is drawn can be drawn, before readers change anything. Seeds that tell no mistake apart are for `validate` to list.
 * @param {Exercise} exercise
 * @param {Clockhand} clockhand
 * @param {Course} course
 * @param {Runs} runs
 * @param {import("./types.mjs").Place} place
 */
function requireFresh(
  { run = "", target, places, tolerance, form, mistakes, draw = {} },
  clockhand,
  course,
  runs,
  place,
) {
  if (target === undefined || Object.keys(draw).length === 0 || course.runs.get(run)?.lab.long) return;
  const { lab, params } = runs[run];
  const fresh = clockhand.instance({ lab, params, draw, target, places, tolerance, form, mistakes, seed: 1 });
  if (!fresh.ok && fresh.error.id !== UNTOLD)
    throw new ContentError(place, `fresh instances are refused: ${fresh.error.message}.`);
}

/**
 * A figure of a run that readers change, or of the exercise's own run beside a fresh instance, is another's figure.
 * @param {Exercise} exercise
 * @param {string} text
 * @param {Course} course
 * @param {import("./types.mjs").Place} place
 */
function refuseMoving({ run, target }, text, course, place) {
  for (const [, quoted, rest] of text.matchAll(FIGURE)) {
    if (quoted === INSTANCE) continue;
    if (target !== undefined && quoted === run)
      throw new ContentError(
        place,
        `"${quoted}.${rest}" is of the run, not of the shown instance; write "${INSTANCE}.${rest}", or {name} for a parameter.`,
      );
    if (course.controls.has(quoted))
      throw new ContentError(
        place,
        `"${quoted}.${rest}" moves when readers change run "${quoted}"; quote a run without <ch-params>${target === undefined ? "" : ` or "${INSTANCE}"`}.`,
      );
  }
}

/**
 * The ends of what each control takes.
 * @param {Lab} lab
 * @param {string[]} controls
 * @returns {[string, string][]}
 */
function extremes({ parameters }, controls) {
  return parameters
    .filter(({ id }) => controls.includes(id))
    .flatMap(({ id, type, min, max, choices = [] }) => {
      const ends = type === "choice" ? choices.map((choice) => choice.id) : type === "matrix" ? [MATRIX] : [min, max];
      return ends.map((end) => /** @type {[string, string]} */ ([id, String(end)]));
    });
}

/**
 * With one parameter at its end the exercise still has its target, its shape, its figures and fresh instances. What the
 * core refuses there, the page says.
 * @param {Exercise} exercise
 * @param {string} name
 * @param {string} value
 * @param {Clockhand} clockhand
 * @param {Runs} runs
 * @param {(field: string) => import("./types.mjs").Place} at
 */
function checkAt(exercise, name, value, clockhand, runs, at) {
  const { run = "", target = "", kind, places, tolerance, form, mistakes, draw = {} } = exercise;
  const { lab, params } = runs[run];
  const request = { lab, params: { ...params, [name]: value } };
  const result = clockhand.run(request);
  if (!result.ok) return;
  const where = `readers can set ${name} of run "${run}" to ${value}, and then`;
  const remedy = "give the exercise a run without <ch-params>";
  const found = shapeAt(result, target);
  if (found !== kind)
    throw new ContentError(at("target"), `${where} "${target}" is ${found ?? "not there"}, not a ${kind}; ${remedy}.`);
  for (const [field, text] of textsOf(exercise)) {
    for (const [, of, figure] of text.matchAll(FIGURE)) {
      if (of === INSTANCE && shapeAt(result, figure) === undefined)
        throw new ContentError(at(field), `${where} "${of}.${figure}" is not there; ${remedy}.`);
    }
  }
  if (Object.keys(draw).length === 0) return;
  const fresh = clockhand.instance({ ...request, draw, target, places, tolerance, form, mistakes, seed: 1 });
  if (!fresh.ok) throw new ContentError(at("draw"), `${where} ${fresh.error.message}; ${remedy}.`);
}

/**
 * @param {Result} result
 * @param {string} target
 */
function shapeAt(result, target) {
  try {
    return kindOf(requireTarget(result, target, {}));
  } catch (error) {
    if (error instanceof ContentError) return undefined;
    throw error;
  }
}
