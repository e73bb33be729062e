import markdownIt from "markdown-it";
import math from "markdown-it-math/no-default-renderer";
import temml from "temml";
import { ContentError } from "./problem.mjs";

const MATH_STYLE = / style="[^"]*"/g;
const PARAMETER = /^\{([a-z][a-z0-9-]*)\}/;
const AFTER_FORMULA = /^[.,;:!?)\]”’]+/;
/** Blocks that are one token, which becomes an element. */
const CODE = new Set(["fence", "code_block"]);
const OPENING_TAG = /<([a-z][a-z0-9-]*)(?=[\s/>])/gi;
/** Elements that this file writes, of which an author writes the short form. @type {Record<string, string>} */
const WRITTEN_HERE = {
  math: "write the formula as TeX between dollars",
  "ch-param": 'write {name} in an exercise, elsewhere <ch-value param="RUN.NAME">',
};

/**
 * @import { StateCore, StateInline, Token } from "markdown-it"
 * @import { Place } from "./types.mjs"
 */

/**
 * @typedef {object} Source
 * @property {string} file
 * @property {string} [field] the field of chapter.json that the text comes from
 * @property {string[]} [parameters] what {name} may name; none in chapter.md
 */

/** Double quotes open and close; single ones are apostrophes wherever they stand. */
const APOSTROPHE = "’";
const md = markdownIt({ html: true, linkify: false, typographer: true, quotes: `“”${APOSTROPHE}${APOSTROPHE}` });
md.disable("replacements");
md.use(math, {
  inlineRenderer: (_tex, token) => /** @type {{mathml: string}} */ (token.meta).mathml,
  blockRenderer: (_tex, token) => /** @type {{mathml: string}} */ (token.meta).mathml,
});
md.inline.ruler.before("emphasis", "parameter", parameterRule);
md.renderer.rules.parameter = (tokens, index) => tokens[index].content;
md.core.ruler.push("formulas-and-lines", finishTokens);
// A table that is wider than the text scrolls in a box of its own.
md.renderer.rules.table_open = (tokens, index, options, _env, self) =>
  `<div class="scroll">\n${self.renderToken(tokens, index, options)}`;
md.renderer.rules.table_close = (tokens, index, options, _env, self) =>
  `${self.renderToken(tokens, index, options)}</div>\n`;

/**
 * Markdown with TeX to HTML. Elements carry data-line, the line of the source, until the placeholders have been checked.
 * @param {string} text
 * @param {Source} source
 */
export function renderBlocks(text, source) {
  return md.render(text, { source });
}

/**
 * The same for a text that stands inside a line, such as an option: no paragraph around it.
 * @param {string} text
 * @param {Source} source
 */
export function renderInline(text, source) {
  return md.renderInline(text, { source });
}

/** A plain text with its apostrophes as in Markdown's texts. @param {string} text */
export function curled(text) {
  return text.replaceAll("'", APOSTROPHE);
}

/**
 * @param {string} tex
 * @param {boolean} displayMode
 * @param {Place} place
 */
function renderTex(tex, displayMode, place) {
  const decimal = /\d+[.,]\d+/.exec(tex);
  if (decimal) {
    throw new ContentError(
      place,
      `the formula "${tex.trim()}" holds the figure ${decimal[0]}; quote it with <ch-value> so that the core computes it.`,
    );
  }
  try {
    // The page's policy allows no inline styles; temml adds some, for spacing that style sheets do as well.
    return temml.renderToString(tex, { displayMode, throwOnError: true }).replaceAll(MATH_STYLE, "");
  } catch (error) {
    const reason = /** @type {Error} */ (error).message.replace(/\s+/g, " ");
    throw new ContentError(place, `the formula "${tex.trim()}" is not TeX that temml reads: ${reason}.`);
  }
}

/**
 * {name} outside formulas stands for the parameter's text in the shown instance.
 * @param {StateInline} state
 * @param {boolean} silent
 */
function parameterRule(state, silent) {
  const match = PARAMETER.exec(state.src.slice(state.pos));
  if (!match) return false;
  const source = sourceOf(state);
  if (!source.parameters?.includes(match[1])) {
    const accepted = source.parameters
      ? `accepted is ${source.parameters.join(", ") || "none here"}`
      : 'parameters are named in exercises only, here write <ch-value param="RUN.NAME">';
    throw new ContentError(place(source), `{${match[1]}} names no parameter; ${accepted}.`);
  }
  if (!silent) state.push("parameter", "", 0).content = `<ch-param name="${match[1]}"></ch-param>`;
  state.pos += match[0].length;
  return true;
}

/**
 * Renders the formulas, and gives every opening tag the line it stands on, so that a fault found in the HTML names the
 * line of the Markdown.
 * @param {StateCore} state
 */
function finishTokens(state) {
  const source = sourceOf(state);
  for (const token of state.tokens) {
    if (!token.map) continue;
    const line = token.map[0] + 1;
    if (token.type === "math_block") token.meta = { mathml: renderTex(token.content, true, place(source, line)) };
    else if (token.type === "html_block") token.content = markTags(token.content, line, source);
    else if (token.type === "inline") finishInline(token.children ?? [], line, source);
    else if (token.nesting === 1 || CODE.has(token.type)) token.attrSet("data-line", String(line));
  }
}

/**
 * @param {Token[]} children
 * @param {number} firstLine
 * @param {Source} source
 */
function finishInline(children, firstLine, source) {
  let line = firstLine;
  for (const [index, child] of children.entries()) {
    if (child.type === "softbreak" || child.type === "hardbreak") line += 1;
    else if (child.type === "html_inline") child.content = markTags(child.content, line, source);
    else if (child.type === "math_inline") {
      const formula = renderTex(child.content, false, place(source, line));
      child.meta = { mathml: withPunctuation(formula, children[index + 1]) };
    }
  }
}

/**
 * A line may break after a formula, whatever follows: what must not start a line is kept together with it.
 * @param {string} formula @param {Token} [next] what follows, which loses its punctuation
 */
function withPunctuation(formula, next) {
  const [mark] = (next?.type === "text" && AFTER_FORMULA.exec(next.content)) || [];
  if (next === undefined || mark === undefined) return formula;
  next.content = next.content.slice(mark.length);
  return `<span class="unbroken">${formula}${mark}</span>`;
}

/**
 * @param {string} html as the author wrote it
 * @param {number} firstLine
 * @param {Source} source
 */
function markTags(html, firstLine, source) {
  return html.replace(OPENING_TAG, (tag, name, offset) => {
    const line = firstLine + html.slice(0, offset).split("\n").length - 1;
    const short = WRITTEN_HERE[name.toLowerCase()];
    if (short) throw new ContentError(place(source, line), `element <${name}> is not accepted; ${short}.`);
    return `${tag} data-line="${line}"`;
  });
}

/** @param {StateCore | StateInline} state @returns {Source} */
function sourceOf({ env }) {
  return /** @type {{source: Source}} */ (env).source;
}

/**
 * A line helps in a file of its own; a field of chapter.json is its own place.
 * @param {Source} source
 * @param {number} [line]
 * @returns {Place}
 */
function place({ file, field }, line) {
  return field ? { file, field } : { file, line };
}
