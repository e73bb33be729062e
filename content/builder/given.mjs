import { ContentError } from "./problem.mjs";
import { placesOf } from "./targets.mjs";

/** @import { Course, Lab, Place, Result } from "./types.mjs" */

/**
 * A figure in the text of a chapter that an exercise asks for, as it stands, waits until it has been predicted.
 * @param {{lab: Lab, result: Result}} run
 * @param {string} target of one cell
 * @param {Course} course
 * @param {Place} place
 */
export function refuseAnswer(run, target, course, place) {
  const [cell] = placesOf(run.result, target);
  const asking = course.exercises.find((exercise) => {
    const asked = course.runs.get(exercise.run ?? "");
    return asked !== undefined && isSameRun(run, asked) && placesOf(asked.result, exercise.target ?? "").includes(cell);
  });
  if (asking === undefined) return;
  throw new ContentError(
    place,
    `${cell} is what exercise "${asking.id}" asks for; hold it back with after="${asking.id}".`,
  );
}

/**
 * @param {{lab: Lab, result: Result}} left
 * @param {{lab: Lab, result: Result}} right
 */
function isSameRun(left, right) {
  const text = (/** @type {{lab: Lab, result: Result}} */ { lab, result }) => JSON.stringify([lab.id, result.params]);
  return text(left) === text(right);
}
