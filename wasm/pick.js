/** @import { Picked, Result, Table } from "./clockhand.js" */

/**
 * The cells that a target names, in the grammar of clockhand/target.h.
 * @param {Result} result
 * @param {string} target
 * @returns {Picked}
 * @throws {Error} When the target names no cell.
 */
export function pick(result, target) {
  const parts = /^([^[.]+)(?:\[(\d+)\])?(?:\.(.+))?$/.exec(target);
  const table = result.tables.find(({ id }) => id === parts?.[1]);
  if (!parts || !table)
    throw new Error(
      `Target ${target} names no table of ${result.lab}: ${result.tables.map(({ id }) => id).join(", ")} are accepted.`,
    );
  const rows = parts[2] === undefined ? table.rows : table.rows.slice(Number(parts[2]), Number(parts[2]) + 1);
  const indices = parts[3]
    ? parts[3].split(",").map((id) => table.columns.findIndex((column) => column.id === id))
    : valueColumns(table);
  if (rows.length === 0) throw new Error(`Target ${target}: table ${table.id} has rows 0 to ${table.rows.length - 1}.`);
  if (indices.length === 0 || indices.includes(-1)) {
    throw new Error(
      `Target ${target}: table ${table.id} has the columns ${table.columns.map(({ id }) => id).join(", ")}.`,
    );
  }
  return {
    rows: rows.length,
    columns: indices.length,
    cells: rows.flatMap((row) => indices.map((index) => row[index])),
    digits: table.columns[indices[0]].digits,
  };
}

/** @param {Table} table */
function valueColumns(table) {
  const numeric = ["integer", "real"];
  return table.columns.flatMap((column, index) =>
    index >= table.keys && numeric.includes(column.type) ? [index] : [],
  );
}
