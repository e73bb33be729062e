// Standard output under Node: written whole, however slowly it is read. Node and npx make it a pipe that does not wait.
import { writeSync } from "node:fs";

/** Standard output takes no more, in one sentence. */
export class OutputError extends Error {}

/** @param {Iterable<string | Uint8Array>} pieces @throws {OutputError} */
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

const SUCCESS = 0;
const EIO = 29; // of WASI
const BYTES_OF_PIECE = 8; // an address and a length, 32 bits each

/**
 * WASI's fd_write for standard output. Node's own gives up where the reader is slow.
 * @param {WebAssembly.Memory} memory
 * @param {number} list where the pieces are listed
 * @param {number} count of pieces
 * @param {number} written where to put the bytes that were written
 */
export function writeFrom(memory, list, count, written) {
  const view = new DataView(memory.buffer);
  const pieces = Array.from({ length: count }, (_, i) => {
    const at = list + i * BYTES_OF_PIECE;
    return new Uint8Array(memory.buffer, view.getUint32(at, true), view.getUint32(at + 4, true));
  });
  try {
    writeAll(pieces);
  } catch (error) {
    if (error instanceof OutputError) return EIO;
    throw error;
  }
  view.setUint32(
    written,
    pieces.reduce((sum, { length }) => sum + length, 0),
    true,
  );
  return SUCCESS;
}
