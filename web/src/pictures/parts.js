/** What the pictures share: frames, axes, columns, and what is told of a point. */

import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear, scaleLog } from "d3-scale";
import { select } from "d3-selection";
import { decimalsOf, figure } from "../figures.js";

/** @typedef {import("./index.js").Scene} Scene */
/** @typedef {import("../types.js").Column} Column */

/** Height of a picture with axes, and the room that they take, in CSS pixels. */
export const FRAME = { height: 280, top: 12, right: 16, bottom: 44, left: 60 };
const TICK_ROOM = { across: 80, down: 45 };

/** The column of this id; a picture that names a missing one is refused by the content builder. @param {Scene["table"]} table @param {string|undefined} id */
export function columnAt(table, id) {
  return table.columns.findIndex((column) => column.id === id);
}

/** Label and unit. @param {Column} column */
export function title({ label, unit }) {
  return unit ? `${label}, ${unit}` : label;
}

/** A cell as the table shows it. @param {Scene} scene @param {Column} column @param {number|string} cell */
export function shown({ format }, column, cell) {
  return typeof cell === "number"
    ? figure(format(cell, column.type === "integer" ? 0 : decimalsOf(column.digits)))
    : cell;
}

/**
 * A scale over the values, which must be above zero on a logarithmic one.
 * @param {"linear"|"log"|undefined} kind @param {number[]} values @param {[number, number]} range
 */
export function scaleOf(kind, values, range) {
  const kept = values.filter((value) => Number.isFinite(value) && (kind !== "log" || value > 0));
  const [low, high] = [Math.min(...kept), Math.max(...kept)];
  if (kind === "log") return scaleLog([low, high === low ? low * 10 : high], range).nice();
  const from = low > 0 && low < high / 2 ? 0 : low;
  return scaleLinear([from, high === from ? from + 1 : high], range).nice();
}

/** Element of a class inside another one, made once. @param {any} parent @param {string} name @param {string} className */
export function layer(parent, name, className) {
  const found = parent.select(`${name}.${className}`);
  return found.empty() ? parent.append(name).attr("class", className) : found;
}

/**
 * Sizes the picture and draws both axes with their titles.
 * @param {SVGSVGElement} svg @param {Scene} scene
 * @param {{ x: any, y: any, across: string, down: string }} axes scales over the inside of FRAME
 */
export function drawAxes(svg, { width }, { x, y, across, down }) {
  const root = select(svg).attr("viewBox", `0 0 ${width} ${FRAME.height}`).attr("height", FRAME.height);
  const ticksX = Math.max(2, Math.floor((width - FRAME.left - FRAME.right) / TICK_ROOM.across));
  const ticksY = Math.floor((FRAME.height - FRAME.top - FRAME.bottom) / TICK_ROOM.down);
  layer(root, "g", "axis-x")
    .attr("transform", `translate(0,${FRAME.height - FRAME.bottom})`)
    .call(axisBottom(x).ticks(ticksX).tickSizeOuter(0));
  layer(root, "g", "axis-y")
    .attr("transform", `translate(${FRAME.left},0)`)
    .call(
      axisLeft(y)
        .ticks(ticksY)
        .tickSizeInner(FRAME.left + FRAME.right - width)
        .tickSizeOuter(0)
        .tickPadding(6),
    );
  layer(root, "text", "axis-across")
    .attr("x", (FRAME.left + width - FRAME.right) / 2)
    .attr("y", FRAME.height - 6)
    .text(across);
  // Groups of thousands stand apart by a space: a comma may be the reader's decimal mark.
  root.selectAll(".tick text").text((_, i, texts) => {
    const tick = /** @type {Element|undefined} */ (texts[i]);
    return figure((tick?.textContent ?? "").replaceAll(",", "\u202f"));
  });
  layer(root, "text", "axis-down")
    .attr("transform", `translate(14,${(FRAME.top + FRAME.height - FRAME.bottom) / 2}) rotate(-90)`)
    .text(down);
  return root;
}

/** The number of a series as a class: colour, dash and mark in the style sheet. @param {number} index */
export function seriesClass(index) {
  return `series series-${index % SERIES}`;
}

const SERIES = 6;
