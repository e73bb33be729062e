// Standard output of the commands that run in Node: written at once, however slowly it is read.
import { writeSync } from "node:fs";

/** Standard output takes no more, in one sentence. */
export class OutputError extends Error {}

/** @param {Iterable<string>} pieces @throws {OutputError} */
export function writeAll(pieces) {
  for (const piece of pieces) {
    const bytes = Buffer.from(piece);
    for (let at = 0; at < bytes.length;) {
      try {
        at += writeSync(1, bytes, at);
      } catch (error) {
        const { code } = /** @type {NodeJS.ErrnoException} */ (error);
        if (code === "EPIPE") return; // whoever read has seen enough
        if (code === undefined) throw error;
        if (code !== "EAGAIN") throw new OutputError(`standard output cannot be written (${code})`);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }
    }
  }
}
