/** Calls back when a source changes; never twice at once, and once more when a change came meanwhile. */
import { watch } from "chokidar";
import { join, relative } from "node:path";
import { ROOT } from "./steps.mjs";

const FOLDERS = ["core", "wasm", "web", "content"];
const SETTLE_MS = 80;

/**
 * @param {(paths: Set<string>) => Promise<void>} changed is given what changed since it was called last, from the root on
 * @param {string} [root]
 * @returns {() => Promise<void>} ends it: when the promise is kept nothing is called any more
 */
export function watchSources(changed, root = ROOT) {
  /** @type {Set<string>} */
  let paths = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<void> | undefined} */
  let running;
  let again = false;
  let ended = false;

  function settle() {
    again = true;
    running ??= callBack().finally(() => (running = undefined));
  }

  async function callBack() {
    while (again && !ended) {
      again = false;
      const seen = paths;
      paths = new Set();
      await changed(seen);
    }
  }

  /** @param {string} path */
  const note = (path) => {
    if (ended) return;
    paths.add(relative(root, path));
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLE_MS);
  };
  const watcher = watch(
    FOLDERS.map((folder) => join(root, folder)),
    { ignoreInitial: true },
  );
  watcher.on("all", (_, path) => note(path));
  watcher.on("error", (error) => process.stderr.write(`Not all changes are seen: ${error}\n`));
  return async () => {
    ended = true;
    clearTimeout(timer);
    await watcher.close();
    await running;
  };
}
