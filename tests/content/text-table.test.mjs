import assert from "node:assert/strict";
import test from "node:test";
import { align, tableToText } from "../../content/text-table.mjs";

const format = (/** @type {number} */ value, /** @type {number} */ digits) =>
  digits < 0 ? String(value) : value.toFixed(digits);

/** @type {import("../../content/builder/types.mjs").Lab} */
const lab = {
  id: "lab",
  summary: "",
  parameters: [],
  checks: [],
  mistakes: [],
  tables: [
    { id: "records", cues: [{ id: "fast", label: "fast pair" }] },
    { id: "grid", cues: [{ id: "later", label: "key lies later" }] },
    { id: "offsets" },
  ],
};

test("columns align: numbers right, words left, widest cell decides", () => {
  assert.equal(
    align(
      [
        ["a", "θ"],
        ["bcd", "12"],
      ],
      ["left", "right"],
    ),
    "a     θ\nbcd  12",
  );
});

test("records: digits and units from the columns, cues as words", () => {
  const text = tableToText(
    {
      id: "records",
      caption: "Caption",
      layout: "records",
      keys: 1,
      columns: [
        { id: "k", label: "pair", type: "integer", digits: 0 },
        { id: "cue", label: "speed", type: "cue", digits: 0 },
        { id: "angle", label: "angle", unit: "radians", type: "real", digits: 3 },
      ],
      rows: [
        [0, "fast", 1.5],
        [10, "fast", -0.25],
      ],
    },
    { ok: true, params: {}, tables: [], checks: [] },
    lab,
    format,
  );
  assert.equal(
    text,
    "Caption\npair  speed      angle (radians)\n   0  fast pair            1.500\n  10  fast pair           -0.250",
  );
});

test("matrix: axes named, companion and cue beside each value", () => {
  const columns = [
    { id: "m", label: "m", type: "integer", digits: 0 },
    { id: "n0", label: "n = 0", type: "real", digits: 2 },
    { id: "n1", label: "n = 1", type: "real", digits: 2 },
  ];
  /** @type {import("../../content/builder/types.mjs").Table} */
  const grid = {
    id: "grid",
    caption: "Grid",
    layout: "matrix",
    keys: 1,
    columns,
    rows: [[0, 2, 1.5]],
    cues: [["", "later"]],
    companion: "offsets",
    row_axis: { symbol: "m", label: "query" },
    column_axis: { symbol: "n", label: "key" },
  };
  const offsets = {
    ...grid,
    id: "offsets",
    cues: undefined,
    companion: undefined,
    rows: [[0, 0, 1]],
    columns: columns.map((c) => ({ ...c, digits: 0 })),
  };
  const text = tableToText(grid, { ok: true, params: {}, tables: [grid, offsets], checks: [] }, lab, format);
  assert.equal(text, "Grid\nm \\ n     n = 0                     n = 1\n    0  2.00 (0)  1.50 (1, key lies later)");
});
