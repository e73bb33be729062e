/** The instance of an exercise: parameters and the right result, from a seed. */

/**
 * @typedef {{ params: Record<string, string>, result: import("../types.js").Result|undefined, refusal: string|undefined }} Instance
 */

/**
 * @param {import("../types.js").Clockhand} clockhand
 * @param {import("../runs.js").Runs} runs
 * @param {import("../types.js").Exercise} exercise
 * @param {number} seed 0 takes the run as it stands
 * @param {Record<string, string>} draw the parameters to draw
 * @returns {Instance}
 */
export function drawInstance(clockhand, runs, exercise, seed, draw) {
  if (exercise.run === undefined) return { params: {}, result: undefined, refusal: undefined };
  const run = runs.get(exercise.run);
  if (run === undefined) return refused({}, `The exercise ${exercise.id} names a run that this chapter does not have.`);
  // A choice and a written answer are true for the chapter's own parameters, whatever a link or a reader sets.
  if (exercise.target === undefined) return instance(run.own, runs.standard(run));
  if (run.result === undefined) return refused(run.params, run.error?.message ?? "");
  if (seed === 0 || Object.keys(draw).length === 0)
    return { params: run.params, result: run.result, refusal: undefined };
  const { target, places, tolerance, form, mistakes } = exercise;
  const request = { lab: run.lab, params: run.params, draw, target, places, tolerance, form, mistakes, seed };
  const drawn = clockhand.instance(definedOnly(request));
  if (!drawn.ok) return refused(run.params, drawn.error.message);
  const params = { ...run.params, ...drawn.params };
  return instance(params, clockhand.run({ lab: run.lab, params }));
}

/** @param {Record<string, string>} params @param {import("../types.js").Result|import("../types.js").Refusal} result @returns {Instance} */
function instance(params, result) {
  return result.ok ? { params, result, refusal: undefined } : refused(params, result.error.message);
}

/**
 * The instance when it has the cells that are asked for: a table may have become too small for them.
 * @param {Instance} instance @param {string|undefined} target @param {import("../types.js").Core["pick"]} pick
 * @returns {Instance}
 */
export function holding(instance, target, pick) {
  if (instance.result === undefined || target === undefined) return instance;
  try {
    pick(instance.result, target);
    return instance;
  } catch {
    return refused(
      instance.params,
      "With the parameters that are set here, what this exercise asks for does not exist: reset them, or make the table larger.",
    );
  }
}

/** @param {Record<string, string>} params @param {string} refusal @returns {Instance} */
function refused(params, refusal) {
  return { params, result: undefined, refusal };
}

/** @param {Record<string, unknown>} request */
function definedOnly(request) {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
}
