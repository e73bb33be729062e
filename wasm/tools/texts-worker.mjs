/** Rebuilds texts of chapters when it is asked to, in a thread of its own: a new one sees the builder's own changes. */
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { buildContent, readCourse } from "../../content/build.mjs";
import { ContentError } from "../../content/builder/problem.mjs";
import { load } from "../clockhand.js";

const { root, out, core } = /** @type {import("./texts.mjs").Folders} */ (workerData);
const clockhand = await load(readFileSync(core));
/** @type {import("../../content/build.mjs").Known} */
const known = new Map();
try {
  readCourse({ clockhand, root, known });
} catch (error) {
  if (!(error instanceof ContentError)) throw error; // said when it is asked for
}

parentPort?.on("message", () => parentPort?.postMessage(rebuild()));

/** @returns {import("./texts.mjs").Outcome} */
function rebuild() {
  const next = mkdtempSync(join(tmpdir(), "clockhand-texts-"));
  try {
    buildContent({ out: next, clockhand, root, known });
    if (!sameLabs(next)) return "whole";
    cpSync(next, out, { recursive: true });
    return "built";
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { problem: error.message };
  } finally {
    rmSync(next, { recursive: true });
  }
}

/** Whether the page has the chapters that it had, each with the labs whose core it loads. @param {string} next */
function sameLabs(next) {
  const [now, then] = [next, out].map((folder) => join(folder, "chapters"));
  const names = (/** @type {string} */ folder) => (existsSync(folder) ? readdirSync(folder).sort().join() : "");
  const labs = (/** @type {string} */ file) =>
    Object.values(JSON.parse(readFileSync(file, "utf8")).runs)
      .map(({ lab }) => lab)
      .join();
  if (names(now) !== names(then)) return false;
  return readdirSync(now).every((name) => labs(join(now, name)) === labs(join(then, name)));
}
