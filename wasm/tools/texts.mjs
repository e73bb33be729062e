/** Texts of chapters, rebuilt within a second: by a builder that stays loaded and knows the chapters that have not changed. */
import { sep } from "node:path";
import { Worker } from "node:worker_threads";

/**
 * @typedef {{ root: string, out: string, core: string }} Folders the content, the site that it goes to, and the core's file
 * @typedef {"built" | "whole" | { problem: string }} Outcome "whole": the page itself must be built anew
 */

const CHAPTER_FILE = /^content[/\\]\d\d-[^/\\]+[/\\]/;

/** Whether nothing else has changed. @param {Iterable<string>} paths from the project's root on */
export function inChapters(paths) {
  return [...paths].every((path) => CHAPTER_FILE.test(path + sep));
}

export class Texts {
  #folders;
  /** @type {Worker | undefined} */
  #worker;

  /** @param {Folders} folders */
  constructor(folders) {
    this.#folders = folders;
    this.renew();
  }

  /** The builder or the core may be another one now. */
  renew() {
    this.close();
    const worker = new Worker(new URL("texts-worker.mjs", import.meta.url), { workerData: this.#folders });
    worker.unref();
    const forget = () => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    worker.on("error", forget); // a builder that does not load: the whole build says so
    worker.on("exit", forget);
    this.#worker = worker;
  }

  /** @returns {Promise<Outcome>} */
  rebuild() {
    const worker = this.#worker;
    if (worker === undefined) return Promise.resolve("whole");
    return new Promise((resolve) => {
      const gone = () => resolve("whole");
      worker.once("exit", gone);
      worker.once("message", (outcome) => {
        worker.off("exit", gone);
        resolve(outcome);
      });
      worker.postMessage("rebuild");
    });
  }

  close() {
    void this.#worker?.terminate();
    this.#worker = undefined;
  }
}
