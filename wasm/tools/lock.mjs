/** One builder at a time: `npm start` may be rebuilding while `npm test` runs, in the same folders. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kill, pid } from "node:process";
import { ROOT } from "./steps.mjs";

const LOCK = join(ROOT, "build", "lock");
const RETRY_MS = 100;

/**
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(work) {
  mkdirSync(join(ROOT, "build"), { recursive: true });
  while (!take()) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Whether the lock is now ours. One whose holder has died is cleared first. */
function take() {
  try {
    writeFileSync(LOCK, `${pid}`, { flag: "wx" });
    return true;
  } catch {
    if (!holderLives()) rmSync(LOCK, { force: true });
    return false;
  }
}

function holderLives() {
  try {
    const holder = Number(readFileSync(LOCK, "utf8"));
    if (holder === 0) return true; // made this moment, not written yet
    kill(holder, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
