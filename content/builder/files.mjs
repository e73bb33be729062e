/** What authors write, read from disk: text in UTF-8, and data in JSON. What cannot be read is said in a sentence. */

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ParseErrorCode, parse, visit } from "jsonc-parser";
import { ContentError } from "./problem.mjs";

// eslint-disable-next-line no-control-regex -- control characters are what is refused
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** How much of a line is quoted. */
const SHOWN = 40;

/**
 * @param {string} root the folder content/
 * @param {string} path
 */
export function readText(root, path) {
  const file = contentPath(root, path);
  const bytes = readBytes(path, file);
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  const broken = bytes.indexOf("\ufffd") < 0 ? text.indexOf("\ufffd") : -1;
  if (broken >= 0)
    throw new ContentError(
      { file, line: lineAt(text, broken) },
      "holds bytes that are not UTF-8; save it in that form.",
    );
  const control = text.search(CONTROL);
  if (control >= 0)
    throw new ContentError(
      { file, line: lineAt(text, control) },
      `holds the control character ${text.charCodeAt(control)}; remove it.`,
    );
  return text;
}

/** @param {string} path @param {string} file */
function readBytes(path, file) {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === "ENOENT") throw new ContentError({ file }, "is missing; the course needs it.");
    throw new ContentError({ file }, `cannot be read (${code}); a file of text is accepted.`);
  }
}

/**
 * @param {string} root
 * @param {string} path
 */
export function readJson(root, path) {
  const text = readText(root, path);
  const file = contentPath(root, path);
  try {
    const data = JSON.parse(text);
    refuseRepeated(text, file);
    return data;
  } catch (error) {
    if (error instanceof ContentError) throw error;
    const message = /** @type {Error} */ (error).message.replaceAll(/\s+/g, " ");
    throw faultOfJson(text, file, message);
  }
}

/**
 * What was typed before the place where a parser stumbles is usually what is wrong.
 * @param {string} text
 * @param {string} file
 * @param {string} message of the parser
 */
function faultOfJson(text, file, message) {
  /** @type {import("jsonc-parser").ParseError[]} */
  const faults = [];
  parse(text, faults, { disallowComments: true });
  const [{ error, offset } = { error: undefined, offset: 0 }] = faults;
  const before = text.slice(0, offset).trimEnd();
  const behind = before.split("\n").at(-1)?.trim().slice(-SHOWN) ?? "";
  const place = { file, line: lineAt(text, Math.max(0, before.length - 1)) };
  if (error === ParseErrorCode.CommaExpected)
    return new ContentError(place, `is not JSON: a comma is missing behind ${behind}`);
  if (error === ParseErrorCode.ColonExpected)
    return new ContentError(place, `is not JSON: a colon is missing behind ${behind}`);
  if (before.endsWith(",") && /^[\]}]/.test(text.slice(offset)))
    return new ContentError(place, `is not JSON: the comma is one too many behind ${behind.slice(0, -1)}`);
  return new ContentError({ file, line: lineAt(text, offset) }, `is not JSON: ${message}.`);
}

/** Of a name that stands twice JSON keeps the last value, and the first is lost without a word. @param {string} text @param {string} file */
function refuseRepeated(text, file) {
  /** @type {Set<string>[]} */
  const open = [];
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (name, _offset, _length, line) => {
      const names = /** @type {Set<string>} */ (open.at(-1));
      if (names.has(name)) throw new ContentError({ file, line: line + 1 }, `"${name}" stands twice; keep one.`);
      names.add(name);
    },
  });
}

/** @param {string} text @param {number} offset */
function lineAt(text, offset) {
  return text.slice(0, offset).split("\n").length;
}

/**
 * A path as an author writes it: from the folder content/ on.
 * @param {string} root
 * @param {string} path
 */
export function contentPath(root, path) {
  return join("content", relative(root, path));
}
