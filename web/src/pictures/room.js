/** The measures of pictures, which the drawing takes from here, and so their heights: the room of one that is not drawn yet. */

import { decimalsOf, figure } from "../figures.js";

/**
 * @typedef {import("./index.js").Scene} Scene
 * @typedef {import("../types.js").Column} Column
 * @typedef {{ x: number, y: number, low: number, high: number, row: (number|string)[], column: Column }} Point
 * @typedef {{ name: string, points: Point[] }} Series
 * @typedef {{ name: string, look: string }} Entry of a legend; `look`: the classes of a sample, drawn as a line
 */

/** Height of a picture with axes, and the room that they take, in CSS pixels. */
export const FRAME = { height: 280, top: 12, right: 20, bottom: 44, left: 60 };
export const LEGEND = { sample: 28, gap: 18, line: 20, letter: 7.4, space: 6 };
export const BARS = { left: 92, right: 60, row: 10, bar: 22, gap: 4 };
export const DIAL = { radius: 52, gap: 24, label: 24 };
export const LABELS = { left: 60, top: 26, right: 8, bottom: 8 };
export const LABEL_ROOM = { across: 26, down: 16 };
export const SLOTS = { left: 84, right: 8, top: 34, bottom: 44, gap: 6, most: 40 };
export const PANEL = { least: 230, title: 24, gap: 12 };
const PLANE_PX = 360;
const CELL = { least: 3, most: 88, both: 40, letter: 8.5, tallest: 420 };
const KEY_PX = 34;
const SERIES = 6;

const ROOMS = {
  arrows: arrowsRoom,
  bars: barsRoom,
  dials: dialsRoom,
  heat: heatRoom,
  lines: linesRoom,
  slots: slotsRoom,
};

/** In CSS pixels. @param {Scene} scene */
export function heightOf(scene) {
  return ROOMS[scene.picture.kind](scene).height;
}

/** @param {Scene} scene */
export function arrowsRoom({ picture: { between }, width }) {
  const size = Math.min(PLANE_PX, width);
  const looks = ["before", "after"].map((name) => ({ name, look: name }));
  const legend = legendRoom(between === undefined ? looks : [...looks, { name: between, look: "arc" }], width);
  return { size, legend, height: size + legend.height };
}

/** @param {Scene} scene */
export function barsRoom({ table, picture }) {
  const columns =
    table.layout === "matrix"
      ? table.columns.slice(1).map((_, i) => i + 1)
      : (picture.y ?? []).map((id) => columnAt(table, id));
  const row = columns.length * (BARS.bar + BARS.gap) + BARS.row;
  return { columns, row, height: table.rows.length * row + BARS.row };
}

/** @param {Scene} scene */
export function dialsRoom({ table, width }) {
  const size = 2 * DIAL.radius + DIAL.gap;
  const across = Math.max(1, Math.floor((width - DIAL.gap) / size));
  const down = Math.ceil(table.rows.length / across);
  return { size, across, down, height: down * (size + DIAL.label) };
}

/** `roomy`: cells have room for their figures; `both`: for those of the companion too. @param {Scene} scene */
export function heatRoom(scene) {
  const { table, width } = scene;
  const [rows, columns] = [table.rows.length, table.columns.length - 1];
  const wide = Math.min(CELL.most, (width - LABELS.left - LABELS.right) / columns);
  const high = Math.max(CELL.least, Math.min(wide, (CELL.tallest - LABELS.top) / rows));
  const large = wide >= CELL.letter && high >= LABEL_ROOM.down * 1.5;
  const texts = !large
    ? []
    : table.rows.flatMap((row) =>
        row.slice(1).map((value, c) => shown(scene, /** @type {Column} */ (table.columns[c + 1]), Number(value))),
      );
  const roomy = large && texts.every(({ length }) => wide >= length * CELL.letter);
  const both = roomy && high >= CELL.both && scene.companion !== undefined;
  const bottom = LABELS.top + rows * high + LABELS.bottom;
  return { rows, columns, wide, high, texts, roomy, both, bottom, height: bottom + (roomy && !both ? 0 : KEY_PX) };
}

