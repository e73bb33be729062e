/**
 * Lines over one column: several columns, or one column split by another into series, with a band between two columns
 * where the picture names one.
 */

import { area, line } from "d3-shape";
import { FRAME, columnAt, drawAxes, layer, scaleOf, seriesClass, shown, title } from "./parts.js";

/**
 * @typedef {import("./index.js").Scene} Scene
 * @typedef {{ x: number, y: number, low: number, high: number, row: (number|string)[], column: import("../types.js").Column }} Point
 * @typedef {{ name: string, points: Point[] }} Series
 */

const DOT_PX = 3.5;
const FEW_POINTS = 30;

/** @type {import("./index.js").Draw} */
export function lines(svg, scene) {
  const { table, picture, width } = scene;
  const x0 = table.columns[columnAt(table, picture.x)];
  if (x0 === undefined) return;
  const all = seriesOf(scene);
  const points = all.flatMap((one) => one.points);
  const x = scaleOf(
    picture.xScale,
    points.map((point) => point.x),
    [FRAME.left, width - FRAME.right],
  );
  const y = scaleOf(
    picture.yScale,
    points.flatMap((point) => [point.y, point.low, point.high]),
    [FRAME.height - FRAME.bottom, FRAME.top],
  );
  const drawn = all.map((one) => ({
    ...one,
    points: one.points.filter((point) => Number.isFinite(x(point.x)) && Number.isFinite(y(point.y))),
  }));
  const down = all.length > 1 && picture.series === undefined ? (picture.title ?? "") : title(columnOf(scene, 0));
  const root = drawAxes(svg, scene, { x, y, across: title(x0), down });
  const path = line(
    (/** @type {Point} */ point) => x(point.x),
    (point) => y(point.y),
  );
  const band = area(
    (/** @type {Point} */ point) => x(point.x),
    (point) => y(point.low),
    (point) => y(point.high),
  );
  const host = layer(root, "g", "plot");
  const groups = host
    .selectAll("g.series")
    .data(drawn)
    .join((/** @type {any} */ enter) => {
      const group = enter.append("g");
      group.append("path").attr("class", "band");
      group.append("path").attr("class", "line");
      return group;
    })
    .attr("class", (/** @type {Series} */ _, /** @type {number} */ i) => seriesClass(i));
  groups.select("path.band").attr("d", (/** @type {Series} */ one) => (picture.band ? band(one.points) : null));
  groups
    .select("path.line")
    .attr("d", (/** @type {Series} */ one) => (picture.mark === "dots" ? null : path(one.points)));
  groups
    .selectAll("circle")
    .data((/** @type {Series} */ one) =>
      picture.mark === "dots" || one.points.length <= FEW_POINTS
        ? one.points.map((point) => ({ point, name: one.name }))
        : [],
    )
    .join("circle")
    .attr("r", DOT_PX)
    .attr("cx", (/** @type {{ point: Point }} */ { point }) => x(point.x))
    .attr("cy", (/** @type {{ point: Point }} */ { point }) => y(point.y))
    .on("pointerenter", (/** @type {Event} */ _, /** @type {{ point: Point, name: string }} */ dot) => {
      scene.tell(sentence(scene, x0, dot));
    });
  label(host, drawn, { x, y, width });
}

/** The names of several series at the ends of their lines. @param {any} host @param {Series[]} series @param {{ x: any, y: any, width: number }} at */
function label(host, series, { x, y, width }) {
  const named = series.length > 1 ? series.filter(({ points }) => points.length > 0) : [];
  /** @type {number[]} */
  const taken = [];
  host
    .selectAll("text.series-name")
    .data(named, (/** @type {Series} */ { name }) => name)
    .join("text")
    .attr("class", (/** @type {Series} */ one) => `series-name series-name-${series.indexOf(one) % 6}`)
    .attr("x", (/** @type {Series} */ { points }) => Math.min(x(points[points.length - 1]?.x), width - FRAME.right) - 4)
    .attr("y", (/** @type {Series} */ { points }) => free(y(points[points.length - 1]?.y) - 8, taken))
    .text((/** @type {Series} */ { name }) => name);
}

const LINE_PX = 15;

/** The nearest height above or below that no other name stands at. @param {number} wanted @param {number[]} taken */
function free(wanted, taken) {
  let at = Math.max(FRAME.top + 4, wanted);
  for (let step = 1; taken.some((other) => Math.abs(other - at) < LINE_PX) && step < 40; step += 1) {
    at = Math.max(FRAME.top + 4, wanted + (step % 2 === 0 ? 1 : -1) * Math.ceil(step / 2) * (LINE_PX / 2));
    if (at === FRAME.top + 4) at += step * (LINE_PX / 2);
  }
  taken.push(at);
  return at;
}

/** @param {Scene} scene @param {number} index */
function columnOf({ table, picture }, index) {
  return /** @type {import("../types.js").Column} */ (table.columns[columnAt(table, picture.y?.[index])]);
}

/** @param {Scene} scene @returns {Series[]} */
function seriesOf(scene) {
  const { table, picture } = scene;
  const x = columnAt(table, picture.x);
  const [low, high] = (picture.band ?? []).map((id) => columnAt(table, id));
  const split = (picture.series ?? []).map((id) => columnAt(table, id));
  /** @type {Map<string, Point[]>} */
  const series = new Map();
  for (const id of picture.y ?? []) {
    const at = columnAt(table, id);
    const column = /** @type {import("../types.js").Column} */ (table.columns[at]);
    for (const row of table.rows) {
      const value = Number(row[at]);
      const name = split.length === 0 ? column.label : split.map((at) => named(scene, at, row)).join(", ");
      const known = series.get(name) ?? [];
      known.push({
        x: Number(row[x]),
        y: value,
        low: low === undefined ? value : Number(row[low]),
        high: high === undefined ? value : Number(row[high]),
        row,
        column,
      });
      series.set(name, known);
    }
  }
  return [...series].map(([name, points]) => ({ name, points }));
}

/** A cell that names a series: a word says it all, a number wants its column. @param {Scene} scene @param {number} at @param {(number|string)[]} row */
function named(scene, at, row) {
  const column = /** @type {import("../types.js").Column} */ (scene.table.columns[at]);
  const text = shown(scene, column, /** @type {number|string} */ (row[at]));
  return column.type === "text" ? text : `${text} ${column.label}`;
}

/** @param {Scene} scene @param {import("../types.js").Column} x @param {{ point: Point, name: string }} dot */
function sentence(scene, x, { point, name }) {
  const at = `${x.label}: ${shown(scene, x, point.x)}`;
  return `${at}. ${name}: ${shown(scene, point.column, point.y)}.`;
}
