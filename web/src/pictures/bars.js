/** A bar for each cell, a row of bars for each row: of a matrix all values, of records the named columns. */

import { scaleLinear } from "d3-scale";
import { select } from "d3-selection";
import { layer } from "./parts.js";
import { BARS, barsRoom, columnAt, shown } from "./room.js";
import { walk } from "./walk.js";

/** @typedef {import("./index.js").Scene} Scene */

/** @type {import("./index.js").Draw} */
export function bars(svg, scene) {
  const { table, picture, width } = scene;
  const matrix = table.layout === "matrix";
  const { columns, row: rowHeight, height } = barsRoom(scene);
  const name = matrix ? 0 : Math.max(0, columnAt(table, picture.label));
  const items = table.rows.flatMap((row, r) =>
    columns.map((c, i) => ({
      value: Number(row[c]),
      series: i,
      y: r * rowHeight + i * (BARS.bar + BARS.gap) + BARS.row,
      column: /** @type {import("../types.js").Column} */ (table.columns[c]),
      row: `${matrix && table.row_axis?.symbol ? `${table.row_axis.symbol} =` : ""} ${shown(scene, /** @type {any} */ (table.columns[name]), /** @type {any} */ (row[name]))}`.trim(),
    })),
  );
  const named = (/** @type {{ row: string, column: import("../types.js").Column }} */ { row, column }) =>
    matrix || columns.length > 1 ? `${row}, ${column.label}` : row;
  const values = items.map(({ value }) => value).filter(Number.isFinite);
  const x = scaleLinear(
    [Math.min(0, ...values), Math.max(0, ...values, Number.MIN_VALUE)],
    [BARS.left, width - BARS.right],
  );
  const root = select(svg).attr("viewBox", `0 0 ${width} ${height}`).attr("height", height);
  layer(root, "g", "bars")
    .selectAll("rect")
    .data(items)
    .join("rect")
    .attr("class", (/** @type {any} */ { series }) => `bar series-${series % 6}`)
    .attr("x", (/** @type {any} */ { value }) => Math.min(x(0), x(value)))
    .attr("width", (/** @type {any} */ { value }) => Math.abs(x(value) - x(0)))
    .attr("y", (/** @type {any} */ { y }) => y)
    .attr("height", BARS.bar);
  layer(root, "g", "bar-names")
    .selectAll("text")
    .data(items)
    .join("text")
    .attr("x", BARS.left - 8)
    .attr("y", (/** @type {any} */ { y }) => y + BARS.bar / 2)
    .attr("dy", "0.35em")
    .text((/** @type {any} */ item) => named(item));
  layer(root, "g", "bar-figures")
    .selectAll("text")
    .data(items)
    .join("text")
    .attr("x", (/** @type {any} */ { value }) => Math.max(x(0), x(value)) + 6)
    .attr("y", (/** @type {any} */ { y }) => y + BARS.bar / 2)
    .attr("dy", "0.35em")
    .text((/** @type {any} */ { value, column }) => shown(scene, column, value));
  const places = items.map((item) => ({
    x: (x(0) + x(item.value)) / 2,
    y: item.y + BARS.bar / 2,
    wide: Math.abs(x(item.value) - x(0)),
    high: BARS.bar,
    text: () => `${named(item)}: ${shown(scene, item.column, item.value)}.`,
  }));
  walk(
    svg,
    scene,
    places.map((place) => [place]),
  );
}
