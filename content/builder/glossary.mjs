/**
 * The glossary, and the links to it: in each chapter the first use of a term or symbol leads to its entry. A term is
 * first used where the text emphasises it, else where it stands first; an ordinary word only where it is emphasised.
 */

import { join } from "node:path";
import { parseFragment, serialize } from "parse5";
import { readJson } from "./files.mjs";
import { refuseFigure } from "./figures.mjs";
import { blankCourse } from "./course.mjs";
import { checkHtml } from "./html.mjs";
import { renderBlocks, renderInline } from "./markdown.mjs";
import { textOf } from "./headings.mjs";
import { namingLines } from "./lines.mjs";
import { ContentError } from "./problem.mjs";
import { validateSchema } from "./schema.mjs";

/**
 * @import { DefaultTreeAdapterTypes } from "parse5"
 * @import { Course } from "./types.mjs"
 * @typedef {DefaultTreeAdapterTypes.ChildNode} ChildNode
 * @typedef {DefaultTreeAdapterTypes.ParentNode} ParentNode
 * @typedef {DefaultTreeAdapterTypes.Element} Element
 * @typedef {{name?: string, symbol?: string, forms?: string[], common?: boolean, text: string}} Authored
 * @typedef {{id: string, symbol: boolean, name: string, html: string, chapters: string[]}} Entry as the page shows it; name is HTML
 * @typedef {{entries: Entry[], words: Map<string, {id: string, common: boolean}>, formulas: Map<string, string>}} Glossary
 *   words by their lower-case forms, formulas by their MathML
 */

const FILE = "content/glossary.json";
/** Where a link would stand inside another one, or say nothing. */
const CLOSED = new Set(["a", "code", "h2", "h3", "h4", "pre", "summary", "th", "math"]);

/** @param {string} root the folder content/ @returns {Glossary} */
export function readGlossary(root) {
  return namingLines(root, () => buildGlossary(root));
}

/** @param {string} root */
function buildGlossary(root) {
  const data = /** @type {Record<string, Authored>} */ (readJson(root, join(root, "glossary.json")));
  validateSchema("glossary", data, FILE);
  /** @type {Glossary} */
  const glossary = { entries: [], words: new Map(), formulas: new Map() };
  for (const [id, entry] of Object.entries(data)) addEntry(glossary, id, entry);
  glossary.entries.sort((a, b) => Number(a.symbol) - Number(b.symbol) || a.id.localeCompare(b.id, "en"));
  return glossary;
}

/** @param {Glossary} glossary @param {string} id @param {Authored} entry */
function addEntry(glossary, id, { name, symbol, forms = [], common = false, text }) {
  const place = { file: FILE, field: id };
  const title = symbol === undefined ? name : `$${symbol}$`;
  if (title === undefined || (name !== undefined && symbol !== undefined)) {
    throw new ContentError(place, "has a name or a symbol, one of the two; a symbol says its name in the text.");
  }
  const render = (/** @type {string} */ field, /** @type {string} */ source, draw = renderBlocks) => {
    const at = { file: FILE, field: `${id}.${field}`, text: source };
    return checkHtml(draw(source, at), blankCourse(), at);
  };
  refuseFigure(name ?? "", place);
  glossary.entries.push({
    id,
    symbol: symbol !== undefined,
    name: render("name", title, renderInline),
    html: render("text", text),
    chapters: [],
  });
  // Two ways of writing can come to one form, such as a formula with and without braces.
  const written = new Set(
    symbol === undefined
      ? [title, ...forms].map((form) => form.toLowerCase())
      : [symbol, ...forms].map((form) => render("symbol", `$${form}$`, renderInline)),
  );
  for (const form of written) {
    const taken = glossary.words.has(form) || glossary.formulas.has(form);
    if (taken) throw new ContentError(place, `its form "${form}" belongs to another entry already; keep one.`);
    if (symbol === undefined) glossary.words.set(form, { id, common });
    else glossary.formulas.set(form, id);
  }
}

