import { refuseAnswer } from "./given.mjs";
import { ContentError, acceptedFor, listOf } from "./problem.mjs";
import { checkPicture } from "./pictures.mjs";
import { requireTarget } from "./targets.mjs";

/**
 * @import { Course, Place } from "./types.mjs"
 * @typedef {(attributes: Record<string, string>, course: Course, place: Place, instance?: string) => void} Check
 */

/**
 * The elements that the page fills. `block` ones stand on a line of their own; `chapter` ones are not for exercises.
 * Each check throws with the place and what exists.
 * What has a `text` is filled at build time and stands on the page as code.
 * @type {Record<string, {block: boolean, chapter: boolean, required: string[], optional: string[], check: Check,
 *   text?: (attributes: Record<string, string>, course: Course) => string}>}
 */
export const PLACEHOLDERS = {
  "ch-params": { block: true, chapter: true, required: ["run"], optional: ["only"], check: checkParams },
  "ch-table": {
    block: true,
    chapter: true,
    required: ["run", "table"],
    optional: ["after", "picture"],
    check: checkTable,
  },
  "ch-checks": { block: true, chapter: true, required: ["run"], optional: ["only"], check: checkChecks },
  "ch-exercise": { block: true, chapter: true, required: ["id"], optional: [], check: checkExercise },
  "ch-value": { block: false, chapter: false, required: [], optional: ["of", "param", "after"], check: checkValue },
  "ch-cite": { block: false, chapter: false, required: ["key"], optional: [], check: checkCite },
  "ch-param": { block: false, chapter: false, required: ["name"], optional: [], check: () => {} },
  "ch-case": { block: false, chapter: true, required: ["name"], optional: [], check: checkCase, text: answerOf },
};

/** @type {Check} */
function checkParams({ run, only }, course, place) {
  const { lab } = requireRun(run, course, place);
  refuseApart(run, course, place, "its parameters cannot be changed");
  requireEach(only, lab.parameters, `parameter of run "${run}"`, place);
  const named = only === undefined ? lab.parameters.map(({ id }) => id) : only.split(/\s+/).filter(Boolean);
  course.controls.set(run, [...(course.controls.get(run) ?? []), ...named]);
}

/** @type {Check} */
function checkTable({ run, table, after, picture }, course, place) {
  const { lab, result } = requireRun(run, course, place);
  requireOne(table, result.tables, `table of run "${run}"`, place);
  if (picture !== undefined) {
    const drawn = { lab, result, table: result.tables.find(({ id }) => id === table) };
    checkPicture(picture, course.pictures ?? {}, drawn, place);
    const slid = (course.pictures?.[picture]?.slides ?? []).map(({ param }) => param);
    if (slid.length > 0) {
      refuseApart(run, course, place, "no slider can change it");
      course.controls.set(run, [...(course.controls.get(run) ?? []), ...slid]);
    }
  }
  if (after !== undefined) requireOne(after, course.exercises, "exercise", place);
}

/** @type {Check} */
function checkChecks({ run, only }, course, place) {
  const { lab } = requireRun(run, course, place);
  if (lab.checks.length === 0) throw new ContentError(place, `run "${run}" has no checks; remove the element.`);
  requireEach(only, lab.checks, `check of run "${run}"`, place);
}

/** @type {Check} */
function checkExercise({ id }, course, place) {
  requireOne(id, course.exercises, "exercise", place);
  if (course.placed.has(id))
    throw new ContentError(place, `exercise "${id}" stands on the page already; place it once.`);
  course.placed.add(id);
}

/** What a figure names when it stands for the result of the exercise's own instance. */
export const INSTANCE = "instance";

