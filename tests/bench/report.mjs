/** The README's table of results: rows that have a figure asked of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { ROOT } from "../../wasm/tools/steps.mjs";

const README = join(ROOT, "README.md");
const MARKS = ["<!-- npm run bench -- --write -->", "<!-- end of npm run bench -->"];

/** @typedef {import("./measure.mjs").Row} Row */

/** What the figures were taken on, and how busy it was. */
export function machine() {
  const [{ model }] = cpus();
  const load = loadavg()[0].toFixed(1);
  return `${model.trim()}, ${cpus().length} cores, Node ${process.versions.node}, load average ${load}`;
}

/** @param {Row} row */
export function line({ what, got, asked, met }) {
  const verdict = asked === undefined ? "" : `, asked: ${asked}${met ? "" : ", NOT MET"}`;
  return `  ${what}: ${got}${verdict}`;
}

/** @param {Row[]} rows @param {string} before what the machine was like at the start */
export function writeTable(rows, before) {
  const asked = rows.filter((row) => row.asked !== undefined);
  const date = new Date().toISOString().slice(0, 10);
  const table = [
    "| measured | result | asked | met |",
    "|---|---|---|---|",
    ...asked.map(({ what, got, asked: bound, met }) => `| ${what} | ${got} | ${bound} | ${met ? "yes" : "no"} |`),
    "",
    `${date}, ${before} when it began and ${loadavg()[0].toFixed(1)} when it ended.`,
  ];
  const text = readFileSync(README, "utf8");
  const [start, end] = MARKS.map((mark) => text.indexOf(mark));
  if (start < 0 || end < start) throw new Error(`README.md has no ${MARKS.join(" .. ")}`);
  writeFileSync(README, `${text.slice(0, start + MARKS[0].length)}\n\n${table.join("\n")}\n\n${text.slice(end)}`);
}
