/** Calls back when a source changes; never twice at once, and once more when a change came meanwhile. */
import { watch } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./steps.mjs";

const FOLDERS = ["core", "wasm", "web", "content"];
const SETTLE_MS = 80;

/** @param {() => Promise<void>} changed */
export function watchSources(changed) {
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
      await changed();
    } while (again);
    running = false;
  }

  const watchers = FOLDERS.map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLE_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    watchers.forEach((watcher) => watcher.close());
  };
}