/** @type {Check} */
function checkValue({ of, param, after }, course, place, instance) {
  if ((of === undefined) === (param === undefined)) {
    throw new ContentError(place, 'ch-value takes either of="RUN.TARGET" or param="RUN.NAME".');
  }
  if (after !== undefined) requireOne(after, course.exercises, "exercise", place);
  const [run, rest] = splitAtDot(of ?? param, place);
  if (run === INSTANCE) {
    checkInstance(param === undefined, instance, rest, course, place);
    return;
  }
  const named = requireRun(run, course, place);
  const { lab, result } = named;
  if (place.field !== undefined) refuseApart(run, course, place, "an exercise cannot wait for it");
  if (param !== undefined) {
    requireOne(rest, lab.parameters, `parameter of run "${run}"`, place);
    return;
  }
  const picked = requireTarget(result, rest, place);
  if (picked.cells.length !== 1) {
    throw new ContentError(
      place,
      `"${rest}" of run "${run}" is ${picked.cells.length} cells; name one, such as table[row].column.`,
    );
  }
  if (place.field === undefined && after === undefined) refuseAnswer(named, rest, course, place);
}

/**
 * A figure of the instance may be several cells, shown with commas between them.
 * @param {boolean} isFigure
 * @param {string | undefined} instance the run of the exercise
 * @param {string} target
 * @param {Course} course
 * @param {Place} place
 */
function checkInstance(isFigure, instance, target, course, place) {
  if (!isFigure) throw new ContentError(place, `a parameter of the instance is written {name}, such as {${target}}.`);
  if (instance === undefined) {
    throw new ContentError(
      place,
      `"${INSTANCE}" is for the texts of an exercise with a run; elsewhere name a run, accepted is ${listOf(course.runs.keys())}.`,
    );
  }
  requireTarget(requireRun(instance, course, place).result, target, place);
}

/** @type {Check} */
function checkCite({ key }, course, place) {
  if (!Object.hasOwn(course.references, key)) {
    throw new ContentError(
      place,
      `reference "${key}" does not exist; ${acceptedFor(key, Object.keys(course.references))}.`,
    );
  }
  course.cited.add(key);
}

/** @type {Check} */
function checkCase({ name }, { cases }, place) {
  if (!cases) throw new ContentError(place, "<ch-case> is for judging.md only; quote figures with <ch-value>.");
  if (!cases.has(name)) {
    throw new ContentError(place, `case "${name}" does not exist; its name stands in tests/vectors/answers.txt.`);
  }
}

/**
 * @param {Record<string, string>} attributes
 * @param {Course} course
 */
function answerOf({ name }, { cases }) {
  return cases?.get(name)?.answer ?? "";
}

/**
 * @param {string} text
 * @param {Place} place
 */
function splitAtDot(text, place) {
  const dot = text.indexOf(".");
  if (dot < 1) throw new ContentError(place, `"${text}" does not name a run and what of it; write RUN.REST.`);
  return [text.slice(0, dot), text.slice(dot + 1)];
}

/**
 * @param {string} name of a run that must not be computed apart
 * @param {Course} course
 * @param {Place} place
 * @param {string} why
 */
export function refuseApart(name, course, place, why) {
  if (!course.runs.get(name)?.apart) return;
  throw new ContentError(
    place,
    `run "${name}" is computed apart ("apart" in runs.${name}), and ${why}; use another run.`,
  );
}

/**
 * The run of that name with its lab and result.
 * @param {string} name
 * @param {Course} course
 * @param {Place} place
 */
export function requireRun(name, course, place) {
  const run = course.runs.get(name);
  if (!run) {
    throw new ContentError(place, `run "${name}" does not exist; ${acceptedFor(name, course.runs.keys())}.`);
  }
  return run;
}

/**
 * @param {string} id
 * @param {{id: string}[]} things
 * @param {string} what
 * @param {Place} place
 */
function requireOne(id, things, what, place) {
  if (!things.some((thing) => thing.id === id)) {
    throw new ContentError(
      place,
      `"${id}" is no ${what}; ${acceptedFor(
        id,
        things.map((thing) => thing.id),
      )}.`,
    );
  }
}

/**
 * @param {string | undefined} ids separated by spaces
 * @param {{id: string}[]} things
 * @param {string} what
 * @param {Place} place
 */
function requireEach(ids, things, what, place) {
  for (const id of (ids ?? "").split(/\s+/).filter(Boolean)) requireOne(id, things, what, place);
}
