/** What npm start does when sources change: it says so, builds, and tells the open pages; what does not build ends nothing. */
import { Failed, say } from "./steps.mjs";
import { inChapters } from "./texts.mjs";

/**
 * @typedef {object} Parts
 * @property {() => Promise<void>} build everything
 * @property {Pick<import("./texts.mjs").Texts, "rebuild" | "renew">} texts
 * @property {Pick<import("./serve.mjs").Served, "built" | "broken">} served
 * @property {boolean} behind whether the page is older than its sources from the start
 * @property {Terminal} [terminal]
 * @typedef {{ say: (sentence: string) => void, complain: (sentence: string) => void }} Terminal
 */

/** @type {Terminal} */
const TERMINAL = { say, complain: (sentence) => void process.stderr.write(`${sentence}\n`) };

/**
 * Builds, or shows in terminal and pages why that failed.
 * @param {Parts["served"]} served
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether it was built
 */
export async function attempt(served, work, { complain } = TERMINAL) {
  try {
    await work();
    return true;
  } catch (error) {
    const sentence = error instanceof Error ? error.message : String(error);
    complain(sentence);
    served.broken(sentence);
    return false;
  }
}

/**
 * The texts of chapters alone are built where nothing else has changed. A page that did not build is still to be built, whatever
 * changes next.
 * @param {Parts} parts
 * @returns {(paths: Set<string>) => Promise<void>}
 */
export function rebuilding({ build, texts, served, behind, terminal = TERMINAL }) {
  return async (paths) => {
    const work = async () => {
      const outcome = !behind && inChapters(paths) ? await texts.rebuild() : "whole";
      if (typeof outcome === "object") throw new Failed(outcome.problem);
      if (outcome === "built") return;
      behind = true;
      terminal.say(`Rebuilding: ${changed([...paths])}`);
      await build();
      behind = false;
      texts.renew();
    };
    if (!(await attempt(served, work, terminal))) return;
    terminal.say("Rebuilt.");
    served.built();
  };
}

/** @param {string[]} paths */
function changed([first, ...others]) {
  return others.length === 0 ? `${first} has changed.` : `${first} and ${others.length} more have changed.`;
}
