/**
 * Exercises that go on from one another: they share one seed, and a later step may be right for the reader's own earlier
 * value.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../types.js").Exercise} Exercise
 */

const ANSWER = "{answer}";

/**
 * The ids of the chain that an exercise belongs to, itself included.
 * @param {{ exercises?: Exercise[] }} chapter @param {Exercise} exercise @returns {Set<string>}
 */
export function chainOf({ exercises = [] }, exercise) {
  const chain = new Set([exercise.id]);
  // Each round finds the neighbours of the last one; a chain is found whole when a round adds none.
  for (let size = 0; size < chain.size;) {
    size = chain.size;
    for (const { id, carry = [] } of exercises) {
      const ends = [id, ...carry.map(({ from }) => from)];
      if (ends.some((end) => chain.has(end))) ends.forEach((end) => chain.add(end));
    }
  }
  return chain;
}

/** The seed that the reader worked on last, in this step or another of its chain. @param {Session} session */
export function rememberedSeed({ chapter, exercise, store }) {
  const entries = [...chainOf(chapter, exercise)].flatMap((id) => store.entry(`${chapter.id}/${id}`) ?? []);
  return entries.sort((a, b) => b.updated - a.updated)[0]?.seed ?? 0;
}

/** The other steps of the chain. @param {Session} session @returns {Session[]} */
export function matesOf({ chapter, exercise, peer }) {
  return [...chainOf(chapter, exercise)].filter((id) => id !== exercise.id).flatMap((id) => peer(id) ?? []);
}

/**
 * The parameters with which this step would have started from the reader's own earlier answers; undefined when no earlier
 * answer could be read.
 * @param {Session} session @returns {Record<string, string>|undefined}
 */
export function carriedInto(session) {
  /** @type {Record<string, string>} */
  const carried = {};
  for (const { from, params } of session.exercise.carry ?? []) {
    const read = earlierAnswer(session, from);
    if (read === undefined) continue;
    for (const [name, text] of Object.entries(params)) carried[name] = text.replaceAll(ANSWER, read);
  }
  return Object.keys(carried).length > 0 ? carried : undefined;
}

/** @param {Session} session @param {string} from @returns {string|undefined} as the core read it */
function earlierAnswer(session, from) {
  const earlier = session.peer(from);
  const { entry } = earlier ?? {};
  if (earlier === undefined || entry === undefined || entry.answer === "") return undefined;
  if (entry.seed !== session.seed || earlier.instanceKey !== session.instanceKey) return undefined;
  const verdict = earlier.judge(entry.answer);
  return verdict?.verdict === "unreadable" ? undefined : verdict?.read_as;
}
