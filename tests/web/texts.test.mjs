import assert from "node:assert/strict";
import { test } from "node:test";
import { FREE, PASSED, VERDICT_NAMES, startSentence, storageSentence, verdictSentence } from "../../web/src/texts.js";

const names = /** @type {(keyof typeof VERDICT_NAMES)[]} */ (Object.keys(VERDICT_NAMES));

test("each verdict has a sentence of its own that names the reading", () => {
  const sentences = names.map((verdict) =>
    verdictSentence({ ok: true, verdict, read_as: "READING", message: "MESSAGE" }, { asked: 4 }),
  );
  assert.equal(new Set(sentences).size, names.length);
  for (const sentence of sentences) assert.match(sentence, /READING|MESSAGE/);
});

test("what costs no attempt says so, and nothing else does", () => {
  for (const verdict of names) {
    const sentence = verdictSentence({ ok: true, verdict }, { asked: 4 });
    assert.equal(/No attempt is used/.test(sentence), FREE.has(verdict), verdict);
  }
});

test("no sentence gives the expected value away", () => {
  for (const verdict of names) {
    assert.doesNotMatch(verdictSentence({ ok: true, verdict, expected: "SECRET" }, { asked: 4 }), /SECRET/);
  }
});

test("only correct and carried pass", () => {
  assert.deepEqual(
    names.filter((verdict) => PASSED.has(verdict)),
    ["correct", "carried"],
  );
});

test("trouble with storage is one sentence, and none when there is none", () => {
  for (const problem of ["forbidden", "full", "corrupt", "newer"]) {
    const sentence = storageSentence(/** @type {any} */ ({ problem, newerVersion: 9 })) ?? "";
    assert.match(sentence, /^[^.]+\.$/);
  }
  assert.equal(storageSentence(/** @type {any} */ ({ problem: undefined })), undefined);
});

test("a policy that forbids WebAssembly is told from other failures", () => {
  assert.match(
    startSentence(new Error("Refused to compile: 'wasm-unsafe-eval' violates the Content Security Policy")),
    /script-src needs 'wasm-unsafe-eval'/,
  );
  assert.match(startSentence(new Error("the core has ABI 2, the page needs 1")), /ABI 2/);
});
