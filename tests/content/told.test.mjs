/** What is asked must not be told: by a prompt, or by what a reader opens before it is asked. Sentences that nobody can call for. */
import assert from "node:assert/strict";
import test from "node:test";
import { readCourse } from "../../content/build.mjs";
import { copyContent, loadCore } from "./course.mjs";
import { data, exercise, testRefusals } from "./faults.mjs";

const clockhand = await loadCore();
const OFFSETS = '<ch-value of="instance.offsets[0].n1"></ch-value>';

testRefusals([
  [
    "a prompt that shows what another exercise asks for",
    exercise("dot-matrix", (e) => {
      e.prompt += ` The offset is ${OFFSETS}.`;
    }),
    /\(dot-matrix\)\.prompt: shows instance\.offsets\[0\]\.n1, which exercise "offset-matrix" asks for; give one .* after="offset-matrix"/,
  ],
  [
    "a prompt that shows what a later exercise asks for",
    exercise("offset-matrix", (e) => {
      e.prompt += ' The score is <ch-value of="instance.dots[0].n1"></ch-value>.';
    }),
    /\(offset-matrix\)\.prompt: shows instance\.dots\[0\]\.n1, which exercise "dot-matrix" asks for/,
  ],
  [
    "a prompt that shows what the exercise itself asks for",
    exercise("offset-matrix", (e) => {
      e.prompt += ` The offset is ${OFFSETS}.`;
    }),
    /\(offset-matrix\)\.prompt: shows instance\.offsets\[0\]\.n1, which this exercise asks for; leave it out/,
  ],
  [
    "a prompt that shows all that another exercise asks for, from another table",
    exercise("slow-turn", (e) => {
      e.prompt += ' The norm is <ch-value of="instance.norms[1].before"></ch-value>.';
    }),
    /\(slow-turn\)\.prompt: shows instance\.norms\[1\]\.before, which exercise "rotated-norm" asks for/,
  ],
  [
    "an option that shows what another exercise asks for",
    exercise("faster-pair", (e) => {
      e.options[0].text += ' of <ch-value of="two-pairs.norms[1].after"></ch-value>';
    }),
    /\(faster-pair\)\.options\[0\]\.text: shows two-pairs\.norms\[1\]\.after, which exercise "rotated-norm" asks for/,
  ],
  [
    "a hint that shows what a later exercise asks for",
    exercise("offset-matrix", (e) => {
      e.hints[0] += ' The score is <ch-value of="instance.dots[0].n1"></ch-value>.';
    }),
    /\(offset-matrix\)\.hints\[0\]: shows instance\.dots\[0\]\.n1, which exercise "dot-matrix" asks for/,
  ],
  [
    "an explanation that shows what a later exercise asks for",
    exercise("offset-matrix", (e) => {
      e.explain += ' The score is <ch-value of="instance.dots[0].n1"></ch-value>.';
    }),
    /\(offset-matrix\)\.explain: shows instance\.dots\[0\]\.n1, which exercise "dot-matrix" asks for/,
  ],
  [
    "a sentence for a mistake of a lab that no exercise looks for",
    data((d) => {
      d.mistakes["width-of-model"] = "Your value is what comes out with another width.";
    }),
    /mistakes\.width-of-model: no exercise of this chapter looks for it; add it to the "mistakes" of one, or remove/,
  ],
]);

test("a figure that waits, or stands in a hint behind the question, is accepted", (t) => {
  const root = copyContent(t);
  exercise("dot-matrix", (e) => {
    e.prompt += ` The offset is ${OFFSETS.replace("></", ' after="offset-matrix"></')}.`;
    e.hints[0] += ` The offset is ${OFFSETS}.`;
  })(root);
  assert.equal(readCourse({ clockhand, root }).length, 1);
});
