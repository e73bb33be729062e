/**
 * A block of values pasted into a grid, from a spreadsheet, a program or a text. The core tells where its cells begin and
 * end; a cell keeps what was typed.
 *
 * @typedef {{ rows: number, columns: number }} Shape
 */

// In a question to the core: any number of rows and columns.
const ANY = { rows: 0, columns: 0 };

/**
 * A comma between digits may be a decimal comma or stand between cells, which the number of cells decides: first the whole
 * grid's, then each smaller block's, fewest cells first, so that nothing is taken apart that can be one value.
 * @param {string} text @param {Shape} shape the grid's @param {import("../types.js").Clockhand["read"]} read
 * @returns {string[][]} rows of cell texts
 */
export function parseBlock(text, shape, read) {
  const clean = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  const lines = splitLines(clean);
  const sheet = { rows: clean.split(/[\n;]/).length, columns: Math.max(...lines.map(({ length }) => length)) };
  // Between bracketed rows the comma separates, and so it does within them.
  const blocks = /\]\s*,/.test(clean) ? [] : [...smallerThan(shape), sheet];
  for (const asked of [shape, ...blocks, ANY]) {
    const reading = read({ text: clean, ...asked });
    if (!reading.ok) continue;
    if (reading.ambiguous) break;
    const { readable, cells, columns } = reading;
    if (readable && cells !== undefined && columns !== undefined) return chunks(cells, fitting(cells, columns, shape));
  }
  return lines;
}

/** Blocks of fewer cells. @param {Shape} shape @returns {Shape[]} */
function smallerThan({ rows, columns }) {
  const all = Array.from({ length: rows * columns - 1 }, (_, index) => ({
    rows: Math.floor(index / columns) + 1,
    columns: (index % columns) + 1,
  }));
  return all.sort((a, b) => a.rows * a.columns - b.rows * b.columns);
}

/** A list that fills a single row or column runs along it, however it was written. @param {string[]} cells @param {number} columns @param {Shape} shape */
function fitting({ length }, columns, shape) {
  const list = shape.rows === 1 || shape.columns === 1;
  return list && length === shape.rows * shape.columns ? shape.columns : columns;
}

/** What cannot be read as numbers, cells left blank for one, is split where spreadsheets do. @param {string} text */
function splitLines(text) {
  return text.split("\n").map((line) => line.split("\t").map((cell) => cell.trim()));
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
