/** A picture of costs: both axes by decades, so that a cost that is linear is a line that rises as the grid does. */
import { line } from "d3-shape";
import { scaleLog } from "d3-scale";

const WIDTH = 480;
const HEIGHT = 320;
const MARGIN = 48;
const DASHES = ["", "6 4", "2 4"];

/** @param {Record<string, { count: number, ms: number }[]>} costs by name */
export function drawCosts(costs) {
  const all = Object.values(costs).flat();
  const extent = (/** @type {number[]} */ values) => [Math.min(...values), Math.max(...values)];
  const x = scaleLog(extent(all.map(({ count }) => count)), [MARGIN, WIDTH - MARGIN]);
  const y = scaleLog(extent(all.map(({ ms }) => ms)), [HEIGHT - MARGIN, MARGIN]).nice();
  const path = line(
    (/** @type {{ count: number, ms: number }} */ { count }) => x(count),
    ({ ms }) => y(ms),
  );
  const decades = (/** @type {number[]} */ values) => values.filter((value) => Number.isInteger(Math.log10(value)));
  const text = (/** @type {number} */ left, /** @type {number} */ top, /** @type {string} */ words) =>
    `<text x="${left}" y="${top}" font-size="11" font-family="sans-serif" text-anchor="middle">${words}</text>`;
  const parts = [
    ...decades(x.ticks()).map((tick) => text(x(tick), HEIGHT - MARGIN + 16, `${tick}`)),
    ...decades(y.ticks()).flatMap((tick) => [
      `<path d="M${MARGIN},${y(tick)}H${WIDTH - MARGIN}" stroke="#ccc"/>`,
      text(MARGIN - 22, y(tick) + 4, `${tick}`),
    ]),
    ...Object.entries(costs).flatMap(([name, found], index) => [
      `<path d="${path(found)}" fill="none" stroke="#000" stroke-dasharray="${DASHES[index % DASHES.length]}"/>`,
      text(WIDTH - MARGIN - 20, y(found[found.length - 1].ms) + 14, name),
    ]),
    text(WIDTH / 2, HEIGHT - 8, "how many"),
    text(MARGIN, MARGIN - 16, "milliseconds"),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${parts.join("")}</svg>\n`;
}
