/**
 * A stand-in for the core with one small lab, for tests of the page's own modules: products `factor * row * column`.
 * It follows the adapter's shapes and nothing more.
 */

const lab = {
  id: "products",
  summary: "Products of a row and a column",
  parameters: [
    { id: "size", label: "Size", help: "Rows and columns.", type: "integer", unit: "", min: 1, max: 4, default: "2" },
    { id: "factor", label: "Factor", help: "Multiplies every cell.", type: "real", unit: "", default: "1" },
    {
      id: "order",
      label: "Order",
      help: "Which way the columns run.",
      type: "choice",
      default: "up",
      choices: [
        { id: "up", label: "up" },
        { id: "down", label: "down" },
      ],
    },
  ],
  tables: [
    {
      id: "grid",
      caption: "Products",
      layout: "matrix",
      keys: 1,
      companion: "offsets",
      cues: [
        { id: "same", label: "equal", line: "double" },
        { id: "other", label: "unequal", line: "dashed" },
      ],
    },
    { id: "offsets", caption: "Column less row", layout: "matrix", keys: 1 },
    { id: "list", caption: "Rows", layout: "records", keys: 1 },
  ],
  checks: [{ id: "symmetric", label: "Rows and columns agree", sense: "at-most" }],
  mistakes: [{ id: "added", summary: "Added where a product was asked." }],
};

/** @param {{ lab: string, params: Record<string, string>, mistake?: string }} request */
function run({ lab: id, params, mistake }) {
  if (id !== lab.id) return refuse("unknown-lab", "lab", `lab ${id} is not known`);
  const text = { size: "2", factor: "1", order: "up", ...params };
  const [size, factor] = [Number(text.size), Number(text.factor)];
  if (!Number.isInteger(size) || size < 1 || size > 4)
    return refuse("range", "size", `size ${text.size} is not an integer from 1 to 4`);
  if (!Number.isFinite(factor)) return refuse("real", "factor", `factor ${text.factor} is not a number`);
  const indices = Array.from({ length: size }, (_, i) => i + 1);
  const value = (/** @type {number} */ r, /** @type {number} */ c) => factor * (mistake === "added" ? r + c : r * c);
  const columns = [
    { id: "m", label: "m", type: "integer", digits: 0 },
    ...indices.map((n) => ({ id: `n${n - 1}`, label: `n = ${n}`, type: "real", digits: 2 })),
  ];
  return {
    ok: true,
    lab: id,
    params: text,
    tables: [
      {
        ...lab.tables[0],
        columns,
        rows: indices.map((r) => [r, ...indices.map((c) => value(r, c))]),
        cues: indices.map((r) => indices.map((c) => (r === c ? "same" : "other"))),
      },
      { ...lab.tables[1], columns, rows: indices.map((r) => [r, ...indices.map((c) => c - r)]) },
      {
        ...lab.tables[2],
        columns: [
          { id: "name", label: "row", type: "text", digits: 0 },
          { id: "first", label: "first", type: "real", digits: 2 },
          { id: "last", label: "last", type: "real", digits: 2 },
        ],
        rows: indices.map((r) => [`row ${r}`, value(r, 1), value(r, size)]),
      },
    ],
    checks: [{ ...lab.checks[0], value: 0, tolerance: 0, passed: true }],
  };
}

/** @param {string} id @param {string} argument @param {string} message */
const refuse = (id, argument, message) => ({ ok: false, error: { id, argument, message } });

/** @param {any} result @param {string} target */
export function pick(result, target) {
  const [, id, row, names] = /^(\w+)(?:\[(\d+)\])?(?:\.([\w,]+))?$/.exec(target) ?? [];
  const table = result.tables.find((/** @type {any} */ one) => one.id === id);
  const chosen = table.columns
    .map((/** @type {any} */ column, /** @type {number} */ i) =>
      i >= 1 && (!names || names.split(",").includes(column.id)) ? i : 0,
    )
    .filter(Boolean);
  const rows = row === undefined ? table.rows : [table.rows[Number(row)]];
  return {
    rows: rows.length,
    columns: chosen.length,
    cells: rows.flatMap((/** @type {any} */ line) => chosen.map((/** @type {number} */ c) => line[c])),
    digits: 2,
  };
}

/** @param {string} text */
function number(text) {
  const value = Number(text.trim().replace("\u2212", "-").replace(",", "."));
  return text.trim() === "" || Number.isNaN(value) ? undefined : value;
}

/** @param {any} request */
function judge({ lab: id, params, target, answer, places = 2 }) {
  const result = run({ lab: id, params });
  if (!result.ok) return result;
  const picked = pick(result, target);
  const values = answer.split(/[\t\n]/).map(number);
  if (values.length !== picked.cells.length || values.includes(undefined))
    return { ok: true, verdict: "unreadable", message: `${answer} is not a number.` };
  const right = values.every(
    (/** @type {number} */ value, /** @type {number} */ i) => Math.abs(value - picked.cells[i]) <= 0.5 * 10 ** -places,
  );
  return {
    ok: true,
    verdict: right ? "correct" : "wrong",
    read_as: values.join(", "),
    places,
    mistakes: [],
    cells: [],
  };
}

export const clockhand = {
  description: { abi: 1, labs: [lab] },
  run,
  judge,
  /** @param {{ text: string }} request */
  read: ({ text }) =>
    number(text) === undefined
      ? { ok: true, readable: false, message: "not a number" }
      : { ok: true, readable: true, read_as: String(number(text)) },
  /** @param {any} request */
  instance: ({ seed }) => ({ ok: true, params: { factor: String(seed + 1) }, one_of: [] }),
  /** @param {number} value @param {number} digits */
  format: (value, digits) => (digits < 0 ? String(value) : value.toFixed(digits)),
};

export const core = /** @type {any} */ ({ clockhand, pick });
