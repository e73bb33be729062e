import assert from "node:assert/strict";
import { test } from "node:test";
import {
  FREE,
  PASSED,
  VERDICT_NAMES,
  cellName,
  fewProblems,
  importSentence,
  quoted,
  startSentence,
  storageSentence,
  verdictSentence,
} from "../../web/src/texts.js";
import { reason } from "../../web/src/reason.js";

const names = /** @type {(keyof typeof VERDICT_NAMES)[]} */ (Object.keys(VERDICT_NAMES));

test("why something failed ends a sentence that has its own stop", () => {
  assert.equal(reason(new Error("the file is missing")), "the file is missing");
  assert.equal(reason(new Error("The core stopped.")), "The core stopped");
  assert.equal(reason("It was 0.5."), "It was 0.5");
});

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

test("what is off in its last place is told from what is wrong", () => {
  const wrong = /** @type {const} */ ({ ok: true, verdict: "wrong", read_as: "0.8416" });
  const near = verdictSentence({ ...wrong, last_place: true }, { asked: 4 });
  assert.match(near, /^0\.8416 is close: .*last decimal asked for/);
  assert.match(verdictSentence({ ...wrong, last_place: true }, { asked: 4, several: true }), /last decimal asked for/);
  assert.doesNotMatch(verdictSentence(wrong, { asked: 4 }), /last decimal/);
  assert.equal(cellName({ verdict: "wrong", last_place: true }), "Off in the last decimal");
  assert.equal(cellName({ verdict: "wrong" }), "Not yet");
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

test("someone else's text stays one short line", () => {
  assert.equal(quoted("1;2"), "1;2");
  assert.equal(quoted("a\u0000b\nc"), "a b c");
  assert.equal(quoted("x".repeat(1e5)), `${"x".repeat(60)}…`);
  assert.equal(quoted(`${"x".repeat(59)}😀y`), `${"x".repeat(59)}…`, "no half of a character");
});

test("a link that says much wrong is answered with a few sentences", () => {
  const seven = Array.from({ length: 7 }, (_, i) => `${i}`);
  assert.deepEqual(fewProblems(seven), seven, "one more sentence says no more than the one that it replaces");
  assert.deepEqual(fewProblems([...seven, "7"]), [...seven.slice(0, 6), "2 more parts of this link were left out."]);
});

test("what an import changed is said of this course and of others", () => {
  const said = [
    [0, 0],
    [1, 0],
    [2, 1],
    [0, 2],
  ].map(([here = 0, elsewhere = 0]) => importSentence("p.json", here, elsewhere));
  assert.equal(new Set(said).size, said.length);
  assert.match(said[0] ?? "", /nothing was changed\.$/);
  assert.match(said[1] ?? "", /one exercise was brought up to date:$/);
  assert.match(said[2] ?? "", /2 exercises were brought up to date, and one exercise that .* was kept:$/);
  assert.match(said[3] ?? "", /2 exercises that .* were kept; nothing else was changed\.$/);
});
