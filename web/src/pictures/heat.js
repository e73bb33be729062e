/**
 * A matrix as coloured cells: the stronger, the larger, and signs by hue where figures stand in the cells; where there is no room
 * for figures, from pale for the least to strong for the most, with a key. With `diagonals` the cells at the same offset as
 * the chosen one light up with it.
 */

import { select } from "d3-selection";
import { layer, put } from "./parts.js";
import { LABELS, LABEL_ROOM, heatRoom, shown } from "./room.js";
import { walk } from "./walk.js";

/** @typedef {import("./index.js").Scene} Scene */

const KEY = { steps: 5, box: 14, wide: 48, line: 18 };
const FINE_PX = 8;
const STRONG = 0.6;

/** @type {import("./index.js").Draw} */
export function heat(svg, scene) {
  const { table, picture, width } = scene;
  const { rows, columns, wide, high, texts, roomy, both, bottom, height } = heatRoom(scene);
  const values = table.rows.map((row) => row.slice(1).map(Number));
  const known = values.flat().filter(Number.isFinite);
  const largest = Math.max(...known.map(Math.abs), Number.MIN_VALUE);
  const [least, most] = [Math.min(0, ...known), Math.max(0, ...known)];
  const strength = (/** @type {number} */ value) =>
    roomy || least === most ? Math.abs(value) / largest : (value - least) / (most - least);
  const root = select(svg).attr("viewBox", `0 0 ${width} ${height}`).attr("height", height);
  const cells = values.flatMap((row, r) => row.map((value, c) => ({ value, r, c })));
  const at = (/** @type {{ r: number, c: number }} */ { r, c }) => ({
    x: LABELS.left + c * wide,
    y: LABELS.top + r * high,
  });
  const group = layer(root, "g", "cells").classed("fine", wide < FINE_PX);
  put(group.selectAll("rect").data(cells).join("rect"), {
    x: (cell) => at(cell).x,
    y: (cell) => at(cell).y,
    width: wide,
    height: high,
    class: ({ value }) => (roomy && value < 0 ? "below" : "above"),
    "--strength": ({ value }) => strength(value),
  });
  layer(root, "g", "figures")
    .selectAll("text")
    .data(roomy ? cells : [])
    .join("text")
    .attr("x", (/** @type {any} */ cell) => at(cell).x + wide / 2)
    .attr("y", (/** @type {any} */ cell) => at(cell).y + high / 2 - (both ? 8 : 0))
    .attr("dy", "0.35em")
    .attr("class", (/** @type {any} */ { value }) => (strength(value) > STRONG ? "on-strong" : "on-weak"))
    .text((/** @type {any} */ _, /** @type {number} */ i) => texts[i] ?? "");
  layer(root, "g", "companions")
    .selectAll("text")
    .data(both ? cells : [])
    .join("text")
    .attr("x", (/** @type {any} */ cell) => at(cell).x + wide / 2)
    .attr("y", (/** @type {any} */ cell) => at(cell).y + high / 2 + 12)
    .attr("dy", "0.35em")
    .attr("class", (/** @type {any} */ { value }) => (strength(value) > STRONG ? "on-strong" : "on-weak"))
    .text((/** @type {any} */ cell) => beside(scene, cell));
  layer(root, "text", "small-figures")
    .attr("x", LABELS.left)
    .attr("y", bottom + LABELS.bottom + 8)
    .text(both ? `Small figures: ${scene.companion?.caption}` : "");
  drawLabels(root, scene, { wide, high, rows, columns });
  drawKey(root, scene, roomy ? [] : [least, most], bottom);
  const places = cells.map((cell) => ({
    x: at(cell).x + wide / 2,
    y: at(cell).y + high / 2,
    wide,
    high,
    text: () => sentence(scene, cell),
  }));
  const chosen = (/** @type {number} */ r, /** @type {number} */ c) =>
    group
      .selectAll("rect")
      .classed("same", (/** @type {any} */ other) => picture.diagonals === true && other.c - other.r === c - r);
  walk(
    svg,
    scene,
    Array.from({ length: rows }, (_, r) => places.slice(r * columns, (r + 1) * columns)),
    chosen,
  );
}

