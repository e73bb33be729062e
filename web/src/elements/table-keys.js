/**
 * Tables that are read by arrow keys: one tab stop each, at the cell that was read last. They are grids to a screen reader,
 * so that its own keys let the arrows through and each cell is told with its headers. What is covered is a plain table.
 */

const STOP = "[tabindex='0']";

/** @param {HTMLTableElement} table */
export function navigable(table) {
  if (table.dataset.covered === "true") {
    table.removeAttribute("role");
    table.querySelector(STOP)?.removeAttribute("tabindex");
    return;
  }
  if (!table.hasAttribute("role")) {
    table.setAttribute("role", "grid");
    table.setAttribute("aria-readonly", "true");
    table.addEventListener("keydown", move);
    table.addEventListener("pointerdown", point);
  }
  if (table.querySelector(STOP) === null) table.tBodies[0]?.rows[0]?.cells[0]?.setAttribute("tabindex", "0");
}

/** A table that has answer fields, or a layout of its own, keeps its own keys. @param {Element} region */
export function tableIn(region) {
  const table = region.querySelector(":scope > table:not([role=table])");
  return table instanceof HTMLTableElement && table.querySelector("input") === null ? table : undefined;
}

/** @param {KeyboardEvent} event */
function move(event) {
  const table = /** @type {HTMLTableElement} */ (event.currentTarget);
  const from = /** @type {HTMLElement} */ (event.target).closest("td, th") ?? table.querySelector(STOP);
  if (!(from instanceof HTMLTableCellElement) || event.altKey || event.metaKey || event.shiftKey) return;
  const [row, column] = goal(event, table, from);
  const to = table.rows[row]?.cells[column];
  if (to === undefined || to === from) return;
  event.preventDefault();
  stop(table, to);
  to.focus({ preventScroll: true });
  to.scrollIntoView({ block: "nearest", inline: "nearest" });
  uncover(table, to);
}

/** The row's name stays in sight, so a cell may have come to stand under it. @param {HTMLTableElement} table @param {HTMLTableCellElement} cell */
function uncover(table, cell) {
  const name = /** @type {HTMLTableRowElement} */ (cell.parentElement).cells[0];
  if (name === undefined || name === cell) return;
  const under = name.getBoundingClientRect().right - cell.getBoundingClientRect().left;
  if (under > 0 && table.parentElement !== null) table.parentElement.scrollLeft -= under;
}

/** @param {KeyboardEvent} event @param {HTMLTableElement} table @param {HTMLTableCellElement} from @returns {[number, number]} */
function goal({ key, ctrlKey }, { rows }, from) {
  const row = /** @type {HTMLTableRowElement} */ (from.parentElement).rowIndex;
  const column = from.cellIndex;
  const last = (rows[row]?.cells.length ?? 1) - 1;
  if (key === "Home") return ctrlKey ? [0, 0] : [row, 0];
  if (key === "End") return ctrlKey ? [rows.length - 1, last] : [row, last];
  if (ctrlKey) return [row, column];
  if (key === "ArrowUp") return [row - 1, column];
  if (key === "ArrowDown") return [row + 1, column];
  return [row, column + Number(key === "ArrowRight") - Number(key === "ArrowLeft")];
}

/** The cell that was pointed at is where the keys go on. @param {PointerEvent} event */
function point(event) {
  const cell = /** @type {Element} */ (event.target).closest("td, th");
  if (cell instanceof HTMLTableCellElement) stop(/** @type {HTMLTableElement} */ (event.currentTarget), cell);
}

/** @param {HTMLTableElement} table @param {HTMLTableCellElement} cell */
function stop(table, cell) {
  table.querySelector(STOP)?.removeAttribute("tabindex");
  cell.tabIndex = 0;
}
