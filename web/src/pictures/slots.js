/** Slots in lanes: for each row of the table a box, full or hollow, in the lane that `label` names. A time line of calls or texts. */

import { select } from "d3-selection";
import { layer, title } from "./parts.js";
import { SLOTS, columnAt, shown, slotsRoom } from "./room.js";
import { walk } from "./walk.js";

const BOX = { letters: 20, inset: 1.5 };
const KEY = { box: 14, letter: 7.5, gap: 22 };

/** @type {import("./index.js").Draw} */
export function slots(svg, scene) {
  const { table, picture, width } = scene;
  const at = (/** @type {string|undefined} */ id) => columnAt(table, id);
  const columnOf = (/** @type {string|undefined} */ id) => /** @type {any} */ (table.columns[at(id)]);
  const { lanes, places, count, size, bottom, height } = slotsRoom(scene);
  const items = table.rows.map((row, i) => ({
    full: Number(row[at(picture.state)]) === 1,
    lane: row[at(picture.label)],
    place: /** @type {number} */ (places[i]),
    left: SLOTS.left + /** @type {number} */ (places[i]) * size,
    top: SLOTS.top + lanes.indexOf(row[at(picture.label)]) * (size + SLOTS.gap),
    text:
      picture.text === undefined
        ? ""
        : shown(scene, columnOf(picture.text), /** @type {any} */ (row[at(picture.text)])),
  }));
  const laneName = (/** @type {any} */ lane) =>
    `${columnOf(picture.label).label} ${shown(scene, columnOf(picture.label), lane)}`;
  const root = select(svg).attr("viewBox", `0 0 ${width} ${height}`).attr("height", height);
  layer(root, "g", "slots")
    .selectAll("rect")
    .data(items)
    .join("rect")
    .attr("class", (/** @type {any} */ { full }) => (full ? "full" : "hollow"))
    .attr("x", (/** @type {any} */ { left }) => left + BOX.inset)
    .attr("y", (/** @type {any} */ { top }) => top + BOX.inset)
    .attr("width", size - 2 * BOX.inset)
    .attr("height", size - 2 * BOX.inset);
  layer(root, "g", "slot-texts")
    .selectAll("text")
    .data(size < BOX.letters ? [] : items.filter(({ full }) => full))
    .join("text")
    .attr("x", (/** @type {any} */ { left }) => left + size / 2)
    .attr("y", (/** @type {any} */ { top }) => top + size / 2)
    .attr("dy", "0.35em")
    .text((/** @type {any} */ { text }) => text);
  layer(root, "g", "names")
    .selectAll("text")
    .data(lanes)
    .join("text")
    .attr("x", SLOTS.left - 8)
    .attr("y", (/** @type {any} */ _, /** @type {number} */ i) => SLOTS.top + i * (size + SLOTS.gap) + size / 2)
    .attr("dy", "0.35em")
    .text((/** @type {any} */ lane) => laneName(lane));
  layer(root, "g", "heads")
    .selectAll("text")
    .data(Array.from({ length: count }, (_, i) => i))
    .join("text")
    .attr("x", (/** @type {any} */ i) => SLOTS.left + (i + 0.5) * size)
    .attr("y", bottom + 14)
    .text((/** @type {any} */ i) => (size >= BOX.letters || i % 2 === 0 ? i : ""));
  layer(root, "text", "axis-across")
    .attr("x", SLOTS.left + (count * size) / 2)
    .attr("y", height - 6)
    .text(title(columnOf(picture.x)));
  const [hollow, full] = picture.names ?? ["", ""];
  drawKey(root, [hollow, full]);
  const sentence = (/** @type {(typeof items)[number]} */ item) => {
    const place = `${laneName(item.lane)}, ${columnOf(picture.x).label} ${item.place}`;
    const text = item.full && picture.text !== undefined ? `, ${columnOf(picture.text).label} ${item.text}` : "";
    return `${place}: ${item.full ? full : hollow}${text}.`;
  };
  const rows = lanes.map((lane) =>
    items
      .filter((item) => item.lane === lane)
      .sort((a, b) => a.place - b.place)
      .map((item) => ({
        x: item.left + size / 2,
        y: item.top + size / 2,
        wide: size,
        high: size,
        text: () => sentence(item),
      })),
  );
  walk(svg, scene, rows);
}

/** What the two looks of a box mean. @param {any} root @param {[string, string]} names */
function drawKey(root, [hollow, full]) {
  const entries = [
    { look: "full", name: full, left: SLOTS.left },
    { look: "hollow", name: hollow, left: SLOTS.left + KEY.box + KEY.gap + full.length * KEY.letter },
  ];
  const key = layer(root, "g", "slots-key");
  key
    .selectAll("rect")
    .data(entries)
    .join("rect")
    .attr("class", (/** @type {any} */ { look }) => look)
    .attr("x", (/** @type {any} */ { left }) => left + BOX.inset)
    .attr("y", 6)
    .attr("width", KEY.box)
    .attr("height", KEY.box);
  key
    .selectAll("text")
    .data(entries)
    .join("text")
    .attr("x", (/** @type {any} */ { left }) => left + KEY.box + 8)
    .attr("y", 6 + KEY.box / 2)
    .attr("dy", "0.35em")
    .text((/** @type {any} */ { name }) => name);
}
