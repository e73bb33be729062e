import { parseFragment, serialize } from "parse5";
import { ContentError, listOf } from "./problem.mjs";
import { figureIn, refuseFigure } from "./figures.mjs";
import { PLACEHOLDERS } from "./placeholders.mjs";

/**
 * @import { DefaultTreeAdapterTypes } from "parse5"
 * @import { Course, Place } from "./types.mjs"
 * @typedef {DefaultTreeAdapterTypes.Element} Element
 * @typedef {DefaultTreeAdapterTypes.ParentNode} ParentNode
 * @typedef {DefaultTreeAdapterTypes.ChildNode} ChildNode
 * @typedef {{file: string, field?: string, text: string, instance?: string}} Source the text that the HTML was rendered from;
 *   instance: the run of the exercise that it belongs to
 * @typedef {{course: Course, source: Source, line: number | undefined}} Context
 */

const ELEMENTS = new Set(
  (
    "a aside b blockquote br code dd details dfn div dl dt em figcaption figure h2 h3 h4 hr i kbd li ol p pre section small span strong " +
    "sub summary sup table tbody td th thead tr ul"
  ).split(" "),
);
const ATTRIBUTES = new Set(["class", "href", "id", "lang", "role", "scope", "start", "title"]);
/** @type {WeakMap<object, number>} the source line of each element */
const lines = new WeakMap();
const MATHML = "http://www.w3.org/1998/Math/MathML";

/**
 * Checks rendered HTML (elements, attributes, placeholders, figures in the prose) and returns it without the line marks.
 * @param {string} html
 * @param {Course} course
 * @param {Source} source
 */
export function checkHtml(html, course, source) {
  const fragment = parseFragment(html);
  walk(fragment, { course, source, line: undefined });
  unwrapBlocks(fragment, source);
  return serialize(fragment).trim();
}

/**
 * @param {ParentNode} node
 * @param {Context} context
 */
function walk(node, context) {
  for (const child of node.childNodes) {
    if (isText(child)) {
      refuseDigits(child.value, context);
      refuseLeftover(child.value, node.nodeName, context);
    } else if (!isElement(child)) refuseComment(context);
    else if (child.namespaceURI !== MATHML) walkElement(child, context);
  }
}

/** @param {Context} context @returns {never} */
function refuseComment(context) {
  const place = placeOf(context);
  const line = lineOfFigure(context.source.text, context.line ?? 1, "<!");
  throw new ContentError(place.field ? place : { ...place, line }, "holds an HTML comment; remove it.");
}

/** @param {ChildNode} node @returns {node is DefaultTreeAdapterTypes.TextNode} */
function isText(node) {
  return node.nodeName === "#text";
}

/** @param {ChildNode} node @returns {node is Element} */
function isElement(node) {
  return "tagName" in node;
}

/**
 * @param {Element} element
 * @param {Context} outer
 */
