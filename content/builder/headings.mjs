import { parseFragment, serialize } from "parse5";

/**
 * @import { DefaultTreeAdapterTypes } from "parse5"
 * @typedef {DefaultTreeAdapterTypes.Element} Element
 * @typedef {DefaultTreeAdapterTypes.ChildNode} ChildNode
 */

/** What the page puts a figure in. */
const FIGURES = new Set(["ch-param", "ch-value"]);
const LEVELS = new Set(["h2", "h3"]);

/**
 * Headings can be linked to: each gets an id from its text, unless it has one.
 * @param {string} html @param {Iterable<string>} taken ids of the page already
 */
export function nameHeadings(html, taken) {
  const fragment = parseFragment(html);
  const ids = new Set(taken);
  for (const heading of headingsIn(fragment.childNodes)) {
    const stem = slug(textOf(heading)) || "section";
    let id = heading.attrs.find(({ name }) => name === "id")?.value;
    if (id === undefined) {
      id = stem;
      for (let next = 2; ids.has(id); next += 1) id = `${stem}-${next}`;
      heading.attrs.push({ name: "id", value: id });
    }
    ids.add(id);
  }
  return serialize(fragment);
}

/** @param {ChildNode[]} nodes @returns {Element[]} */
export function headingsIn(nodes) {
  return /** @type {Element[]} */ (nodes.filter(({ nodeName }) => LEVELS.has(nodeName)));
}

/** What a reader sees of a node, with figures left open: the page fills them in. @param {ChildNode} node @returns {string} */
export function textOf(node) {
  if ("value" in node) return node.value;
  if (FIGURES.has(node.nodeName)) return "…";
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** @param {string} text */
function slug(text) {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
