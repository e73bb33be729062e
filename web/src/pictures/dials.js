/** Clock hands: for each row a dial whose hand points to (x, y), counter-clockwise from the right as angles are measured. */

import { select } from "d3-selection";
import { layer } from "./parts.js";
import { DIAL, columnAt, dialsRoom, shown } from "./room.js";
import { walk } from "./walk.js";

/** @type {import("./index.js").Draw} */
export function dials(svg, scene) {
  const { table, picture, width } = scene;
  const [x, y, name] = [picture.x, picture.y?.[0], picture.label].map((id) => columnAt(table, id));
  const { size, across, down, height } = dialsRoom(scene);
  const items = table.rows.map((row, i) => ({
    x: Number(row[/** @type {number} */ (x)]),
    y: Number(row[/** @type {number} */ (y)]),
    name: `${table.columns[/** @type {number} */ (name)]?.label} ${shown(scene, /** @type {any} */ (table.columns[/** @type {number} */ (name)]), /** @type {any} */ (row[/** @type {number} */ (name)]))}`,
    left: DIAL.gap / 2 + DIAL.radius + (i % across) * size,
    top: DIAL.gap / 2 + DIAL.radius + Math.floor(i / across) * (size + DIAL.label),
  }));
  const root = select(svg).attr("viewBox", `0 0 ${width} ${height}`).attr("height", height);
  const dial = layer(root, "g", "dials")
    .selectAll("g.dial")
    .data(items)
    .join((/** @type {any} */ enter) => {
      const group = enter.append("g").attr("class", "dial");
      group.append("circle").attr("r", DIAL.radius);
      group.append("line").attr("class", "start").attr("x2", DIAL.radius);
      group
        .append("line")
        .attr("class", "hand")
        .attr("x2", DIAL.radius - 4);
      group.append("circle").attr("class", "pin").attr("r", 3);
      group.append("text").attr("y", DIAL.radius + 18);
      return group;
    })
    .attr("transform", (/** @type {any} */ { left, top }) => `translate(${left},${top})`);
  dial.select("line.hand").each((/** @type {any} */ { x, y }, /** @type {number} */ i, /** @type {any} */ hands) => {
    turn(hands[i], Math.atan2(-y, x));
  });
  dial.select("text").text((/** @type {any} */ item) => item.name);
  const told = [picture.x, picture.y?.[0]].map((id) => /** @type {any} */ (table.columns[columnAt(table, id)]));
  const places = items.map((item) => ({
    x: item.left,
    y: item.top,
    wide: 2 * DIAL.radius,
    high: 2 * DIAL.radius,
    text: () =>
      `${item.name}: ${told.map((column, i) => `${column.label} ${shown(scene, column, i === 0 ? item.x : item.y)}`).join(", ")}.`,
  }));
  walk(
    svg,
    scene,
    Array.from({ length: down }, (_, r) => places.slice(r * across, (r + 1) * across)),
  );
}

/** Turns a hand to an angle the shorter way round, as the style sheet moves it where motion is allowed. @param {SVGElement} hand @param {number} angle */
function turn(hand, angle) {
  const before = Number(hand.dataset.angle ?? angle);
  const more = angle - before;
  const to = before + more - 2 * Math.PI * Math.round(more / (2 * Math.PI));
  hand.dataset.angle = String(to);
  hand.style.transform = `rotate(${to}rad)`;
}
