import { ContentError, acceptedFor } from "./problem.mjs";

/**
 * @import { Exercise, Lab, Place } from "./types.mjs"
 * @typedef {(field: string) => Place} At
 */

/** What stands for the learner's earlier answer in the parameters of a carry. */
export const ANSWER = "{answer}";

/**
 * A step of a chain names steps before it, on the same run and drawn alike, so that one seed is one instance for all.
 * @param {Exercise} exercise
 * @param {Exercise[]} before the exercises before it
 * @param {Lab} lab
 * @param {At} at
 */
export function checkCarry(exercise, before, lab, at) {
  (exercise.carry ?? []).forEach(({ from, params }, i) => {
    const earlier = before.find(({ id }) => id === from);
    const place = at(`carry[${i}].from`);
    if (!earlier)
      throw new ContentError(
        place,
        `"${from}" is no earlier exercise; ${acceptedFor(
          from,
          before.map(({ id }) => id),
        )}.`,
      );
    if (earlier.target === undefined)
      throw new ContentError(place, `"${from}" is a ${earlier.kind} exercise; only a computed value is carried.`);
    if (earlier.run !== exercise.run)
      throw new ContentError(
        place,
        `"${from}" is on run "${earlier.run}", this one on "${exercise.run}"; use one run.`,
      );
    if (JSON.stringify(earlier.draw) !== JSON.stringify(exercise.draw))
      throw new ContentError(place, `"${from}" is drawn otherwise; give all steps of a chain the same "draw".`);
    checkParameters(params, lab, at(`carry[${i}].params`));
  });
}

/**
 * @param {Record<string, string>} params
 * @param {Lab} lab
 * @param {Place} place
 */
function checkParameters(params, lab, place) {
  const names = lab.parameters.map(({ id }) => id);
  const stranger = Object.keys(params).find((name) => !names.includes(name));
  if (stranger)
    throw new ContentError(
      { ...place, at: `${place.field}.${stranger}` },
      `"${stranger}" is no parameter of ${lab.id}; ${acceptedFor(stranger, names)}.`,
    );
  if (!Object.values(params).some((text) => text.includes(ANSWER)))
    throw new ContentError(place, `no parameter takes the earlier answer; write ${ANSWER} where it goes.`);
}

/**
 * The parameters with which a step would have started from earlier answers, given as the core read them.
 * @param {Exercise} exercise
 * @param {Record<string, string>} answers exercise id to answer
 * @returns {Record<string, string>}
 */
export function carriedParameters({ carry = [] }, answers) {
  const entries = carry
    .filter(({ from }) => Object.hasOwn(answers, from))
    .flatMap(({ from, params }) =>
      Object.entries(params).map(([name, text]) => [name, text.replaceAll(ANSWER, answers[from])]),
    );
  return Object.fromEntries(entries);
}
