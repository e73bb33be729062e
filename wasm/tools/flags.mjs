/** Reading a command's own flags and PORT; anything else is refused with one sentence. */
import { Refused } from "./steps.mjs";

/**
 * @param {string[]} args
 * @param {string[]} known such as "--no-open"
 * @returns {Set<string>}
 */
export function readFlags(args, known) {
  const stranger = args.find((arg) => !known.includes(arg));
  if (stranger !== undefined)
    throw new Refused(
      `${JSON.stringify(stranger)} is not known here: ${known.length > 0 ? known.join(" and ") : "no arguments"} are accepted.`,
    );
  return new Set(args);
}

/**
 * @param {string | undefined} text the environment's PORT
 * @returns {number} 0 asks the system for any free port
 */
export function readPort(text) {
  if (text === undefined || text === "") return 8080;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (port > 65535)
    throw new Refused(
      `PORT is ${JSON.stringify(text)}: a whole number from 1 to 65535 is accepted, or 0 for any free port.`,
    );
  return port;
}
