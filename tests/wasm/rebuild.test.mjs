/** npm start when sources change: it says that it builds, tells open pages, and goes on after a fault, from the first build on. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { attempt, rebuilding } from "../../wasm/tools/rebuild.mjs";
import { serve } from "../../wasm/tools/serve.mjs";
import { Failed, capture } from "../../wasm/tools/steps.mjs";

const CHAPTER = new Set(["content/06-rope-pairs/chapter.md"]);
const SOURCE = new Set(["core/src/rope.c"]);
const FAULT = 'content/06-rope-pairs/chapter.md:3: <ch-table> lacks the attribute "run".';

/**
 * A rebuilder that writes down what happens, with builds that fail while it has a fault.
 * @param {{ behind: boolean, outcome?: import("../../wasm/tools/texts.mjs").Outcome }} options
 */
function recorded({ behind, outcome = "built" }) {
  /** @type {string[]} */
  const log = [];
  const state = { fault: "", outcome };
  const note = (/** @type {string} */ what) => (/** @type {unknown} */ text) => {
    log.push([what, text].filter(Boolean).join(" "));
  };
  const terminal = { say: note("said"), complain: note("complained") };
  const build = async () => {
    note("build")("");
    if (state.fault !== "") throw new Failed(state.fault);
  };
  const texts = { rebuild: async () => (note("texts")(""), state.outcome), renew: () => void note("renew")("") };
  const served = { built: () => void note("reload")(""), broken: () => void note("broken")("") };
  return { log, state, served, terminal, build, change: rebuilding({ build, texts, served, behind, terminal }) };
}

test("a change in C is said before it is built and when it is done", async () => {
  const { log, change } = recorded({ behind: false });
  await change(SOURCE);
  await change(new Set([...SOURCE, ...CHAPTER]));
  const rebuilt = ["build", "renew", "said Rebuilt.", "reload"];
  assert.deepEqual(log, [
    "said Rebuilding: core/src/rope.c has changed.",
    ...rebuilt,
    "said Rebuilding: core/src/rope.c and 1 more have changed.",
    ...rebuilt,
  ]);
});

test("texts alone are built alone, and all else where they want another page", async () => {
  const { log, state, change } = recorded({ behind: false });
  await change(CHAPTER);
  state.outcome = "whole";
  await change(CHAPTER);
  assert.deepEqual(log.slice(0, 3), ["texts", "said Rebuilt.", "reload"]);
  assert.deepEqual(log.slice(3, 6), ["texts", `said Rebuilding: ${[...CHAPTER][0]} has changed.`, "build"]);
});

test("a fault is told, and the next change builds everything", async () => {
  const { log, state, change } = recorded({ behind: false, outcome: { problem: FAULT } });
  await change(CHAPTER);
  state.fault = "no such header";
  await change(SOURCE);
  state.fault = "";
  await change(CHAPTER);
  assert.deepEqual(log.slice(0, 3), ["texts", `complained ${FAULT}`, "broken"]);
  assert.deepEqual(log.slice(4, 7), ["build", "complained no such header", "broken"]);
  assert.deepEqual(log.slice(8), ["build", "renew", "said Rebuilt.", "reload"]);
});

test("a first build that fails ends nothing: the next change builds everything", async () => {
  const { log, state, served, terminal, build, change } = recorded({ behind: true });
  state.fault = FAULT;
  assert.equal(await attempt(served, build, terminal), false);
  state.fault = "";
  await change(CHAPTER);
  assert.deepEqual(log.slice(0, 3), ["build", `complained ${FAULT}`, "broken"]);
  assert.deepEqual(log.slice(4), ["build", "renew", "said Rebuilt.", "reload"]);
});

test("where nothing has been built the fault is the page, until there is one", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "clockhand-unbuilt-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const served = await serve({ folder, port: 0, reload: true, ready: Promise.resolve() });
  t.after(() => served.close());
  assert.equal((await fetch(served.address)).status, 404);
  served.broken(FAULT);
  const unbuilt = await fetch(served.address);
  assert.equal(unbuilt.status, 503);
  const page = await unbuilt.text();
  assert.ok(page.includes(FAULT.replace("<", "&lt;")) && page.includes('<script type="module"'), page);
  writeFileSync(join(folder, "index.html"), "<body><p>page</p></body>");
  assert.match(await (await fetch(served.address)).text(), /<p>page<\/p>/);
});

test("a compiler's first error stands in the sentence", async () => {
  const line = "core/src/rope.c:3:1: error: expected ';'";
  const compile = ["-e", `console.log(${JSON.stringify(line)}); process.exit(1)`];
  const code = `import { command, run } from "./wasm/tools/steps.mjs";
    await command(() => run("node", ${JSON.stringify(compile)}, { quiet: true }));`;
  const { status, output } = await capture("node", ["--input-type=module", "-e", code]);
  assert.equal(status, 1);
  assert.ok(output.trim().endsWith(`failed (status 1): ${line}.`), output);
});
