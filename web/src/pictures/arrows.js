/** Arrows in a plane: for each row the arrow before, thin and dashed, the arrow after, and the arc of the turn between them. */

import { select } from "d3-selection";
import { arc } from "d3-shape";
import { list } from "../figures.js";
import { glide } from "./glide.js";
import { drawLegend, layer } from "./parts.js";
import { arrowsRoom, columnAt, shown } from "./room.js";
import { walk } from "./walk.js";

const PLANE = { margin: 44, arc: 0.35, between: 0.6 };
const NAME_PX = 16;
const TIP_PX = 4;

/** @type {import("./index.js").Draw} */
export function arrows(svg, scene) {
  const { table, picture, width } = scene;
  const { size, legend, height } = arrowsRoom(scene);
  const top = legend.height;
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
  const root = select(svg);
  drawLegend(root, legend);
  root.attr("viewBox", `0 0 ${width} ${height}`).attr("height", height);
  const host = layer(root, "g", "arrows-plane").attr("transform", `translate(${half},${top + half})`);
  const plane = layer(host, "g", "plane");
  layer(plane, "line", "ground-x").attr("x1", -half).attr("x2", half);
  layer(plane, "line", "ground-y").attr("y1", -half).attr("y2", half);
  layer(plane, "circle", "reach").attr("r", unit * reach);
  const group = layer(host, "g", "arrows")
    .selectAll("g.arrow")
    .data(items)
    .join((/** @type {any} */ enter) => {
      const arrow = enter.append("g");
      arrow.append("path").attr("class", "turn");
      arrow.append("line").attr("class", "before");
      arrow.append("line").attr("class", "after");
      arrow.append("circle").attr("class", "tip").attr("r", TIP_PX);
      arrow.append("text");
      return arrow;
    })
    .attr("class", (/** @type {any} */ { series }) => `arrow series-${series}`);
  group
    .select("line.before")
    .attr("x2", (/** @type {any} */ { before }) => before[0] * unit)
    .attr("y2", (/** @type {any} */ { before }) => -before[1] * unit);
  group.select("text").text((/** @type {any} */ { name }) => name);
  glide(
    svg,
    items.map(({ after }) => after),
    turned,
    (ends) => {
      const now = items.map((item, i) => ({ ...item, after: /** @type {number[]} */ (ends[i]) }));
      placeArrows(group.data(now), now, unit);
      drawBetween(host, picture.between, now, unit);
    },
  );
  const pair = (/** @type {number[]} */ ends, /** @type {string[]|undefined} */ ids) =>
    list(ends.map((end, i) => shown(scene, /** @type {any} */ (table.columns[columnAt(table, ids?.[i])]), end)));
  walk(
    svg,
    scene,
    items.map(({ name: of, before, after }) => [
      {
        x: half + (after[0] ?? 0) * unit,
        y: top + half - (after[1] ?? 0) * unit,
        wide: 2 * TIP_PX,
        high: 2 * TIP_PX,
        text: () => `${of}: before (${pair(before, picture.from)}), after (${pair(after, picture.to)}).`,
      },
    ]),
  );
}

/** Where the arrows point now. @param {any} group @param {{ before: number[], after: number[] }[]} items @param {number} unit */
function placeArrows(group, items, unit) {
  group
    .select("line.after")
    .attr("x2", (/** @type {any} */ { after }) => after[0] * unit)
    .attr("y2", (/** @type {any} */ { after }) => -after[1] * unit);
  group
    .select("circle.tip")
    .attr("cx", (/** @type {any} */ { after }) => after[0] * unit)
    .attr("cy", (/** @type {any} */ { after }) => -after[1] * unit);
  const names = namePlaces(items, unit);
  group
    .select("text")
    .attr("x", (/** @type {any} */ _, /** @type {number} */ i) => names[i]?.x ?? 0)
    .attr("y", (/** @type {any} */ _, /** @type {number} */ i) => names[i]?.y ?? 0)
    .attr("text-anchor", (/** @type {any} */ { after }) => (after[0] < 0 ? "end" : "start"));
  group
    .select("path.turn")
    .attr("d", (/** @type {any} */ { before, after }) =>
      arcOf(before, after, Math.hypot(...before) * unit * PLANE.arc),
    );
}

/** Arrows on their way from one place to another, the shorter way round. @param {number[][]} from @param {number[][]} to @param {number} part */
function turned(from, to, part) {
  return to.map(([x = 0, y = 0], i) => {
    const [x0 = x, y0 = y] = from[i] ?? [];
    const length = Math.hypot(x0, y0) + (Math.hypot(x, y) - Math.hypot(x0, y0)) * part;
    const [angle, end] = [Math.atan2(y0, x0), Math.atan2(y, x)];
    const more = end - angle;
    const at = angle + (more - 2 * Math.PI * Math.round(more / (2 * Math.PI))) * part;
    return [length * Math.cos(at), length * Math.sin(at)];
  });
}

/** Where the names of the tips stand: outside, and below one another where tips meet. @param {{ after: number[] }[]} items @param {number} unit */
function namePlaces(items, unit) {
  /** @type {{ x: number, y: number }[]} */
  const places = [];
  for (const { after } of items) {
    const [x = 0, y = 0] = after;
    const place = { x: x * unit + (x < 0 ? -8 : 8), y: -y * unit + (y < 0 ? NAME_PX : -8) };
    const meets = (/** @type {{ x: number, y: number }} */ other) =>
      Math.abs(other.x - place.x) < 3 * NAME_PX && Math.abs(other.y - place.y) < NAME_PX;
    while (places.some(meets)) place.y += y < 0 ? NAME_PX : -NAME_PX;
    places.push(place);
  }
  return places;
}

/** The angle that the first two arrows have between them after their turns. @param {any} root @param {string|undefined} name @param {{ after: number[] }[]} items @param {number} unit */
function drawBetween(root, name, [one, other], unit) {
  if (name === undefined || one === undefined || other === undefined) return;
  const [[x0 = 0, y0 = 0], [x1 = 0, y1 = 0]] = [one.after, other.after];
  const lengths = [Math.hypot(x0, y0), Math.hypot(x1, y1)];
  const radius = Math.min(...lengths) * unit * PLANE.between;
  const group = layer(root, "g", "between").attr("display", radius > 0 ? null : "none");
  if (!(radius > 0)) return;
  layer(group, "path", "arc").attr("d", arcOf(one.after, other.after, radius));
}

/** The arc from one arrow to the other, the shorter way round. @param {number[]} before @param {number[]} after @param {number} radius */
function arcOf([x0 = 0, y0 = 0], [x1 = 0, y1 = 0], radius) {
  // d3 measures clockwise from the top.
  const start = Math.PI / 2 - Math.atan2(y0, x0);
  let turn = start - (Math.PI / 2 - Math.atan2(y1, x1));
  if (turn > Math.PI) turn -= 2 * Math.PI;
  if (turn < -Math.PI) turn += 2 * Math.PI;
  return arc()({ innerRadius: radius, outerRadius: radius, startAngle: start, endAngle: start - turn });
}
