/** Calls back when a source changes; never twice at once, and once more when a change came meanwhile. */
import { watch } from "chokidar";
import { join, relative } from "node:path";
import { ROOT } from "./steps.mjs";

const FOLDERS = ["core", "wasm", "web", "content"];
const SETTLE_MS = 80;

/**
 * @param {(paths: Set<string>) => Promise<void>} changed is given what changed since it was called last, from the root on
 * @param {string} [root]
 */
export function watchSources(changed, root = ROOT) {
  /** @type {Set<string>} */
  let paths = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let running = false;
  let again = false;

  async function settle() {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      const seen = paths;
      paths = new Set();
      await changed(seen);
    } while (again);
    running = false;
  }

  /** @param {string} path */
  const note = (path) => {
    paths.add(relative(root, path));
    clearTimeout(timer);
    timer = setTimeout(settle, SETTLE_MS);
  };
  const watcher = watch(
    FOLDERS.map((folder) => join(root, folder)),
    { ignoreInitial: true },
  );
  watcher.on("all", (_, path) => note(path));
  return () => {
    clearTimeout(timer);
    void watcher.close();
  };
}