/** The companion's figure of a cell. @param {Scene} scene @param {{ r: number, c: number }} cell */
function beside(scene, { r, c }) {
  const { columns, rows } = scene.companion ?? scene.table;
  return shown(scene, /** @type {any} */ (columns[c + 1]), /** @type {any} */ (rows[r]?.[c + 1]));
}

/**
 * What the strengths mean: a strip from the least value to the most, with both written below; nothing without them.
 * @param {any} root @param {Scene} scene @param {number[]} ends @param {number} top
 */
function drawKey(root, scene, ends, top) {
  const column = /** @type {import("../types.js").Column} */ (scene.table.columns[1]);
  const told = ends[0] === ends[1] ? [] : ends;
  const steps = told.length === 0 ? [] : Array.from({ length: KEY.steps }, (_, i) => i);
  const wide = Math.min(KEY.wide, (scene.width - LABELS.left - LABELS.right) / KEY.steps);
  const key = layer(root, "g", "heat-key");
  key
    .selectAll("rect")
    .data(steps)
    .join("rect")
    .attr("class", "above")
    .attr("x", (/** @type {number} */ step) => LABELS.left + step * wide)
    .attr("y", top + 2)
    .attr("width", wide)
    .attr("height", KEY.box)
    .style("--strength", (/** @type {number} */ step) => step / (KEY.steps - 1));
  key
    .selectAll("text")
    .data(told)
    .join("text")
    .attr("x", (/** @type {unknown} */ _, /** @type {number} */ i) => LABELS.left + i * KEY.steps * wide)
    .attr("y", top + 2 + KEY.box + KEY.line / 2)
    .attr("dy", "0.35em")
    .attr("text-anchor", (/** @type {unknown} */ _, /** @type {number} */ i) => (i === 0 ? "start" : "end"))
    .text((/** @type {number} */ value) => shown(scene, column, value));
}

/** Names of rows and columns, as many as there is room for. @param {any} root @param {Scene} scene @param {{ wide: number, high: number, rows: number, columns: number }} grid */
function drawLabels(root, { table }, { wide, high, rows, columns }) {
  const { row_axis: down, column_axis: across } = table;
  const everyColumn = Math.ceil(LABEL_ROOM.across / wide);
  const everyRow = Math.ceil(LABEL_ROOM.down / high);
  const heads = table.columns.slice(1).map(({ label }) => label.replace(/^.*= /, ""));
  const names = table.rows.map((row) => String(row[0]));
  const rest = (/** @type {string[]} */ all, /** @type {number} */ every) =>
    all.map((text, i) => ({ text, i })).filter(({ i }) => i % every === 0);
  layer(root, "g", "heads")
    .selectAll("text")
    .data(rest(heads, everyColumn))
    .join("text")
    .attr("x", (/** @type {any} */ { i }) => LABELS.left + (i + 0.5) * wide)
    .attr("y", LABELS.top - 6)
    .text((/** @type {any} */ { text }) => text);
  layer(root, "g", "names")
    .selectAll("text")
    .data(rest(names, everyRow))
    .join("text")
    .attr("x", LABELS.left - 6)
    .attr("y", (/** @type {any} */ { i }) => LABELS.top + (i + 0.5) * high)
    .attr("dy", "0.35em")
    .text((/** @type {any} */ { text }) => text);
  layer(root, "text", "corner")
    .attr("x", LABELS.left - 6)
    .attr("y", LABELS.top - 6)
    .text(rows > 0 && columns > 0 ? `${down?.symbol ?? ""}↓ ${across?.symbol ?? ""}→` : "");
}

/** What is told of a cell. @param {Scene} scene @param {{ r: number, c: number, value: number }} cell */
function sentence(scene, { r, c, value }) {
  const { row_axis: down, column_axis: across, columns: heads, rows } = scene.table;
  const head = heads[c + 1]?.label.replace(/^.*= /, "") ?? "";
  const place = `${down?.label ?? ""} ${rows[r]?.[0]}, ${across?.label ?? ""} ${head}`;
  const same = scene.picture.diagonals ? " The cells of the same diagonal are marked." : "";
  const small = scene.companion === undefined ? "" : ` ${scene.companion.caption}: ${beside(scene, { r, c })}.`;
  return `${place}: ${shown(scene, /** @type {any} */ (heads[c + 1]), value)}.${small}${same}`;
}
