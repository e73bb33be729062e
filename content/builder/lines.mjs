import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { ContentError } from "./problem.mjs";

/**
 * Does some of the builder's work; a fault in a field of a JSON file gets the line on which the field stands.
 * @template T
 * @param {string} root the folder content/
 * @param {() => T} work
 * @returns {T}
 */
export function namingLines(root, work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const { file, line, field, at = field } = error.place;
    if (file === undefined || line !== undefined || at === undefined || !file.endsWith(".json")) throw error;
    throw new ContentError({ file, line: lineOfField(textOf(root, file), at), field }, error.sentence);
  }
}

/** @param {string} root @param {string} file as authors write it, from content/ on */
function textOf(root, file) {
  return readFileSync(join(root, file.replace(/^content\//, "")), "utf8");
}

/**
 * The line, from one, of a field such as "exercises[3] (its-id).hints[1]", or of what holds it when it is missing.
 * @param {string} text of a JSON file
 * @param {string} field
 */
export function lineOfField(text, field) {
  const tree = parseTree(text);
  const path = [...field.replace(/ \([^)]*\)/, "").matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) =>
    index === undefined ? name : Number(index),
  );
  for (let known = path.length; tree !== undefined && known > 0; known -= 1) {
    const value = findNodeAtLocation(tree, path.slice(0, known));
    const node = value?.parent?.type === "property" ? value.parent : value;
    if (node !== undefined) return text.slice(0, node.offset).split("\n").length;
  }
  return undefined;
}