/**
 * A chapter's HTML with the first uses linked; notes the chapter in the entries that it uses.
 * @param {string} html @param {Glossary} glossary @param {string} chapter
 */
export function linkTerms(html, glossary, chapter) {
  const fragment = parseFragment(html);
  /** @type {Set<string>} */
  const linked = new Set();
  const words = wordPattern(glossary);
  for (const emphasised of [true, false]) {
    linkIn(fragment, { glossary, words, linked, emphasised }, false);
  }
  for (const entry of glossary.entries) if (linked.has(entry.id)) entry.chapters.push(chapter);
  return serialize(fragment);
}

/** All forms, longest first, so that "head width" is not taken for "head". @param {Glossary} glossary */
function wordPattern({ words }) {
  const forms = [...words.keys()]
    .sort((a, b) => b.length - a.length)
    .map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return forms.length === 0
    ? /(?!)/g
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

/**
 * @typedef {{glossary: Glossary, words: RegExp, linked: Set<string>, emphasised: boolean}} Pass
 * @param {ParentNode} parent @param {Pass} pass @param {boolean} inEmphasis
 */
function linkIn(parent, pass, inEmphasis) {
  for (const child of [...parent.childNodes]) {
    if (child.nodeName === "math") linkFormula(/** @type {Element} */ (child), pass);
    else if (child.nodeName === "#text") {
      if (inEmphasis || !pass.emphasised) linkWords(/** @type {any} */ (child), pass);
    } else if ("childNodes" in child && !CLOSED.has(child.nodeName)) {
      linkIn(child, pass, inEmphasis || child.nodeName === "em");
    }
  }
}

/** @param {Element} math @param {Pass} pass */
function linkFormula(math, { glossary, linked, emphasised }) {
  if (emphasised || math.attrs.some(({ name, value }) => name === "display" && value === "block")) return;
  const id = glossary.formulas.get(outer(math));
  if (id === undefined || linked.has(id)) return;
  linked.add(id);
  const element = link(id, [math]);
  // Not every reader of names looks into a formula.
  element.attrs.push({ name: "aria-label", value: textOf(math) });
  replace(math, [element]);
}

/** @param {DefaultTreeAdapterTypes.TextNode} text @param {Pass} pass */
function linkWords(text, { glossary, words, linked, emphasised }) {
  /** @type {ChildNode[]} */
  const pieces = [];
  let from = 0;
  for (const { 0: form, index } of text.value.matchAll(words)) {
    const { id, common } = /** @type {{id: string, common: boolean}} */ (glossary.words.get(form.toLowerCase()));
    if (linked.has(id) || (common && !emphasised)) continue;
    linked.add(id);
    pieces.push(textNode(text.value.slice(from, index)), link(id, [textNode(form)]));
    from = index + form.length;
  }
  if (pieces.length > 0) replace(text, [...pieces, textNode(text.value.slice(from))]);
}

/** @param {string} value @returns {DefaultTreeAdapterTypes.TextNode} */
function textNode(value) {
  return { nodeName: "#text", value, parentNode: null };
}

/** @param {string} id @param {ChildNode[]} children @returns {Element} */
function link(id, children) {
  const [element] = /** @type {Element[]} */ (parseFragment(`<a class="term" href="#/glossary/${id}"></a>`).childNodes);
  element.childNodes = children;
  return element;
}

/** @param {ChildNode} node @param {ChildNode[]} others */
function replace(node, others) {
  const parent = /** @type {ParentNode} */ (node.parentNode);
  parent.childNodes.splice(parent.childNodes.indexOf(node), 1, ...others);
  for (const other of others) other.parentNode = parent;
}

/** @param {Element} element */
function outer(element) {
  const holder = parseFragment("");
  holder.childNodes = [element];
  return serialize(holder);
}
