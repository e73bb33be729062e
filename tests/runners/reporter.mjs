import { resolve } from "node:path";

/**
 * A reporter for `node --test`: failures in full, one line a file, and the totals. Suites are not counted, nor is
 * the entry that the runner makes for a file that passes.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @param {AsyncIterable<import("node:test/reporters").TestEvent>} source
 */
export default async function* reporter(source) {
  /** @type {Map<string, Tally>} */
  const files = new Map();
  for await (const event of source) {
    if (event.type === "test:stderr" || event.type === "test:stdout") yield event.data.message;
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const { name, file = "", details, skip, todo } = event.data;
    const failed = event.type === "test:fail" && !todo;
    const isFile = resolve(name) === file;
    if (details.type === "suite" || (isFile && !failed)) continue;
    const tally = files.get(file) ?? { passed: 0, failed: 0, skipped: 0 };
    files.set(file, tally);
    if (failed) tally.failed += 1;
    else if (skip || todo) tally.skipped += 1;
    else tally.passed += 1;
    if (failed) yield `FAILED ${name} (${base(file)})\n${indent(explain(event.data.details.error))}\n`;
    if (skip) yield `skipped ${name}: ${skip}\n`;
  }
  yield* summary(files);
}

/** @param {Map<string, Tally>} files */
function* summary(files) {
  const total = { passed: 0, failed: 0 };
  for (const [file, { passed, failed, skipped }] of files) {
    yield `${base(file)}: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}\n`;
    total.passed += passed;
    total.failed += failed;
  }
  yield `${total.passed} passed, ${total.failed} failed\n`;
}

/** @param {string} file */
function base(file) {
  return file.split("/").at(-1);
}

/** The reason under the runner's own wrapping. @param {Error & { cause?: unknown }} error */
function explain(error) {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.stack ?? cause.message;
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^/gm, "  ");
}
