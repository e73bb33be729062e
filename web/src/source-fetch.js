/** Where the served site finds its data: beside the page, whatever path it is served under. */

/** @type {(() => void)|undefined} what is done where the site has a newer version than this page */
let onNewer;
/** @type {Promise<string|undefined>|undefined} the version that is being asked for */
let asking;

/**
 * What is loaded later may be of a newer version, which needs newer code. A page that has just begun is as new as the site.
 * Without an answer nothing is known: then the data do not come either, or the site has no such file.
 */
async function requireCurrent() {
  if (onNewer === undefined) return;
  asking ??= newestVersion().finally(() => (asking = undefined));
  const newest = await asking;
  if (newest === undefined || newest === version) return;
  onNewer();
  throw new Error("the course has a newer version by now");
}

/** @returns {Promise<string|undefined>} */
async function newestVersion() {
  try {
    const response = await fetch(new URL(VERSION, document.baseURI), { cache: "no-cache" });
    return response.ok ? (await response.json()).version : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} path */
async function get(path) {
  const [response] = await Promise.all([fetch(new URL(path, document.baseURI)), requireCurrent()]);
  if (!response.ok) throw new Error(`${path} could not be loaded (the server answered ${response.status})`);
  return response;
}

/** @param {string} path */
async function json(path) {
  const response = await get(path);
  try {
    return await response.json();
  } catch {
    throw new Error(`${path} came as something else, as where a network asks to sign in first`);
  }
}

/** Compiled from bytes: a server without the WebAssembly type still works. @param {string} path */
const bytes = async (path) => (await get(path)).arrayBuffer();

// Names of files, which the build writes into the page.
const {
  core = "",
  cores = "",
  worker = "",
  coreSimd = "",
  coreScalar = "",
  version = "",
} = document.documentElement.dataset;
const VERSION = "version.json";
const coreOf = new Map(cores.split(" ").map((pair) => /** @type {[string, string]} */ (pair.split("="))));

const COURSE = "course.json";
/** @param {string} id */
const chapterPath = (id) => `chapters/${id}.json`;
/** Pages that belong to no chapter take the first chapter's: readers go there next. @param {string|undefined} chapter */
const corePath = (chapter) => (chapter === undefined ? [...coreOf.values()][0] : coreOf.get(chapter)) ?? core;

/**
 * Asks for what a page begins with, which is then there when it is fetched; for the core when the text is there, which does not
 * share its line then. This module is read before all others, so it looks for the chapter's id alone.
 * @param {string} hash
 */
export function preload(hash) {
  const id = /^#\/([^/?]+)/.exec(hash)?.[1];
  const chapter = id !== undefined && coreOf.has(id) ? id : undefined;
  const askForCore = () => ask(corePath(chapter));
  ask(COURSE);
  if (chapter === undefined) askForCore();
  else ask(chapterPath(chapter)).addEventListener("load", askForCore);
}

/** @param {string} path */
function ask(path) {
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: path });
  document.head.append(link);
  return link;
}

/** @type {Map<string, Promise<import("./types.js").Chapter>>} */
const chapters = new Map();

/** Once for each; one that did not come is asked for again. @param {string} id */
function chapterOnce(id) {
  const found = chapters.get(id) ?? json(chapterPath(id));
  chapters.set(id, found);
  found.catch(() => chapters.delete(id));
  return found;
}

/** @type {import("./types.js").Source} */
export const source = {
  core: corePath,
  wasm: bytes,
  worker: async () => new URL(worker, document.baseURI).href,
  workerCore: (simd) => bytes(simd ? coreSimd : coreScalar),
  course: () => json(COURSE),
  chapter: chapterOnce,
  glossary: () => json("glossary.json"),
  search: () => json("search.json"),
  judging: () => json("judging.json"),
  watch: (tell) => void (onNewer = tell),
  check: requireCurrent,
};