function walkElement(element, outer) {
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
  const line = attributes["data-line"] ? Number(attributes["data-line"]) : outer.line;
  const context = { ...outer, line };
  const place = placeOf(context);
  delete attributes["data-line"];
  if (line !== undefined) lines.set(element, line);
  element.attrs = element.attrs.filter(({ name }) => name !== "data-line");

  const placeholder = PLACEHOLDERS[element.tagName];
  if (placeholder) {
    checkPlaceholder(element, placeholder, attributes, context);
    return;
  }
  if (!ELEMENTS.has(element.tagName)) {
    throw new ContentError(
      place,
      `element <${element.tagName}> is not accepted; placeholders are ${listOf(Object.keys(PLACEHOLDERS))}, other elements come from Markdown.`,
    );
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (!ATTRIBUTES.has(name)) {
      throw new ContentError(place, `attribute ${name} of <${element.tagName}> is not accepted; remove it.`);
    }
    if (name === "href" && !/^(https:\/\/|#)/.test(value)) {
      throw new ContentError(place, `the link to "${value}" is not accepted; it begins with https:// or #.`);
    }
    if (name === "title") refuseDigits(value, context);
  }
  walk(element, context);
}

/**
 * @param {Element} element
 * @param {(typeof PLACEHOLDERS)[string]} placeholder
 * @param {Record<string, string>} attributes
 * @param {Context} context
 */
function checkPlaceholder(element, placeholder, attributes, context) {
  const { course, source } = context;
  const place = placeOf(context);
  const tag = element.tagName;
  if (element.childNodes.length > 0) {
    throw new ContentError(place, `<${tag}> is not closed or holds something; close it at once with </${tag}>.`);
  }
  if (placeholder.chapter && source.field) {
    throw new ContentError(place, `<${tag}> is not for exercises; place it in chapter.md.`);
  }
  for (const name of placeholder.required) {
    if (!attributes[name]) throw new ContentError(place, `<${tag}> lacks the attribute ${name}; add it.`);
  }
  const known = [...placeholder.required, ...placeholder.optional];
  for (const name of Object.keys(attributes)) {
    if (!known.includes(name)) {
      throw new ContentError(place, `<${tag}> has no attribute ${name}; accepted is ${listOf(known)}.`);
    }
  }
  // In this order, since figures are looked for in what is written (held.mjs, given.mjs).
  element.attrs.sort((a, b) => known.indexOf(a.name) - known.indexOf(b.name));
  placeholder.check(attributes, course, place, source.instance);
  if (placeholder.text) setCode(element, placeholder.text(attributes, course));
}

/**
 * Turns a placeholder into the code that it stands for.
 * @param {Element} element
 * @param {string} value
 */
function setCode(element, value) {
  element.nodeName = "code";
  element.tagName = "code";
  element.attrs = [{ name: "class", value: "typed" }];
  element.childNodes = [{ nodeName: "#text", value, parentNode: element }];
}

/**
 * A block placeholder that Markdown put into a paragraph of its own takes the paragraph's place.
 * @param {ParentNode} node
 * @param {Source} source
 */
function unwrapBlocks(node, source) {
  const isBlock = (/** @type {ChildNode} */ child) => PLACEHOLDERS[child.nodeName]?.block;
  node.childNodes = node.childNodes.flatMap((child) => {
    if (!isElement(child)) return [child];
    unwrapBlocks(child, source);
    const blocks = child.childNodes.filter(isBlock);
    if (child.nodeName !== "p" || blocks.length === 0) return [child];
    const rest = child.childNodes.filter((inner) => !isBlock(inner));
    if (rest.some((inner) => !isText(inner) || inner.value.trim() !== "")) {
      const place = { file: source.file, field: source.field, line: lines.get(blocks[0]) };
      throw new ContentError(
        place,
        `<${blocks[0].nodeName}> stands inside a sentence; give it a paragraph of its own.`,
      );
    }
    return blocks;
  });
}

/**
 * @param {string} text
 * @param {Context} context
 */
function refuseDigits(text, context) {
  const place = placeOf(context);
  if (place.line !== undefined) place.line = lineOfFigure(context.source.text, place.line, figureIn(text));
  refuseFigure(text, place);
}

/**
 * A formula that is not closed, and a link that Markdown does not take, stay in the text as they were typed.
 * @param {string} text
 * @param {string} parent the element that holds it
 * @param {Context} context
 */
function refuseLeftover(text, parent, context) {
  const [found] = (parent !== "code" && /\$|\]\(/.exec(text)) || [];
  if (found === undefined) return;
  const place = placeOf(context);
  if (place.line !== undefined)
    place.line = lineOfFigure(
      context.source.text,
      place.line,
      text
        .split("\n")
        .find((line) => line.includes(found))
        ?.trim(),
    );
  const fault =
    found === "$"
      ? "a dollar sign stands alone; close the formula with another"
      : "a link is not read as one; write [text](https://...) or [text](#place)";
  throw new ContentError(place, `${fault}.`);
}

/**
 * The paragraph's line is known; the figure stands there or below.
 * @param {string} text
 * @param {number} firstLine
 * @param {string | undefined} figure
 */
function lineOfFigure(text, firstLine, figure) {
  if (!figure) return firstLine;
  const source = text.split("\n");
  for (let i = firstLine - 1; i < source.length; i += 1) if (source[i].includes(figure)) return i + 1;
  return firstLine;
}

/** @param {Context} context @returns {Place} */
function placeOf({ source, line }) {
  return source.field ? { file: source.file, field: source.field } : { file: source.file, line };
}
