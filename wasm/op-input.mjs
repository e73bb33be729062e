// What clockhand op reads: JSON from standard input, or from a file.
import { fstatSync, openSync, readFileSync, readSync } from "node:fs";
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
    return readTensors(stat.isFile() ? readSized(0, "standard input", stat.size) : readPipe(0, "standard input"));
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === undefined) throw error;
    throw new Refused(`standard input cannot be read (${code}): a file or the output of a program is accepted`);
  }
}

/** The tensors of a file; what is refused in it is told with its name. @param {string} path */
export function readTensorFile(path) {
  const name = path || "(blank)";
  try {
    const file = openSync(path, "r");
    const stat = fstatSync(file);
    return readTensors(stat.isFile() ? readSized(file, path, stat.size) : readPipe(file, path));
  } catch (error) {
    if (error instanceof TensorError) throw new Refused(`${path}: ${error.message}`);
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === undefined) throw error;
    throw new Refused(`--compare ${name} cannot be read (${code}): a file of tensors as JSON is accepted`);
  }
}

/**
 * @param {number} file
 * @param {string} what
 * @param {number} size
 */
function readSized(file, what, size) {
  if (size > MOST_INPUT) throw tooLong(what, size);
  return readFileSync(file);
}

/**
 * @param {number} file
 * @param {string} what
 */
function readPipe(file, what) {
  const chunks = [];
  for (let length = 0; ;) {
    const chunk = Buffer.allocUnsafe(READ_AT_ONCE);
    const count = readSome(file, chunk);
    if (count === 0) return Buffer.concat(chunks, length);
    length += count;
    if (length > MOST_INPUT) throw tooLong(what, length);
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

/**
 * Waits where another program has not written yet.
 * @param {number} file
 * @param {Buffer} chunk
 */
function readSome(file, chunk) {
  for (;;) {
    try {
      return readSync(file, chunk);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
