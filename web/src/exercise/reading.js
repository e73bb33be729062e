/** "Read as ..." beside a field while one types: how the core reads the text, before any judging. */

import { minus } from "../elements/table-view.js";

/** @param {import("./session.js").Session} session @param {string[]} values @returns {string} */
export function readingView(session, values) {
  const { kind } = session.exercise;
  if (kind === "choice" || kind === "written" || session.verdict?.verdict === "unreadable") return "";
  const filled = values.filter((text) => text.trim() !== "");
  if (filled.length === 0) return "";
  if (kind === "matrix") return readingOfGrid(session, values, filled.length);
  const reading = session.read(values[0] ?? "");
  if (reading.ok && reading.read_as) return `read as ${minus(reading.read_as)}`;
  return reading.message ?? reading.error?.message ?? "";
}

/** @param {import("./session.js").Session} session @param {string[]} values @param {number} filled */
function readingOfGrid(session, values, filled) {
  const total = (session.picked?.rows ?? 0) * (session.picked?.columns ?? 0);
  const unread = values.findIndex((text) => text.trim() !== "" && !session.read(text).read_as);
  if (unread >= 0) {
    const reading = session.read(values[unread] ?? "");
    return `${values[unread]}: ${reading.message ?? reading.error?.message ?? ""}`;
  }
  return `${filled} of ${total} cells filled`;
}
