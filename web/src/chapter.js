/** A chapter while it is open: its runs, its sessions, and what a link sets in them. */

import { reason } from "./reason.js";
import { formatHash, parseHash } from "./router.js";
import { Runs } from "./runs.js";
import { Session } from "./exercise/session.js";
import { referenceId } from "./references.js";
import { quoted } from "./texts.js";

/**
 * @typedef {{ anchor?: string, page?: string }} Place of the chapter that is open
 * @typedef {{ run: string, name: string }[]} Accepted parameters that a link named and that were set
 * @typedef {object} Opened
 * @property {import("./types.js").Context} context
 * @property {(route: import("./router.js").Route) => string[]} apply sets what a link names; says what it left out
 * @property {() => void} close
 */

// The address follows the parameters, but not faster than browsers allow.
const ADDRESS_PAUSE_MS = 400;

/**
 * @param {{ cores: import("./core.js").Cores, course: import("./types.js").Course, source: import("./types.js").Source, store: import("./progress/store.js").Store }} parts
 * @param {string} id
 * @param {(chapter: import("./types.js").Chapter) => void} [arrived] its text is there, while the core may be on its way
 * @returns {Promise<Opened | { failure: string }>}
 */
export async function openChapter({ cores, course, source, store }, id, arrived = () => {}) {
  if (!course.chapters.some((chapter) => chapter.id === id))
    return { failure: `This course has no chapter “${quoted(id)}”.` };
  /** @type {import("./types.js").Chapter} */
  let chapter;
  /** @type {import("./types.js").Core} */
  let core;
  const ending = new AbortController();
  /** A link that is followed before the core is there keeps what the address names, and so waits until that is set. @type {Place|undefined} */
  let awaited;
  /** @type {(place: Place) => void} */
  let go = (place) => (awaited = place);
  const leave = () => ending.abort();
  window.addEventListener("hashchange", leave);
  try {
    chapter = await source.chapter(id);
    keepState(chapter, (place) => go(place), ending.signal);
    arrived(chapter);
    core = await cores.open(id);
  } catch (error) {
    leave();
    return { failure: `The chapter could not be loaded: ${reason(error)}.` };
  } finally {
    window.removeEventListener("hashchange", leave);
  }
  const runs = new Runs(core.clockhand, chapter.runs, core);
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
    address: (place) => addressOf(context, place),
  };
  for (const exercise of chapter.exercises) sessions.set(exercise.id, new Session(context, exercise));
  go = (place) => follow(context.address(place));
  const keepAddress = followAddress(context, sessions.values());
  return {
    context,
    apply: (route) => {
      const problems = applyRoute(context, route);
      keepAddress();
      if (awaited !== undefined) go(awaited);
      awaited = undefined;
      return problems;
    },
    close: () => {
      ending.abort();
      runs.close();
    },
  };
}

/** @param {import("./types.js").Context} context @param {import("./router.js").Route} route @returns {string[]} */
function applyRoute(context, route) {
  const { chapter, runs, session } = context;
  const { anchor, seed, params, page } = route;
  const problems = [];
  const target = anchor === undefined ? undefined : session(anchor);
  if (
    anchor !== undefined &&
    target === undefined &&
    !chapter.html.includes(`id="${anchor}"`) &&
    !Object.keys(chapter.references).some((key) => referenceId(key) === anchor)
  ) {
    problems.push(`This chapter has no place “${quoted(anchor)}”; the link opened the chapter.`);
  }
  const { problems: leftOut, accepted } = runs.apply(params, target?.exercise.run);
  problems.push(...leftOut);
  if (target === undefined && seed !== undefined && page === "chapter") {
    problems.push("In this link the seed belongs to no exercise and was left out.");
  }
  if (target !== undefined) problems.push(...choose(target, route, accepted));
  for (const { id } of chapter.exercises) release(session(id), accepted);
  return problems;
}

/**
 * What an earlier link fixed is drawn again when this one does not name it.
 * @param {Session|undefined} session @param {Accepted} accepted
 */
