// Requests and replies as bytes, for both adapters.

/**
 * @typedef {{memory: WebAssembly.Memory, clockhand_request: () => number, clockhand_request_bytes: () => number,
 *   clockhand_reply: () => number}} Boundary
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Writes a request; its length, or why it is refused.
 * @param {Boundary} core
 * @param {(string | number)[][]} entries
 */
export function writeRequest(core, entries) {
  // A NUL ends an entry, and the first = its key: the core takes the replacement character for what it is, no number and no name.
  const text = entries
    .map(([key, value]) => [String(key).replaceAll(/[\0=]/g, "\ufffd"), String(value).replaceAll("\0", "\ufffd")])
    .map(([key, value]) => `${key}=${value}\0`)
    .join("");
  const bytes = encoder.encode(text);
  const room = core.clockhand_request_bytes();
  if (bytes.length > room)
    return refusal("request-too-long", `This is ${bytes.length} bytes long: at most ${room} are accepted`);
  new Uint8Array(core.memory.buffer, core.clockhand_request(), bytes.length).set(bytes);
  return bytes.length;
}

/**
 * @param {Boundary} core
 * @param {number} length
 */
export function replyText(core, length) {
  return decoder.decode(new Uint8Array(core.memory.buffer, core.clockhand_reply(), length));
}

/**
 * The reply of a call; no bytes mean that it did not fit.
 * @param {Boundary} core
 * @param {number} length
 * @param {(key: string, value: unknown) => unknown} [revive]
 */
export function readReply(core, length, revive) {
  if (length === 0)
    return refusal("reply-too-long", "The result is larger than the boundary carries: smaller sizes are accepted");
  return JSON.parse(replyText(core, length), revive);
}

/**
 * @param {string} id
 * @param {string} message
 * @param {string} [argument]
 * @returns {any}
 */
export function refusal(id, message, argument = "") {
  return { ok: false, error: { id, argument, message } };
}
