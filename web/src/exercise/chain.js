/**
 * Exercises that go on from one another: they share one seed, and a later step may be right for the reader's own earlier
 * value.
 *
 * @typedef {import("./session.js").Session} Session
 * @typedef {import("../types.js").Exercise} Exercise
 */

const ANSWER = "{answer}";

/** @type {WeakMap<object, Map<string, Set<string>>>} */
const chains = new WeakMap();

/**
 * The ids of the chain that an exercise belongs to, itself included.
 * @param {{ exercises?: Exercise[] }} chapter @param {Exercise} exercise @returns {Set<string>}
 */
function chainOf(chapter, exercise) {
  const found = chains.get(chapter) ?? chainsOf(chapter.exercises ?? []);
  chains.set(chapter, found);
  return found.get(exercise.id) ?? new Set([exercise.id]);
}

/** @param {Exercise[]} exercises */
function chainsOf(exercises) {
  const found = new Map(exercises.map(({ id }) => [id, new Set([id])]));
  const of = (/** @type {string} */ id) => found.get(id) ?? [id];
  for (const { id, carry = [] } of exercises) {
    const joined = new Set([...of(id), ...carry.flatMap(({ from }) => [...of(from)])]);
    for (const each of joined) found.set(each, joined);
  }
  return found;
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
 * The parameters with which this step would have started from the reader's own earlier answers: those that were not right,
 * then all that were read, since a right one has been rounded.
 * @param {Session} session @returns {Record<string, string>[]}
 */
export function carriedInto(session) {
  const steps = (session.exercise.carry ?? []).flatMap(({ from, params }) => {
    const verdict = earlierVerdict(session, from);
    const read = verdict?.verdict === "unreadable" ? undefined : verdict?.read_as;
    if (read === undefined) return [];
    const entries = Object.entries(params).map(([name, text]) => [name, text.replaceAll(ANSWER, read)]);
    return [{ right: verdict?.verdict === "correct", entries }];
  });
  const wrong = steps.filter(({ right }) => !right);
  const kinds = wrong.length === steps.length ? [steps] : [wrong, steps];
  return kinds
    .filter(({ length }) => length > 0)
    .map((kind) => Object.fromEntries(kind.flatMap(({ entries }) => entries)));
}

/** @param {Session} session @param {string} from @returns {import("../types.js").Verdict|undefined} on the same instance */
function earlierVerdict(session, from) {
  const earlier = session.peer(from);
  if (earlier === undefined || earlier.answer === "" || earlier.instanceKey !== session.instanceKey) return undefined;
  return earlier.judge(earlier.answer);
}
