/**
 * A block of values pasted into a grid, from a spreadsheet, a program or a text. The core tells where its cells begin and
 * end; a cell keeps what was typed.
 *
 * @typedef {{ rows: number, columns: number }} Shape
 */

// In a question to the core: any number of rows and columns.
const ANY = { rows: 0, columns: 0 };

/**
 * @param {string} text @param {Shape} shape the grid's, which is tried before any other
 * @param {import("../types.js").Clockhand["read"]} read
 * @returns {string[][]} rows of cell texts
 */
export function parseBlock(text, shape, read) {
  for (const asked of [shape, ANY]) {
    const { columns, cells } = readable(read({ text, ...asked }));
    if (cells !== undefined && columns !== undefined) return chunks(cells, columns);
  }
  return splitLines(text);
}

/** @param {ReturnType<import("../types.js").Clockhand["read"]>} reading @returns {{ columns?: number, cells?: string[] }} */
function readable(reading) {
  return reading.ok && reading.readable ? reading : {};
}

/** What cannot be read as numbers, cells left blank for one, is split where spreadsheets do. @param {string} text */
function splitLines(text) {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  return lines.map((line) => line.split("\t").map((cell) => cell.trim()));
}

/** @param {string[]} values @param {number} columns */
function chunks(values, columns) {
  const rows = [];
  for (let start = 0; start < values.length; start += columns) rows.push(values.slice(start, start + columns));
  return rows;
}

/**
 * Fills a grid from one of its cells on; what falls outside is left out.
 * @param {string[]} values row-major @param {Shape} shape
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

/**
 * One text for the core and for memory: tabs between cells, newlines between rows, as many as the grid has.
 * @param {string[]} values row-major @param {Shape} shape
 */
export function joinGrid(values, { rows, columns }) {
  const cells = Array.from({ length: rows * columns }, (_, index) => values[index] ?? "");
  return chunks(cells, columns)
    .map((row) => row.join("\t"))
    .join("\n");
}

/** @param {string} text @param {Shape} shape @returns {string[]} nothing when the text was a grid of another shape */
export function splitGrid(text, { rows, columns }) {
  const lines = text.split("\n").map((line) => line.split("\t"));
  return lines.length === rows && lines.every((line) => line.length === columns) ? lines.flat() : [];
}