function release(session, accepted) {
  if (session === undefined) return;
  const named = accepted.filter(({ run }) => run === session.exercise.run).map(({ name }) => name);
  const kept = [...session.fixed].filter((name) => named.includes(name));
  if (kept.length < session.fixed.size) session.select(session.seed, kept);
}

/**
 * The instance that a link names. One with parameters and without a seed means the first; one with neither, the instance
 * that the reader worked on last.
 * @param {Session} target @param {import("./router.js").Route} route @param {Accepted} accepted
 * @returns {string[]}
 */
function choose(target, { seed, params }, accepted) {
  const { run, draw = {} } = target.exercise;
  const single = Object.keys(draw).length === 0;
  const wanted = single ? 0 : (seed ?? (params.length > 0 ? 0 : target.seed));
  const own = accepted.filter((one) => one.run === run && Object.hasOwn(draw, one.name));
  const fixed = new Set(own.map(({ name }) => name));
  const same = fixed.size === target.fixed.size && [...fixed].every((name) => target.fixed.has(name));
  if (wanted !== target.seed || !same) target.select(wanted, fixed);
  const needless = single && seed !== undefined && seed !== 0;
  return needless ? ["This exercise has one instance only, so the seed in this link was left out."] : [];
}

/**
 * The address of a place of the chapter with the parameters, and for an exercise the instance, that are set now.
 * @param {import("./types.js").Context} context @param {Place} place
 */
function addressOf({ chapter, runs, session }, { anchor, page }) {
  const target = anchor === undefined ? undefined : session(anchor);
  const others = [...runs.runs.keys()].filter((run) => run !== target?.exercise.run);
  const params = others.flatMap((run) =>
    runs.changes(run).map(([name, text]) => /** @type {[string, string]} */ ([`${run}.${name}`, text])),
  );
  const seed = target?.linkSeed;
  return formatHash({
    chapter: chapter.id,
    params: [...(target?.linkParams() ?? []), ...params],
    ...(anchor !== undefined && { anchor }),
    ...(page !== undefined && { page }),
    ...(seed !== undefined && { seed }),
  });
}

/** In a chapter's text a link may name a place alone. @param {import("./types.js").Chapter} chapter @param {string} anchor */
function placeIn(chapter, anchor) {
  return { chapter: chapter.id, page: "chapter", anchor };
}

/**
 * A link inside the page to a place of the chapter that is open moves there and changes nothing else.
 * @param {import("./types.js").Chapter} chapter @param {(place: Place) => void} go @param {AbortSignal} signal
 */
function keepState(chapter, go, signal) {
  /** @param {MouseEvent} event */
  const press = (event) => {
    const link = /** @type {Partial<Element>} */ (event.target).closest?.("a");
    const href = link?.getAttribute("href") ?? "";
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || elsewhere || !href.startsWith("#") || href.includes("?")) return;
    const { chapter: named, page, anchor } = href.startsWith("#/") ? parseHash(href) : placeIn(chapter, href.slice(1));
    if (named !== chapter.id) return;
    event.preventDefault();
    go({ page, ...(anchor !== undefined && { anchor }) });
  };
  document.addEventListener("click", press, { signal });
}

/** @param {string} hash */
function follow(hash) {
  // The reader may have scrolled away from the place that the address names.
  if (hash === location.hash) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

/**
 * Keeps parameters and seed in the address, so that reloading or sharing it keeps them.
 * @param {import("./types.js").Context} context @param {Iterable<Session>} sessions
 */
function followAddress(context, sessions) {
  const { chapter, runs, signal } = context;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let current = location.hash;
  const write = () => {
    const { anchor, page, chapter: shown } = parseHash(location.hash);
    // A link that was followed a moment ago is still to be applied.
    if (page !== "chapter" || shown !== chapter.id || location.hash !== current) return;
    const hash = context.address(anchor === undefined ? {} : { anchor });
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
