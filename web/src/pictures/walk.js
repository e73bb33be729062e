/** The points of a picture told one by one: the one that is pointed at, and by arrow keys while the picture has the focus. */

import { pointer, select } from "d3-selection";
import { announce } from "../announce.js";
import { layer } from "./parts.js";

/**
 * @typedef {object} Place what can be chosen in a picture
 * @property {number} x @property {number} y its middle in the picture
 * @property {number} wide @property {number} high
 * @property {number} [across] by which the nearest of another row is found, where that is not x
 * @property {() => string} text what is told of it
 */

/** @type {Record<string, [number, number]>} rows and places of a row to go */
const KEYS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const HINT = "Arrow keys go through the values.";
/** How far from a point the pointer may be. */
const REACH_PX = 32;
const RING_PX = 3;

/**
 * @param {SVGSVGElement} svg @param {import("./index.js").Scene} scene
 * @param {Place[][]} rows such as series; up and down go from one to the next, left and right along it
 * @param {(row: number, index: number) => void} [chosen] is called with what is chosen
 */
export function walk(svg, { tell }, rows, chosen = () => {}) {
  const filled = rows.filter((row) => row.length > 0);
  const ring = layer(select(svg), "rect", "ring").attr("display", "none").raise();
  // The text below the picture and what is told of its points stand for what is drawn.
  for (const part of svg.children) part.setAttribute("aria-hidden", "true");

  /** Where the ring stands is written below the picture. @param {number} row @param {number} index */
  const mark = (row, index) => {
    const place = filled[row]?.[index];
    if (place === undefined) return;
    Object.assign(svg.dataset, { row, index });
    ring
      .attr("display", null)
      .attr("x", place.x - place.wide / 2 - RING_PX)
      .attr("y", place.y - place.high / 2 - RING_PX)
      .attr("width", place.wide + 2 * RING_PX)
      .attr("height", place.high + 2 * RING_PX);
    chosen(row, index);
    tell(place.text());
  };
  /** What the reader chooses is said, too; a picture that is drawn again is silent. @param {number} row @param {number} index */
  const choose = (row, index) => {
    mark(row, index);
    announce(filled[row]?.[index]?.text() ?? "");
  };
  const begun = svg.dataset.row !== undefined;
  if (begun) mark(...held(filled, Number(svg.dataset.row), Number(svg.dataset.index)));
  select(svg)
    .on("focus", () => {
      if (svg.dataset.row !== undefined || !svg.matches(":focus-visible")) return;
      tell(HINT);
      announce(HINT);
    })
    .on("pointermove pointerdown", (/** @type {PointerEvent} */ event) => {
      const found = nearest(filled, pointer(event, svg));
      if (found === undefined) return;
      const [row, index] = found;
      if (Number(svg.dataset.row) !== row || Number(svg.dataset.index) !== index) choose(row, index);
    })
    .on("keydown", (/** @type {KeyboardEvent} */ event) => {
      const step = KEYS[event.key];
      if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (svg.dataset.row === undefined) choose(0, 0);
      else choose(...next(filled, Number(svg.dataset.row), Number(svg.dataset.index), step));
    });
}

/**
 * Where a step leads: the edge is the end. A single row is walked by all four keys, and so are rows of one place each.
 * @param {Place[][]} rows @param {number} row @param {number} index @param {[number, number]} step @returns {[number, number]}
 */
function next(rows, row, index, [down, along]) {
  if (rows.length === 1) return held(rows, 0, index + down + along);
  if (rows.every(({ length }) => length === 1)) return held(rows, row + down + along, 0);
  if (down === 0) return held(rows, row, index + along);
  const [to] = held(rows, row + down, 0);
  const from = acrossOf(/** @type {Place} */ (rows[row]?.[index]));
  const distances = (rows[to] ?? []).map((place) => Math.abs(acrossOf(place) - from));
  return [to, distances.indexOf(Math.min(...distances))];
}

/** @param {Place} place */
function acrossOf({ x, across = x }) {
  return across;
}

/** Within the rows that there are. @param {Place[][]} rows @param {number} row @param {number} index @returns {[number, number]} */
function held(rows, row, index) {
  const at = Math.min(Math.max(row, 0), rows.length - 1);
  return [at, Math.min(Math.max(index, 0), (rows[at]?.length ?? 0) - 1)];
}

/** @param {Place[][]} rows @param {[number, number]} point @returns {[number, number]|undefined} */
function nearest(rows, [x, y]) {
  /** @type {[number, number]|undefined} */
  let best;
  let least = REACH_PX ** 2;
  for (const [r, row] of rows.entries())
    for (const [i, place] of row.entries()) {
      // Within its own box a place is as near as can be; of two that overlap the one with the nearer middle counts.
      const inside = Math.abs(x - place.x) <= place.wide / 2 && Math.abs(y - place.y) <= place.high / 2;
      const distance = (x - place.x) ** 2 + (y - place.y) ** 2;
      const counted = inside ? Math.min(distance, REACH_PX ** 2 - 1) : distance;
      if (counted < least) [best, least] = [[r, i], counted];
    }
  return best;
}
