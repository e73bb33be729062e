/** A chapter while it is open: its runs, its sessions, and what a link sets in them. */

import { formatHash, parseHash } from "./router.js";
import { Runs } from "./runs.js";
import { Session } from "./exercise/session.js";

/**
 * @typedef {object} Opened
 * @property {import("./types.js").Context} context
 * @property {(route: import("./router.js").Route) => string[]} apply sets what a link names; says what it left out
 * @property {() => void} close
 */

// The address follows the parameters, but not faster than browsers allow.
const ADDRESS_PAUSE_MS = 400;

/**
 * @param {{ core: import("./types.js").Core, course: import("./types.js").Course, source: import("./types.js").Source, store: import("./progress/store.js").Store }} parts
 * @param {string} id
 * @returns {Promise<Opened | { failure: string }>}
 */
export async function openChapter({ core, course, source, store }, id) {
  if (!course.chapters.some((chapter) => chapter.id === id)) return { failure: `This course has no chapter “${id}”.` };
  /** @type {import("./types.js").Chapter} */
  let chapter;
  try {
    chapter = await source.chapter(id);
  } catch (error) {
    return { failure: `The chapter could not be loaded: ${error instanceof Error ? error.message : String(error)}.` };
  }
  const runs = new Runs(core.clockhand, chapter.runs);
  const ending = new AbortController();
  /** @type {Map<string, Session>} */
  const sessions = new Map();
  /** @type {import("./types.js").Context} */
  const context = {
    chapter,
    core,
    runs,
    store,
    signal: ending.signal,
    shown: new Set(),
    session: (name) => sessions.get(name),
  };
  for (const exercise of chapter.exercises) sessions.set(exercise.id, new Session(context, exercise));
  const keepAddress = followAddress(context, sessions.values());
  return {
    context,
    apply: (route) => {
      const problems = applyRoute(context, route);
      keepAddress();
      return problems;
    },
    close: () => ending.abort(),
  };
}

/** @param {import("./types.js").Context} context @param {import("./router.js").Route} route @returns {string[]} */
function applyRoute({ chapter, runs, session }, route) {
  const { anchor, seed, params, page } = route;
  const problems = [];
  const target = anchor === undefined ? undefined : session(anchor);
  if (
    anchor !== undefined &&
    target === undefined &&
    !chapter.html.includes(`id="${anchor}"`) &&
    !anchor.startsWith("source-")
  ) {
    problems.push(`This chapter has no place “${anchor}”; the link opened the chapter.`);
  }
  problems.push(...runs.apply(params, target?.exercise.run));
  if (target === undefined && seed !== undefined && page === "chapter") {
    problems.push("In this link the seed belongs to no exercise and was left out.");
  }
  if (target !== undefined && (seed !== undefined || params.length > 0)) {
    const drawn = Object.keys(target.exercise.draw ?? {});
    const fixed = params.map(([name]) => name).filter((name) => drawn.includes(name));
    if (seed !== undefined && seed !== 0 && drawn.length === 0) {
      problems.push("This exercise has one instance only, so the seed in this link was left out.");
    } else target.select(seed ?? 0, fixed);
  }
  return problems;
}

/**
 * Keeps parameters and seed in the address, so that reloading or sharing it keeps them.
 * @param {import("./types.js").Context} context @param {Iterable<Session>} sessions
 */
function followAddress({ chapter, runs, session, signal }, sessions) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let current = location.hash;
  const write = () => {
    const { anchor, page, chapter: shown } = parseHash(location.hash);
    // A link that was followed a moment ago is still to be applied.
    if (page !== "chapter" || shown !== chapter.id || location.hash !== current) return;
    const target = session(anchor ?? "");
    const others = [...runs.runs.keys()].filter((run) => run !== target?.exercise.run);
    const params = others.flatMap((run) =>
      runs.changes(run).map(([name, text]) => /** @type {[string, string]} */ ([`${run}.${name}`, text])),
    );
    const own = target?.linkParams() ?? [];
    const seed = target !== undefined && { seed: target.seed };
    const hash = formatHash({ chapter: chapter.id, params: [...own, ...params], ...(anchor && { anchor }), ...seed });
    if (hash === current) return;
    history.replaceState(history.state, "", hash);
    current = location.hash;
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(write, ADDRESS_PAUSE_MS);
  };
  runs.addEventListener("change", schedule, { signal });
  for (const each of sessions) each.addEventListener("change", schedule, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  return () => {
    current = location.hash;
    schedule();
  };
}
