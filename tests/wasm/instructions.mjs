/**
 * Instructions that fixed runs of the native program take: a budget that no clock disturbs. Only the program's own code counts,
 * not the C library's, which differs between machines; another compiler makes other code, so counts are of one compiler.
 *
 * node tests/wasm/instructions.mjs writes the counts anew; say in the commit why they changed.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../build/native/clockhand", import.meta.url));
const RECORD = fileURLToPath(new URL("instructions.json", import.meta.url));

/** A count may exceed its record by this share. */
const BOUND = 0.03;

/** What is counted: kernels, tables with text, and the draws. @type {Record<string, string[]>} */
export const RUNS = {
  "gradient norms": ["lab", "norm-gradients", "--depth", "2", "--seeds", "0..1"],
  "rope pairs": ["lab", "rope-pairs", "--width", "8", "--positions", "8"],
  "causal attention": ["lab", "causal-rope-attention"],
  "normals of torch": ["random", "--generator", "torch", "--seed", "0", "randn", "2000"],
};

/** @typedef {{ compiler: string, counts: Record<string, number> }} Recorded */

/** @returns {string} what made the program, as it says itself */
export function compiler() {
  const said = execFileSync("clang", ["--version"], { encoding: "utf8" }).split("\n");
  return said.slice(0, 2).join(", ");
}

/** @returns {Recorded} */
export function recorded() {
  return JSON.parse(readFileSync(RECORD, "utf8"));
}

/** @param {number} count @param {number} record */
export function exceeds(count, record) {
  return count > record * (1 + BOUND);
}

/** @param {string[]} args of the program @returns {number} */
export function countInstructions(args) {
  const folder = mkdtempSync(join(tmpdir(), "clockhand-"));
  const out = join(folder, "out");
  try {
    const options = ["--tool=callgrind", `--callgrind-out-file=${out}`, "--quiet"];
    execFileSync("valgrind", [...options, PROGRAM, ...args], { stdio: ["ignore", "ignore", "pipe"] });
    return ownInstructions(readFileSync(out, "utf8"), PROGRAM);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The sum over functions of one object, in callgrind's format: `ob=` names an object, a line of two numbers is a place and its own
 * cost, and the one behind `calls=` is the cost of what was called, which is counted where it stands.
 * @param {string} text
 * @param {string} object its path
 */
export function ownInstructions(text, object) {
  /** @type {Map<string, string>} */
  const names = new Map();
  let own = false;
  let called = false;
  let sum = 0;
  for (const line of text.split("\n")) {
    const [, id, name] = /^ob=(\(\d+\))(?: (.*))?$/.exec(line) ?? [];
    const [, otherId, other] = /^cob=(\(\d+\)) (.*)$/.exec(line) ?? [];
    if (other !== undefined) names.set(otherId, other);
    if (id !== undefined) {
      if (name !== undefined) names.set(id, name);
      own = names.get(id) === object;
    }
    const [, cost] = /^[+\-*\d]\S* (\d+)$/.exec(line) ?? [];
    if (cost !== undefined && own && !called) sum += Number(cost);
    if (cost !== undefined) called = false;
    if (line.startsWith("calls=")) called = true;
  }
  return sum;
}

function write() {
  const counts = Object.fromEntries(Object.entries(RUNS).map(([name, args]) => [name, countInstructions(args)]));
  writeFileSync(RECORD, `${JSON.stringify({ compiler: compiler(), counts }, null, 2)}\n`);
}

if (argv[1] === fileURLToPath(import.meta.url)) write();
