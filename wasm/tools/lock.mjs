/** One builder at a time: `npm start` may be rebuilding while `npm test` runs, in the same folders. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kill, pid } from "node:process";
import { ROOT } from "./steps.mjs";

const RETRY_MS = 100;
/** A lock without a holder that is older than this was left between its making and its writing. */
const UNWRITTEN_MS = 1000;

/**
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [folder] where the lock stands
 * @returns {Promise<T>}
 */
export async function alone(work, folder = join(ROOT, "build")) {
  const lock = join(folder, "lock");
  mkdirSync(folder, { recursive: true });
  while (!take(lock)) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Whether the lock is now ours. One whose holder has died is cleared first. @param {string} lock */
function take(lock) {
  try {
    writeFileSync(lock, `${pid}`, { flag: "wx" });
    return true;
  } catch {
    if (!holderLives(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** @param {string} lock */
function holderLives(lock) {
  try {
    const holder = Number(readFileSync(lock, "utf8"));
    if (holder === 0) return Date.now() - statSync(lock).mtimeMs < UNWRITTEN_MS;
    kill(holder, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
