/**
 * Lines over one column: several columns, or one column split by another into series, with a band between two columns
 * where the picture names one, and a plot for each value of a column where it asks for panels.
 */

import { select } from "d3-selection";
import { area, line } from "d3-shape";
import { drawAxes, drawLegend, layer, scaleOf, title } from "./parts.js";
import { FRAME, PANEL, columnAt, guideOf, linesRoom, seriesClass, seriesOf, shown } from "./room.js";
import { walk } from "./walk.js";

/**
 * @typedef {import("./index.js").Scene} Scene
 * @typedef {import("./room.js").Point} Point
 * @typedef {import("./room.js").Series} Series
 */

const DOT_PX = 3.5;
const FEW_POINTS = 30;
/** What a dot needs of a line, so that its dashes are seen between two. */
const ROOM_PX = 18;

/** @type {import("./index.js").Draw} */
export function lines(svg, scene) {
  const { table, picture, width } = scene;
  const x0 = table.columns[columnAt(table, picture.x)];
  if (x0 === undefined) return;
  const { panels, across, above, high, all, legend, height } = linesRoom(scene);
  const wide = (width - (across - 1) * PANEL.gap) / across;
  const root = select(svg);
  drawLegend(root, legend);
  // All panels have one upright scale, so that they can be compared.
  const y = scaleOf(
    picture.yScale,
    all.flatMap(({ points }) => points.flatMap((point) => [point.y, point.low, point.high])),
    [FRAME.height - FRAME.bottom, FRAME.top],
  );
  root.attr("viewBox", `0 0 ${width} ${height}`).attr("height", height);
  const corners = panels.map((_, i) => ({
    left: (i % across) * (wide + PANEL.gap),
    top: legend.height + Math.floor(i / across) * high + above,
  }));
  /** @type {import("./walk.js").Place[][]} */
  const places = [];
  root
    .selectAll("g.panel")
    .data(panels)
    .join("g")
    .attr("class", "panel")
    .attr("transform", (_, i) => `translate(${corners[i]?.left},${corners[i]?.top})`)
    .each(function (/** @type {{ name: string, rows: (number|string)[][] }} */ { name, rows }, i) {
      const panel = select(/** @type {any} */ (this));
      const { left, top } = /** @type {(typeof corners)[number]} */ (corners[i]);
      layer(panel, "text", "panel-name").attr("x", FRAME.left).attr("y", -6).text(name);
      for (const { points } of plot(panel, { ...scene, width: wide, table: { ...table, rows } }, x0, y))
        places.push(
          points.map(({ x, y: up, said }) => ({
            x: left + x,
            y: top + up,
            across: x,
            wide: 2 * DOT_PX,
            high: 2 * DOT_PX,
            text: () => (name === "" ? said() : `${name}. ${said()}`),
          })),
        );
    });
  walk(svg, scene, places);
}

/** The title of the upright axis: that of the one column, or the picture's with the unit that its columns share. @param {Scene} scene */
function downOf(scene) {
  const { y = [], title: shared = "" } = scene.picture;
  const units = new Set(y.map((_, i) => columnOf(scene, i).unit ?? ""));
  const [unit] = units;
  if (y.length === 1) return title(columnOf(scene, 0));
  return units.size === 1 && unit ? `${shared}, ${unit}` : shared;
}

/**
 * Draws a panel; says where its points stand in it, by series.
 * @param {any} root @param {Scene} scene @param {import("../types.js").Column} x0 @param {any} y
 * @returns {{ points: { x: number, y: number, said: () => string }[] }[]}
 */
function plot(root, scene, x0, y) {
  const { picture, width } = scene;
  const all = seriesOf(scene);
  const points = all.flatMap((one) => one.points);
  const guide = guideOf(scene);
  const x = scaleOf(
    picture.xScale,
    [...points.map((point) => point.x), ...(guide === undefined ? [] : [guide.at])],
    [FRAME.left, width - FRAME.right],
  );
  const drawn = all.map((one) => ({
    ...one,
    points: one.points.filter((point) => Number.isFinite(x(point.x)) && Number.isFinite(y(point.y))),
  }));
  const down = downOf(scene);
  drawAxes(root, width, { x, y, across: title(x0), down });
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
  groups.select("path.line").attr("d", (/** @type {Series} */ one) => path(one.points));
  const most = Math.max(...drawn.map((one) => one.points.length));
  const roomy = most <= FEW_POINTS && x.range()[1] - x.range()[0] >= ROOM_PX * most;
  groups
    .selectAll("circle")
    .data((/** @type {Series} */ one) => (roomy ? one.points : []))
    .join("circle")
    .attr("r", DOT_PX)
    .attr("cx", (/** @type {Point} */ point) => x(point.x))
    .attr("cy", (/** @type {Point} */ point) => y(point.y));
  drawGuide(root, guide === undefined ? undefined : x(guide.at));
  return drawn.map(({ name, points }) => ({
    points: points.map((point) => ({
      x: x(point.x),
      y: y(point.y),
      said: () => sentence(scene, x0, { point, name }),
    })),
  }));
}

/** @param {any} root @param {number|undefined} at */
function drawGuide(root, at) {
  layer(root, "line", "rule")
    .attr("display", at === undefined ? "none" : null)
    .attr("x1", at ?? 0)
    .attr("x2", at ?? 0)
    .attr("y1", FRAME.top)
    .attr("y2", FRAME.height - FRAME.bottom);
}

/** @param {Scene} scene @param {number} index */
function columnOf({ table, picture }, index) {
  return /** @type {import("../types.js").Column} */ (table.columns[columnAt(table, picture.y?.[index])]);
}

/** @param {Scene} scene @param {import("../types.js").Column} x @param {{ point: Point, name: string }} dot */
function sentence(scene, x, { point, name }) {
  const at = `${x.label}: ${shown(scene, x, point.x)}`;
  return `${at}. ${name}: ${shown(scene, point.column, point.y)}.`;
}
