import assert from "node:assert/strict";
import { test } from "node:test";
import { figure, spaced, worded } from "../../web/src/figures.js";
import { verdictSentence } from "../../web/src/texts.js";

for (const [text, shown] of [
  ["-4.5", "\u22124.5"],
  ["-.5", "\u2212.5"],
  ["1, -2; -3", "1, \u22122; \u22123"],
  ["-1e-12", "\u22121e\u221212"],
  ["1.e-3", "1.e\u22123"],
  ["2 - -3", "2 - \u22123"],
  ["one-pair", "one-pair"],
  ["angles-in-16-bit", "angles-in-16-bit"],
  ["some-3", "some-3"],
  ["e-", "e-"],
]) {
  test(`${text} is shown as ${shown}`, () => assert.equal(figure(String(text)), shown));
}

test("a list breathes, however it was written", () => {
  assert.equal(spaced("1,-0.5;0, 1"), "1, \u22120.5; 0, 1");
});

test("a verdict writes a value with the minus of the reading beside it", () => {
  assert.equal(
    verdictSentence({ ok: true, verdict: "carried", read_as: "-4.5" }),
    "\u22124.5 is right for your own earlier value, and counts as right for this step.",
  );
});

test("an apostrophe of the core's words is curled, a mark of a number is not", () => {
  assert.equal(worded("the token's row, the tokens' rows"), "the token’s row, the tokens’ rows");
  assert.equal(worded("1'000 and 'x"), "1'000 and 'x");
});
