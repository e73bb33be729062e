/** A block of values pasted from a spreadsheet, a program or a text, as rows of cell texts. */

/** @param {string} text @returns {string[][]} */
export function parseBlock(text) {
  const bracketed = [...text.matchAll(/[[(]([^[\]()]*)[\])]/g)].map(([, inner]) => inner ?? "");
  if (bracketed.length > 0) return bracketed.map((row) => cells(row, /\s*[,;]\s*|\s+/));
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  if (text.includes("\t")) return lines.map((line) => line.split("\t").map((cell) => cell.trim()));
  const rows = lines.length > 1 ? lines : text.split(";");
  return rows.map((row) => cells(row, row.trim().includes(" ") ? /[,;]?\s+/ : /\s*[,;]\s*/));
}

/** @param {string} row @param {RegExp} separator */
function cells(row, separator) {
  return row
    .trim()
    .split(separator)
    .filter((cell) => cell !== "");
}

/**
 * Fills a grid from one of its cells on; what falls outside is left out.
 * @param {string[]} values row-major @param {{ rows: number, columns: number }} shape
 * @param {number} start @param {string[][]} block
 */
export function fillFrom(values, { rows, columns }, start, block) {
  const filled = [...values];
  const [top, left] = [Math.floor(start / columns), start % columns];
  block.forEach((line, r) =>
    line.forEach((cell, c) => {
      if (top + r < rows && left + c < columns) filled[(top + r) * columns + left + c] = cell;
    }),
  );
  return filled;
}

/** @param {string[]} values @param {number} columns one text for the core: tabs between cells, newlines between rows */
export function joinGrid(values, columns) {
  const rows = [];
  for (let start = 0; start < values.length; start += columns)
    rows.push(values.slice(start, start + columns).join("\t"));
  return rows.join("\n");
}

/** @param {string} text @returns {string[]} */
export function splitGrid(text) {
  return text.split("\n").flatMap((row) => row.split("\t"));
}
