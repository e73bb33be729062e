import { pick } from "../../wasm/clockhand.js";
import { INSTANCE } from "./placeholders.mjs";
import { ContentError, exerciseField } from "./problem.mjs";
import { placesOf } from "./targets.mjs";
import { textsOf } from "./texts.mjs";

/** @import { Course, Exercise, Lab, Place, Result } from "./types.mjs" */

const FIGURE = /<ch-value of="([^".]+)\.([^"]+)"([^>]*)>/g;
/** What stands there before anything is answered, in the place of what a reader opens later. */
const AT_ONCE = /^(prompt|options\[\d+\]\.text)$/;

/**
 * A figure in the text of a chapter that an exercise asks for, as it stands, waits until it has been predicted.
 * @param {{lab: Lab, result: Result}} run
 * @param {string} target of one cell
 * @param {Course} course
 * @param {Place} place
 */
export function refuseAnswer(run, target, course, place) {
  const [cell] = placesOf(run.result, target);
  const [asking] = askingFor([cell], run, course);
  if (asking === undefined) return;
  throw new ContentError(
    place,
    `${cell} is what exercise "${asking.id}" asks for; hold it back with after="${asking.id}".`,
  );
}

/**
 * What is asked must not be told: neither by the prompt of any exercise, nor by hints and explanations of one that stands before.
 * @param {Exercise[]} exercises as built
 * @param {Course} course whose text has been read, so that the order of the exercises on the page is known
 * @param {string} file
 */
export function checkGiven(exercises, course, file) {
  const order = [...course.placed];
  exercises.forEach((exercise, index) => {
    const later = order.slice(order.indexOf(exercise.id) + 1);
    for (const [field, text] of textsOf(exercise)) {
      const place = { file, field: `${exerciseField(exercise.id, index)}.${field}` };
      const printed = figuresOf(text, exercise, course);
      const atOnce = AT_ONCE.test(field);
      for (const { run, cells, name } of printed) {
        const asking = askingFor(cells, run, course).find(({ id }) => atOnce || later.includes(id));
        if (asking !== undefined) refuse(name, asking, exercise, place);
      }
      if (atOnce) refuseWhole(printed, exercise, course, place);
    }
  });
}

/**
 * The figures of a text that wait for nothing.
 * @param {string} text
 * @param {Exercise} exercise
 * @param {Course} course
 */
function figuresOf(text, exercise, course) {
  return [...text.matchAll(FIGURE)].flatMap(([, of, target, rest]) => {
    const run = course.runs.get(of === INSTANCE ? (exercise.run ?? "") : of);
    if (run === undefined || rest.includes("after=")) return [];
    return [{ run, name: `${of}.${target}`, target, cells: placesOf(run.result, target) }];
  });
}

/**
 * The answer of another exercise may stand in another table, or in another order: then its numbers give it away, all of them and not
 * whole ones alone, which many tables hold. Of its own answer's numbers a prompt may show more than one to choose from.
 * @param {ReturnType<typeof figuresOf>} printed
 * @param {Exercise} exercise
 * @param {Course} course
 * @param {Place} place
 */
function refuseWhole(printed, exercise, course, place) {
  const shown = new Set(printed.flatMap(({ run, target }) => pick(run.result, target).cells));
  for (const other of course.exercises) {
    const asked = course.runs.get(other.run ?? "");
    if (other.id === exercise.id || asked === undefined || other.target === undefined) continue;
    const { cells } = pick(asked.result, other.target);
    if (cells.every(Number.isInteger) || cells.some((cell) => !shown.has(cell))) continue;
    const holding = printed.find(({ run, target }) => pick(run.result, target).cells.includes(cells[0]));
    refuse(/** @type {{name: string}} */ (holding).name, other, exercise, place);
  }
}

/**
 * @param {string} name of the figure
 * @param {Exercise} asking
 * @param {Exercise} exercise that tells it
 * @param {Place} place
 */
function refuse(name, asking, exercise, place) {
  const remedy =
    asking.id === exercise.id
      ? "which this exercise asks for; leave it out"
      : `which exercise "${asking.id}" asks for; give one of the two a run with other parameters, or hold it back with after="${asking.id}"`;
  throw new ContentError(place, `shows ${name}, ${remedy}.`);
}

/**
 * The exercises that ask for one of these cells of a run.
 * @param {string[]} cells
 * @param {{lab: Lab, result: Result}} run
 * @param {Course} course
 */
function askingFor(cells, run, course) {
  return course.exercises.filter(({ run: name = "", target }) => {
    const asked = course.runs.get(name);
    if (asked === undefined || target === undefined || !isSameRun(run, asked)) return false;
    const places = placesOf(asked.result, target);
    return cells.some((cell) => places.includes(cell));
  });
}

/**
 * @param {{lab: Lab, result: Result}} left
 * @param {{lab: Lab, result: Result}} right
 */
function isSameRun(left, right) {
  const text = (/** @type {{lab: Lab, result: Result}} */ { lab, result }) => JSON.stringify([lab.id, result.params]);
  return text(left) === text(right);
}
