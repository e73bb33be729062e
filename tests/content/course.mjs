import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../../wasm/clockhand.js";

const CONTENT = fileURLToPath(new URL("../../content/", import.meta.url));
/** One chapter stands for all: a fault is provoked many times, and each time the copy is built. */
const CHAPTER = "06-rope-pairs";
const AUTHORED = /^(06-rope-pairs|glossary\.json|ids\.json|judging\.(json|md)|references\.json)$/;
const CORE = fileURLToPath(new URL("../../build/wasm/clockhand.wasm", import.meta.url));

/** The core as the page has it. */
export async function loadCore() {
  if (!existsSync(CORE)) throw new Error(`${CORE} is missing; build it first, npm test does so.`);
  return load(readFileSync(CORE));
}

/**
 * A copy of what authors write in content/, of the chapters one, to spoil, gone when the test ends.
 * @param {import("node:test").TestContext} t
 */
export function copyContent(t) {
  const root = mkdtempSync(join(tmpdir(), "clockhand-content-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const name of readdirSync(CONTENT)) {
    if (AUTHORED.test(name)) cpSync(join(CONTENT, name), join(root, name), { recursive: true });
  }
  editJson(root, "ids.json", (ids) => {
    for (const id of Object.keys(ids)) if (id !== CHAPTER) delete ids[id];
  });
  return root;
}

/**
 * An empty folder to build into, gone when the test ends.
 * @param {import("node:test").TestContext} t
 */
export function outFolder(t) {
  const out = mkdtempSync(join(tmpdir(), "clockhand-out-"));
  t.after(() => rmSync(out, { recursive: true, force: true }));
  return out;
}

/**
 * @param {string} root
 * @param {string} name
 * @param {(data: any) => void} change
 */
export function editJson(root, name, change) {
  const path = join(root, name);
  const data = JSON.parse(readFileSync(path, "utf8"));
  change(data);
  writeFileSync(path, JSON.stringify(data, null, 2));
}

/**
 * @param {string} root
 * @param {string} name
 * @param {(text: string) => string} change
 */
export function editText(root, name, change) {
  const path = join(root, name);
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

/**
 * The line, counted from one, on which a text stands first.
 * @param {string} root
 * @param {string} name
 * @param {string} needle
 */
export function lineOf(root, name, needle) {
  const lines = readFileSync(join(root, name), "utf8").split("\n");
  return lines.findIndex((line) => line.includes(needle)) + 1;
}
