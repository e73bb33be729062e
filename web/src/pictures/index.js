/**
 * Pictures of tables, drawn as SVG. Loaded when a chapter first shows one. Every figure in them comes from a table of the
 * core; what belongs to which axis stands in the chapter's data.
 */

import { arrows } from "./arrows.js";
import { bars } from "./bars.js";
import { dials } from "./dials.js";
import { heat } from "./heat.js";
import { lines } from "./lines.js";
import { slots } from "./slots.js";
import "./ch-slide.js";

export { heightOf } from "./room.js";

/**
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Picture} Picture
 * @typedef {object} Scene
 * @property {Table} table
 * @property {Table[]} tables all of the run
 * @property {Table|undefined} companion whose figures stand small beside those of a matrix
 * @property {Picture} picture
 * @property {number} width in CSS pixels
 * @property {(value: number, digits: number) => string} format
 * @property {(text: string) => void} tell says what the reader points at
 * @typedef {(svg: SVGSVGElement, scene: Scene) => void} Draw draws anew into the same element, moving what was there
 */

/** @type {Record<Picture["kind"], Draw>} */
const KINDS = { arrows, bars, dials, heat, lines, slots };

/** @type {Draw} */
export function draw(svg, scene) {
  KINDS[scene.picture.kind](svg, scene);
}
