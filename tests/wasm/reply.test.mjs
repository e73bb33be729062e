/** Replies that do not fit, which no real call's is long enough for. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readReply } from "../../wasm/reply.js";

/** A module whose reply stands at byte 8. @param {string} text */
function replying(text) {
  const memory = new WebAssembly.Memory({ initial: 1 });
  new TextEncoder().encodeInto(text, new Uint8Array(memory.buffer, 8));
  return { memory, clockhand_request: () => 0, clockhand_request_bytes: () => 0, clockhand_reply: () => 8 };
}

test("a reply is read, and one of no bytes is a refusal", () => {
  assert.deepEqual(
    readReply(replying('{"ok":true,"n":"1"}'), 19, (key, value) => (key === "n" ? 1 : value)),
    {
      ok: true,
      n: 1,
    },
  );
  const { ok, error } = readReply(replying(""), 0);
  assert.deepEqual([ok, error.id], [false, "reply-too-long"]);
});
