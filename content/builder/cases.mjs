/**
 * The table of cases by which answers are judged, in the form that tests/vectors/README.md describes. It is read here and
 * nowhere copied: what the page shows is what the core's own tests run.
 */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ContentError, listOf } from "./problem.mjs";

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {string} rule the group: the first word of the name
 * @property {string} right the right cells as the core takes them: commas in a row, semicolons between rows
 * @property {Record<string, string>} wrong mistake id to cells
 * @property {number} [places]
 * @property {number} [tolerance]
 * @property {"integer"|"fraction"} [form]
 * @property {number} rows
 * @property {number} columns
 * @property {string} answer as typed
 * @property {string} verdict
 * @property {string} why
 * @property {number[]} [read] the values read, row by row
 * @property {string[]} [cells] the verdict of each cell
 * @property {string[]} [matches] the mistakes to be named
 * @property {string} [pattern]
 * @property {boolean} [paired] the cells are features in pairs
 * @property {boolean} [last_place]
 * @property {boolean} [ambiguous]
 * @property {boolean} [unsimplified]
 * @property {number} [position] bytes before the fault
 */

export const CASES = fileURLToPath(new URL("../../tests/vectors/answers.txt", import.meta.url));
const FILE = "tests/vectors/answers.txt";
const KEYS = new Set(
  (
    "shape right places tolerance form paired mistake answer verdict cells read matches pattern last_place ambiguous " +
    "unsimplified position blank why"
  ).split(" "),
);
const ESCAPES = /** @type {Record<string, string>} */ ({ n: "\n", t: "\t", s: " ", "\\": "\\" });

/** @param {string} [path] @returns {Case[]} */
export function readCases(path = CASES) {
  const lines = readFileSync(path, "utf8").split("\n");
  const starts = lines.flatMap((line, i) => (line.startsWith("case ") ? [i] : []));
  return starts.map((start, i) => readCase(lines.slice(start, starts[i + 1]), start + 1));
}

/**
 * @param {string[]} lines from `case NAME` to the next case
 * @param {number} first the line of `case`
 * @returns {Case}
 */
function readCase(lines, first) {
  const name = lines[0].slice("case ".length);
  /** @type {Record<string, string[]>} */
  const found = {};
  lines.slice(1).forEach((line, i) => {
    if (line === "" || line.startsWith("#")) return;
    const [, key, value = ""] = /^(\S+)(?: (.*))?$/.exec(line) ?? [];
    if (!KEYS.has(key)) {
      throw new ContentError({ file: FILE, line: first + 1 + i }, `"${key}" is not read; accepted is ${listOf(KEYS)}.`);
    }
    (found[key] ??= []).push(value);
  });
  for (const key of ["right", "answer", "verdict", "why"]) {
    if (found[key]?.length !== 1) {
      throw new ContentError({ file: FILE, line: first }, `case "${name}" needs one line "${key}".`);
    }
  }
  const one = (/** @type {string} */ key) => found[key]?.[0];
  const words = (/** @type {string} */ key) => one(key)?.split(" ");
  const [rows, columns] = (words("shape") ?? ["1", "1"]).map(Number);
  const cellsOf = (/** @type {string[]} */ values) => {
    if (values.length === rows * columns) return asCells(values, columns);
    throw new ContentError(
      { file: FILE, line: first },
      `case "${name}" has ${values.length} cells for the shape ${rows} ${columns}; write ${rows * columns}.`,
    );
  };
  const wrong = (found.mistake ?? []).map((line) => {
    const [id, ...values] = line.split(" ");
    return [id, cellsOf(values)];
  });
  /** @type {[string, unknown][]} */
  const optional = [
    ["places", number(one("places"))],
    ["tolerance", number(one("tolerance"))],
    ["form", one("form")],
    ["read", words("read")?.map(Number)],
    ["cells", words("cells")],
    ["matches", words("matches")],
    ["pattern", one("pattern")],
    ["paired", one("paired") && true],
    ["last_place", one("last_place") && true],
    ["ambiguous", one("ambiguous") && true],
    ["unsimplified", one("unsimplified") && true],
    ["position", number(one("position"))],
  ];
  return {
    name,
    rule: name.split("-")[0],
    right: cellsOf(words("right") ?? []),
    wrong: Object.fromEntries(wrong),
    rows,
    columns,
    answer: unescape(one("answer") ?? ""),
    verdict: one("verdict") ?? "",
    why: one("why") ?? "",
    .../** @type {{}} */ (Object.fromEntries(optional.filter(([, value]) => value !== undefined))),
  };
}

/**
 * The shortest texts that read back as the same doubles.
 * @param {string[]} values
 * @param {number} columns
 */
function asCells(values, columns) {
  const texts = values.map((value) => String(Number(value)));
  const rows = Array.from({ length: texts.length / columns }, (_, r) => texts.slice(r * columns, (r + 1) * columns));
  return rows.map((row) => row.join(", ")).join("; ");
}

/** @param {string | undefined} text */
function number(text) {
  return text === undefined ? undefined : Number(text);
}

/** @param {string} text */
function unescape(text) {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code, letter) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : ESCAPES[letter],
  );
}
