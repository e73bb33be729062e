/** Progress as a file: written for download, read back from an upload. */

import { parseDocument } from "./document.js";

/** @param {import("../types.js").ProgressDocument} document @param {Date} date */
export function exportFile(document, date) {
  const day = date.toISOString().slice(0, "2000-01-01".length);
  return { name: `clockhand-progress-${day}.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}

/** Offers a text as a download. @param {{ name: string, text: string }} file */
export function download({ name, text }) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url));
}

/** More than a browser keeps for a page: such a file is no progress, and reading it could take all memory. */
const MOST_BYTES = 2 ** 24;

/**
 * @param {Pick<Blob, "size" | "text">} file
 * @returns {Promise<{ document: import("../types.js").ProgressDocument } | { problem: Problem, version?: number }>}
 *
 * @typedef {"long"|"unreadable"|"empty"|"corrupt"|"newer"} Problem
 */
export async function readFile(file) {
  if (file.size > MOST_BYTES) return { problem: "long" };
  try {
    return readText(await file.text());
  } catch {
    // Moved, or a folder, or not this reader's to open.
    return { problem: "unreadable" };
  }
}

/**
 * @param {string} text
 * @returns {{ document: import("../types.js").ProgressDocument } | { problem: "empty"|"corrupt"|"newer", version?: number }}
 */
export function readText(text) {
  if (text.trim() === "") return { problem: "empty" };
  const { document, problem, version } = parseDocument(text);
  if (problem === undefined) return { document };
  return version === undefined ? { problem } : { problem, version };
}
