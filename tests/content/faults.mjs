/** Faults of the content, each provoked in a copy of its own. */
import assert from "node:assert/strict";
import test from "node:test";
import { readCourse } from "../../content/build.mjs";
import { ContentError } from "../../content/builder/problem.mjs";
import { copyContent, editJson, editText, lineOf, loadCore } from "./course.mjs";

const clockhand = await loadCore();
export const DATA = "06-rope-pairs/chapter.json";
export const TEXT = "06-rope-pairs/chapter.md";

/**
 * @typedef {(root: string) => void} Spoil
 * @typedef {[name: string, spoil: Spoil, said: RegExp, standsOn?: string]} Fault what spoils a copy of the content, what the
 *   one sentence must say, and what stands on its line
 */

/** @param {string} id @param {(exercise: any) => void} change @returns {Spoil} */
export const exercise = (id, change) => (root) =>
  editJson(root, DATA, ({ exercises }) => change(exercises.find((/** @type {any} */ one) => one.id === id)));
/** @param {(data: any) => void} change @returns {Spoil} */
export const data = (change) => (root) => editJson(root, DATA, change);
/** @param {string} line @returns {Spoil} */
export const append = (line) => (root) => editText(root, TEXT, (text) => `${text}\n${line}\n`);

/** @param {Fault[]} faults */
export function testRefusals(faults) {
  for (const [name, spoil, expected, standsOn] of faults) {
    test(`refused: ${name}`, (t) => {
      const root = copyContent(t);
      spoil(root);
      assert.throws(
        () => readCourse({ clockhand, root }),
        (error) => {
          assert.ok(error instanceof ContentError, String(error));
          assert.match(error.message, expected);
          assert.ok(!error.message.includes("\n"), "one sentence on one line");
          const { file = "", field, line } = error.place;
          assert.ok(
            !file.endsWith(".json") || field === undefined || line !== undefined,
            `${error.message} names no line`,
          );
          if (standsOn)
            assert.ok(
              error.message.startsWith(`content/${TEXT}:${lineOf(root, TEXT, standsOn)}: `),
              `${error.message} should name line ${lineOf(root, TEXT, standsOn)}`,
            );
          return true;
        },
      );
    });
  }
}
