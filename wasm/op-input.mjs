// What clockhand op reads: JSON from standard input, or from a file.
import { fstatSync, readFileSync, readSync, statSync } from "node:fs";
import { isatty } from "node:tty";
import { TensorError, readTensors } from "./tensor-json.mjs";

/** Bytes of JSON that are read: what the largest tensors take, written in full. */
const MOST_INPUT = 2 ** 30;
const READ_AT_ONCE = 2 ** 20;

/** Arguments, files or tensors that are refused, in one sentence. */
export class Refused extends Error {}

/** @param {import("./op.js").Op} described */
export function readInput(described) {
  if (isatty(0)) {
    const names = described.inputs.filter(({ required }) => required).map(({ id }) => id);
    throw new Refused(`standard input is a terminal: JSON with ${names.join(", ")}, as in < in.json, is accepted`);
  }
  try {
    const stat = fstatSync(0);
    return readTensors(stat.isFile() ? readSized(0, "standard input", stat.size) : readPipe());
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === undefined) throw error;
    throw new Refused(`standard input cannot be read (${code}): a file or the output of a program is accepted`);
  }
}

/** The tensors of a file; what is refused in it is told with its name. @param {string} path */
export function readTensorFile(path) {
  try {
    return readTensors(readSized(path, path, statSync(path).size));
  } catch (error) {
    if (error instanceof TensorError) throw new Refused(`${path}: ${error.message}`);
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === undefined) throw error;
    throw new Refused(`--compare ${path} cannot be read (${code}): a file of tensors as JSON is accepted`);
  }
}

/**
 * @param {number | string} file
 * @param {string} what
 * @param {number} size
 */
function readSized(file, what, size) {
  if (size > MOST_INPUT) throw tooLong(what, size);
  return readFileSync(file);
}

function readPipe() {
  const chunks = [];
  for (let length = 0; ;) {
    const chunk = Buffer.allocUnsafe(READ_AT_ONCE);
    const count = readSome(chunk);
    if (count === 0) return Buffer.concat(chunks, length);
    length += count;
    if (length > MOST_INPUT) throw tooLong("standard input", length);
    chunks.push(chunk.subarray(0, count));
  }
}

/**
 * @param {string} what
 * @param {number} bytes
 */
function tooLong(what, bytes) {
  return new Refused(`${what} of ${bytes} bytes or more is refused: at most ${MOST_INPUT} bytes are accepted`);
}

/** Reads from standard input, waiting where another program has not written yet. @param {Buffer} chunk */
function readSome(chunk) {
  for (;;) {
    try {
      return readSync(0, chunk);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
