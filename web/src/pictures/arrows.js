/** Arrows in a plane: for each row the arrow before, thin and dashed, the arrow after, and the arc of the turn between them. */

import { select } from "d3-selection";
import { arc } from "d3-shape";
import { columnAt, layer, shown } from "./parts.js";

const PLANE = { most: 360, margin: 34, arc: 0.35 };

/** @type {import("./index.js").Draw} */
export function arrows(svg, scene) {
  const { table, picture, width } = scene;
  const size = Math.min(PLANE.most, width);
  const half = size / 2;
  const [fromX, fromY] = (picture.from ?? []).map((id) => columnAt(table, id));
  const [toX, toY] = (picture.to ?? []).map((id) => columnAt(table, id));
  const name = columnAt(table, picture.label);
  const cell = (/** @type {(number|string)[]} */ row, /** @type {number|undefined} */ at) => Number(row[at ?? -1]);
  const items = table.rows.map((row, i) => ({
    before: [cell(row, fromX), cell(row, fromY)],
    after: [cell(row, toX), cell(row, toY)],
    name: shown(scene, /** @type {any} */ (table.columns[name]), /** @type {any} */ (row[name] ?? "")),
    series: i % 6,
  }));
  const reach = Math.max(
    ...items.flatMap(({ before, after }) => [Math.hypot(...before), Math.hypot(...after)]),
    Number.MIN_VALUE,
  );
  const unit = (half - PLANE.margin) / reach;
  const root = select(svg).attr("viewBox", `${-half} ${-half} ${size} ${size}`).attr("height", size);
  const plane = layer(root, "g", "plane");
  layer(plane, "line", "ground-x").attr("x1", -half).attr("x2", half);
  layer(plane, "line", "ground-y").attr("y1", -half).attr("y2", half);
  layer(plane, "circle", "reach").attr("r", unit * reach);
  const group = layer(root, "g", "arrows")
    .selectAll("g.arrow")
    .data(items)
    .join((/** @type {any} */ enter) => {
      const arrow = enter.append("g");
      arrow.append("path").attr("class", "turn");
      arrow.append("line").attr("class", "before");
      arrow.append("line").attr("class", "after");
      arrow.append("circle").attr("class", "tip").attr("r", 4);
      arrow.append("text");
      return arrow;
    })
    .attr("class", (/** @type {any} */ { series }) => `arrow series-${series}`);
  for (const which of /** @type {const} */ (["before", "after"])) {
    group
      .select(`line.${which}`)
      .attr("x2", (/** @type {any} */ item) => item[which][0] * unit)
      .attr("y2", (/** @type {any} */ item) => -item[which][1] * unit);
  }
  group
    .select("circle.tip")
    .attr("cx", (/** @type {any} */ { after }) => after[0] * unit)
    .attr("cy", (/** @type {any} */ { after }) => -after[1] * unit);
  group
    .select("text")
    .attr("x", (/** @type {any} */ { after }) => after[0] * unit + (after[0] < 0 ? -8 : 8))
    .attr("y", (/** @type {any} */ { after }) => -after[1] * unit + (after[1] < 0 ? 16 : -8))
    .attr("text-anchor", (/** @type {any} */ { after }) => (after[0] < 0 ? "end" : "start"))
    .text((/** @type {any} */ item) => item.name);
  group.select("path.turn").attr("d", (/** @type {any} */ { before, after }) => turned(before, after, unit));
}

/** The arc from one arrow to the other, the shorter way round. @param {number[]} before @param {number[]} after @param {number} unit */
function turned([x0 = 0, y0 = 0], [x1 = 0, y1 = 0], unit) {
  const radius = Math.hypot(x0, y0) * unit * PLANE.arc;
  // d3 measures clockwise from the top.
  const start = Math.PI / 2 - Math.atan2(y0, x0);
  let turn = start - (Math.PI / 2 - Math.atan2(y1, x1));
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  return arc()({ innerRadius: radius, outerRadius: radius, startAngle: start, endAngle: start - turn });
}
