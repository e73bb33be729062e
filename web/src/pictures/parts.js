/** What the pictures share: frames, axes, columns, and what is told of a point. */

import { axisBottom, axisLeft } from "d3-axis";
import { scaleLinear, scaleLog } from "d3-scale";
import { figure } from "../figures.js";
import { FRAME, LEGEND } from "./room.js";

/** @typedef {import("../types.js").Column} Column */

const TICK_ROOM = { across: 80, down: 45 };

/** Label and unit. @param {Column} column */
export function title({ label, unit }) {
  return unit ? `${label}, ${unit}` : label;
}

/**
 * A scale over the values, which must be above zero on a logarithmic one.
 * @param {"linear"|"log"|undefined} kind @param {number[]} values @param {[number, number]} range
 */
export function scaleOf(kind, values, range) {
  const kept = values.filter((value) => Number.isFinite(value) && (kind !== "log" || value > 0));
  const [low, high] = [Math.min(...kept), Math.max(...kept)];
  if (kind === "log") return scaleLog([low, high === low ? low * 10 : high], range);
  const from = low > 0 && low < high / 2 ? 0 : low;
  return scaleLinear([from, high === from ? from + 1 : high], range).nice();
}

/**
 * Sets attributes of marks, and properties of their style by names that begin with two hyphens. What has its value already is
 * left alone, which spares laying it out and painting it.
 * @param {any} marks @param {Record<string, number | string | ((datum: any) => number | string)>} values
 */
export function put(marks, values) {
  const each = Object.entries(values);
  marks.each((/** @type {any} */ datum, /** @type {number} */ i, /** @type {Element[]} */ nodes) => {
    const mark = /** @type {SVGElement} */ (nodes[i]);
    for (const [name, value] of each) {
      const text = String(typeof value === "function" ? value(datum) : value);
      if (name.startsWith("--")) {
        if (mark.style.getPropertyValue(name) !== text) mark.style.setProperty(name, text);
      } else if (mark.getAttribute(name) !== text) mark.setAttribute(name, text);
    }
  });
}

/** Element of a class inside another one, made once. @param {any} parent @param {string} name @param {string} className */
export function layer(parent, name, className) {
  const found = parent.select(`${name}.${className}`);
  return found.empty() ? parent.append(name).attr("class", className) : found;
}

/**
 * Draws both axes of a plot with their titles.
 * @param {any} root @param {number} width
 * @param {{ x: any, y: any, across: string, down: string }} axes scales over the inside of FRAME
 */
export function drawAxes(root, width, { x, y, across, down }) {
  const ticksX = Math.max(2, Math.floor((width - FRAME.left - FRAME.right) / TICK_ROOM.across));
  const ticksY = Math.floor((FRAME.height - FRAME.top - FRAME.bottom) / TICK_ROOM.down);
  layer(root, "g", "axis-x")
    .attr("transform", `translate(0,${FRAME.height - FRAME.bottom})`)
    .call(ticked(axisBottom(x), x, ticksX).tickSizeOuter(0));
  layer(root, "g", "axis-y")
    .attr("transform", `translate(${FRAME.left},0)`)
    .call(
      ticked(axisLeft(y), y, ticksY)
        .tickSizeInner(FRAME.left + FRAME.right - width)
        .tickSizeOuter(0)
        .tickPadding(6),
    );
  layer(root, "text", "axis-across")
    .attr("x", (FRAME.left + width - FRAME.right) / 2)
    .attr("y", FRAME.height - 6)
    .text(across);
  root.selectAll(".tick text").text((/** @type {any} */ _, /** @type {number} */ i, /** @type {any} */ texts) => {
    const tick = /** @type {Element|undefined} */ (texts[i]);
    return figure(tick?.textContent ?? "");
  });
  layer(root, "text", "axis-down")
    .attr("transform", `translate(14,${(FRAME.top + FRAME.height - FRAME.bottom) / 2}) rotate(-90)`)
    .text(down);
}

const LONG_POWER = 4;
/** Which multiples of powers of ten a logarithmic axis names: the first list that leaves room. */
const MULTIPLES = [[1, 2, 5], [1, 3], [1]];

/** Ticks of an axis, on a logarithmic one few enough to be read. @param {any} axis @param {any} scale @param {number} count */
function ticked(axis, scale, count) {
  if (scale.base === undefined) return axis.ticks(count).tickFormat(spaced);
  const [low, high] = /** @type {[number, number]} */ (scale.domain());
  const powers = Array.from(
    { length: Math.ceil(Math.log10(high / low)) + 2 },
    (_, i) => Math.floor(Math.log10(low)) + i,
  );
  const inside = MULTIPLES.map((multiples) =>
    powers
      .flatMap((power) => multiples.map((multiple) => Number(`${multiple}e${power}`)))
      .filter((value) => value >= low && value <= high),
  );
  const few = inside.find((values) => values.length <= count) ?? inside[inside.length - 1] ?? [];
  if (few.length < 2) return axis.tickValues(scaleLinear([low, high], [0, 1]).ticks(count)).tickFormat(spaced);
  const every = Math.ceil(few.length / count);
  return axis.tickValues(few.filter((_, i) => i % every === 0)).tickFormat(few === inside[2] ? power : spaced);
}

/** @param {number} value a power of ten */
function power(value) {
  const exponent = Math.round(Math.log10(value));
  if (Math.abs(exponent) < LONG_POWER) return spaced(value);
  return `10${[...String(exponent)].map((digit) => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(digit)]).join("")}`;
}

/** Groups of thousands stand apart by a space: a comma may be the reader's decimal mark. @param {number} value */
function spaced(value) {
  const [whole = "", rest] = String(Number(value.toPrecision(12))).split(".");
  const groups = whole.replace(/\d(?=(\d{3})+$)/g, "$&\u202f");
  return rest === undefined ? groups : `${groups}.${rest}`;
}

/** What the looks mean. @param {any} root @param {ReturnType<typeof import("./room.js").arrowsRoom>["legend"]} legend */
export function drawLegend(root, { placed }) {
  const legend = layer(root, "g", "picture-legend");
  legend
    .selectAll("line")
    .data(placed)
    .join("line")
    .attr("class", (/** @type {any} */ { look }) => look)
    .attr("x1", (/** @type {any} */ item) => item.x)
    .attr("x2", (/** @type {any} */ item) => item.x + LEGEND.sample)
    .attr("y1", (/** @type {any} */ item) => item.y)
    .attr("y2", (/** @type {any} */ item) => item.y);
  legend
    .selectAll("text")
    .data(placed)
    .join("text")
    .attr("x", (/** @type {any} */ item) => item.x + LEGEND.sample + LEGEND.space)
    .attr("y", (/** @type {any} */ item) => item.y)
    .attr("dy", "0.35em")
    .text((/** @type {any} */ { name }) => name);
}
