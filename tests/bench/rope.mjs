/**
 * The reference: query-key dots after adjacent-pair rotation, in plain JavaScript doubles.
 * @param {{ width: number, positions: number, base: number }} config
 * @returns {number[][]} m by n
 */
export function ropeDots({ width, positions, base }) {
  const rows = Array.from({ length: positions }, (_, m) => rotate(width, m, base));
  return rows.map((q) => rows.map((k) => q.reduce((sum, value, i) => sum + value * k[i], 0)));
}

/** The vector 1, 0, 1, 0, .. at a position. @param {number} width @param {number} position @param {number} base */
function rotate(width, position, base) {
  return Array.from({ length: width / 2 }, (_, pair) => {
    const angle = position * base ** ((-2 * pair) / width);
    return [Math.cos(angle), Math.sin(angle)];
  }).flat();
}
