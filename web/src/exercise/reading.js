/** "Read as ..." beside a field while one types: how the core reads the text, before any judging. */

import { figure } from "../figures.js";

/** @param {import("./session.js").Session} session @param {string[]} values @returns {string} */
export function readingView(session, values) {
  const { kind } = session.exercise;
  if (kind === "choice" || kind === "written") return "";
  // A verdict that names the fault says it already; a grid goes on telling how far it is filled.
  if (session.verdict?.verdict === "unreadable" && kind !== "matrix") return "";
  const filled = values.filter((text) => text.trim() !== "");
  if (filled.length === 0) return "";
  if (kind === "matrix") return readingOfGrid(session, values, filled.length);
  const { text, problem } = told(session, values[0] ?? "");
  return problem ?? `read as ${figure(text ?? "")}`;
}

/** @param {import("./session.js").Session} session @param {string[]} values @param {number} filled */
function readingOfGrid(session, values, filled) {
  const total = (session.picked?.rows ?? 0) * (session.picked?.columns ?? 0);
  for (const text of values) {
    if (text.trim() === "") continue;
    const { problem } = told(session, text);
    if (problem !== undefined) return problem;
  }
  return `${filled} of ${total} cells filled`;
}

/** @param {import("./session.js").Session} session @param {string} text @returns {{ text?: string, problem?: string }} */
function told(session, text) {
  const reading = session.read(text);
  if (!reading.ok) return { problem: reading.error.message };
  return reading.readable ? { text: reading.read_as ?? "" } : { problem: reading.message ?? "" };
}