/** @param {Scene} scene */
export function linesRoom(scene) {
  const { width } = scene;
  const panels = panelsOf(scene);
  const across = Math.min(panels.length, Math.max(1, Math.floor(width / PANEL.least)));
  const above = panels.length > 1 ? PANEL.title : 0;
  const high = FRAME.height + above;
  const all = seriesOf(scene);
  const guide = guideOf(scene);
  const looks = all.length < 2 ? [] : all.map(({ name }, i) => ({ name, look: `line ${seriesClass(i)}` }));
  const legend = legendRoom(guide === undefined ? looks : [...looks, { name: guide.name, look: "rule" }], width);
  return { panels, across, above, high, all, legend, height: legend.height + Math.ceil(panels.length / across) * high };
}

/** @param {Scene} scene */
export function slotsRoom({ table, picture, width }) {
  const lanes = [...new Set(table.rows.map((row) => row[columnAt(table, picture.label)]))];
  const places = table.rows.map((row) => Number(row[columnAt(table, picture.x)]));
  const count = Math.max(0, ...places) + 1;
  const size = Math.min(SLOTS.most, (width - SLOTS.left - SLOTS.right) / count);
  const bottom = SLOTS.top + lanes.length * (size + SLOTS.gap);
  return { lanes, places, count, size, bottom, height: bottom + SLOTS.bottom };
}

/** Where the entries of a legend stand, in as many rows as the width takes. @param {Entry[]} entries @param {number} width */
function legendRoom(entries, width) {
  let [x, row] = [0, 0];
  const placed = entries.map((entry) => {
    const wide = LEGEND.sample + LEGEND.space + entry.name.length * LEGEND.letter + LEGEND.gap;
    if (x > 0 && x + wide - LEGEND.gap > width) [x, row] = [0, row + 1];
    const item = { ...entry, x, y: (row + 0.5) * LEGEND.line };
    x += wide;
    return item;
  });
  return { placed, height: entries.length === 0 ? 0 : (row + 1) * LEGEND.line + LEGEND.space };
}

/** The column of this id; a picture that names a missing one is refused by the content builder. @param {Scene["table"]} table @param {string|undefined} id */
export function columnAt(table, id) {
  return table.columns.findIndex((column) => column.id === id);
}

/** A cell as the table shows it. @param {Scene} scene @param {Column} column @param {number|string} cell */
export function shown({ format }, column, cell) {
  return typeof cell === "number"
    ? figure(format(cell, column.type === "integer" ? 0 : decimalsOf(column.digits)))
    : cell;
}

/** The number of a series as a class: colour, dash and mark in the style sheet. @param {number} index */
export function seriesClass(index) {
  return `series series-${index % SERIES}`;
}

/** The figure that a rule stands at, with its name. @param {Scene} scene */
export function guideOf(scene) {
  const { table, column } = scene.picture.guide ?? {};
  const found = scene.tables.find(({ id }) => id === table);
  const at = found === undefined ? -1 : columnAt(found, column);
  const [value, of] = [found?.rows[0]?.[at], found?.columns[at]];
  if (typeof value !== "number" || of === undefined) return undefined;
  return { at: value, name: `${of.label} ${shown(scene, of, value)}${of.unit ? ` ${of.unit}` : ""}` };
}

/** The rows of each panel, in the order of the table. @param {Scene} scene */
function panelsOf(scene) {
  const { table, picture } = scene;
  if (picture.panels === undefined) return [{ name: "", rows: table.rows }];
  const at = columnAt(table, picture.panels);
  return [...new Set(table.rows.map((row) => row[at]))].map((value) => {
    const rows = table.rows.filter((row) => row[at] === value);
    return { name: named(scene, at, /** @type {(number|string)[]} */ (rows[0])), rows };
  });
}

/** @param {Scene} scene @returns {Series[]} */
export function seriesOf(scene) {
  const { table, picture } = scene;
  const x = columnAt(table, picture.x);
  const [low, high] = (picture.band ?? []).map((id) => columnAt(table, id));
  const split = (picture.series ?? []).map((id) => columnAt(table, id));
  /** @type {Map<string, Point[]>} */
  const series = new Map();
  for (const id of picture.y ?? []) {
    const at = columnAt(table, id);
    const column = /** @type {Column} */ (table.columns[at]);
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

/** A cell that names a series: a word says it all, a whole number counts what its column names, another follows it. @param {Scene} scene @param {number} at @param {(number|string)[]} row */
function named(scene, at, row) {
  const column = /** @type {Column} */ (scene.table.columns[at]);
  const text = shown(scene, column, /** @type {number|string} */ (row[at]));
  if (column.type === "text") return text;
  return column.type === "integer" ? `${text} ${column.label}` : `${column.label} ${text}`;
}
