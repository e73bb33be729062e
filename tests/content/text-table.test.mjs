import assert from "node:assert/strict";
import test from "node:test";
import { align, tableToText } from "../../content/text-table.mjs";

/** @import { Column, Lab, Result, Table } from "../../content/builder/types.mjs" */

/** @param {number} value @param {number} digits */
const format = (value, digits) => (digits < 0 ? String(value) : value.toFixed(digits));

/** @param {string} id @param {string} label @param {Column["type"]} type @param {number} digits @param {string} [unit] @returns {Column} */
const column = (id, label, type, digits, unit) => ({ id, label, type, digits, unit: unit ?? null });

/** A lab of these tables, and a result with them. @param {Table[]} tables @returns {[Result, Lab]} */
function runOf(...tables) {
  const cues = [
    { id: "fast", label: "fast pair" },
    { id: "later", label: "key lies later" },
  ];
  const described = tables.map(({ id, caption, layout, keys, columns }) => ({
    id,
    caption,
    layout,
    keys,
    columns,
    cues,
  }));
  return [
    { ok: true, lab: "lab", params: {}, mistake: null, tables, checks: [] },
    { id: "lab", summary: "", parameters: [], tables: described, checks: [], mistakes: [] },
  ];
}

test("columns align: numbers right, words left, the widest cell decides", () => {
  const rows = [
    ["a", "θ"],
    ["bcd", "12"],
  ];
  assert.equal(align(rows, ["left", "right"]), "a     θ\nbcd  12");
});

test("records: digits and units from the columns, cues as words", () => {
  /** @type {Table} */
  const table = {
    id: "records",
    caption: "Caption",
    layout: "records",
    keys: 1,
    columns: [
      column("k", "pair", "integer", 0),
      column("cue", "speed", "cue", 0),
      column("angle", "angle", "real", 3, "radians"),
    ],
    rows: [
      [0, "fast", 1.5],
      [10, "fast", -0.25],
    ],
  };
  assert.equal(
    tableToText(table, ...runOf(table), format),
    "Caption\npair  speed      angle (radians)\n   0  fast pair            1.500\n  10  fast pair           -0.250",
  );
});

test("matrix: axes named, companion and cue beside each value", () => {
  /** @type {Table} */
  const grid = {
    id: "grid",
    caption: "Grid",
    layout: "matrix",
    keys: 1,
    columns: [column("m", "m", "integer", 0), column("n0", "n = 0", "real", 2), column("n1", "n = 1", "real", 2)],
    rows: [[0, 2, 1.5]],
    cues: [["", "later"]],
    companion: "offsets",
    row_axis: { symbol: "m", label: "query" },
    column_axis: { symbol: "n", label: "key" },
  };
  /** @type {Table} */
  const offsets = {
    id: "offsets",
    caption: "Offsets",
    layout: "matrix",
    keys: 1,
    columns: [column("m", "m", "integer", 0), column("n0", "n = 0", "integer", 0), column("n1", "n = 1", "integer", 0)],
    rows: [[0, 0, 1]],
  };
  assert.equal(
    tableToText(grid, ...runOf(grid, offsets), format),
    "Grid\nm \\ n     n = 0                     n = 1\n    0  2.00 (0)  1.50 (1, key lies later)",
  );
});
