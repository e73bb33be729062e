/** Pictures of tables: what the schema cannot say of them. */

import { refuseFigure } from "./figures.mjs";
import { ContentError, listOf } from "./problem.mjs";

/** @import { Lab, Picture, Place, Result, Table } from "./types.mjs" */

/** Which layout a kind draws; bars draw both. @type {Record<string, string>} */
const LAYOUTS = { arrows: "records", dials: "records", heat: "matrix", lines: "records", slots: "records" };

/**
 * A picture where a text asks for it: it exists, and names columns of that table and a parameter of that lab.
 * @param {string} name
 * @param {Record<string, Picture>} pictures
 * @param {{lab: Lab, result: Result, table: Table | undefined}} drawn
 * @param {Place} place
 */
export function checkPicture(name, pictures, { lab, result, table }, place) {
  const picture = Object.hasOwn(pictures, name) ? pictures[name] : undefined;
  if (picture === undefined) {
    throw new ContentError(place, `picture "${name}" does not exist; accepted is ${listOf(Object.keys(pictures))}.`);
  }
  if (table === undefined) return;
  const {
    kind,
    x,
    y = [],
    series = [],
    panels,
    band = [],
    guide,
    label,
    from = [],
    to = [],
    state,
    text,
    slides = [],
  } = picture;
  const layout = LAYOUTS[kind] ?? table.layout;
  if (layout !== table.layout) {
    throw new ContentError(
      place,
      `a picture of kind "${kind}" draws a table of ${layout}, and "${table.id}" is one of ${table.layout}.`,
    );
  }
  if (kind === "bars" && table.layout === "records" && y.length === 0) {
    throw new ContentError(place, `picture "${name}" draws records, and lacks y, the columns to draw.`);
  }
  if (table.layout === "records") {
    const known = table.columns.map(({ id }) => id);
    for (const column of [x, ...y, ...series, panels, ...band, label, ...from, ...to, state, text]) {
      if (column === undefined || known.includes(column)) continue;
      throw new ContentError(
        place,
        `picture "${name}" names column "${column}" of "${table.id}"; accepted is ${listOf(known)}.`,
      );
    }
  }
  if (guide !== undefined) checkGuide(name, guide, result, place);
  for (const { param } of slides) {
    if (lab.parameters.some(({ id }) => id === param)) continue;
    const known = lab.parameters.map(({ id }) => id);
    throw new ContentError(place, `picture "${name}" slides parameter "${param}"; accepted is ${listOf(known)}.`);
  }
}

/** @param {string} name @param {{table: string, column: string}} guide @param {Result} result @param {Place} place */
function checkGuide(name, guide, { tables }, place) {
  const table = tables.find(({ id }) => id === guide.table);
  const known = (table?.columns ?? tables).map(({ id }) => id);
  if (table !== undefined && known.includes(guide.column)) return;
  const wrong = table === undefined ? `table "${guide.table}"` : `column "${guide.column}" of "${guide.table}"`;
  throw new ContentError(place, `picture "${name}" is guided by ${wrong}; accepted is ${listOf(known)}.`);
}

/** @param {Record<string, Picture>} pictures @param {string} file */
export function refusePictureFigures(pictures, file) {
  for (const [name, { alt, title = "", between = "", names = [] }] of Object.entries(pictures)) {
    for (const [field, text] of Object.entries({ alt, title, between, names: names.join(" ") }))
      refuseFigure(text, { file, field: `pictures.${name}.${field}` });
  }
}

/** @param {Record<string, Picture>} pictures @param {string} text @param {string} file */
export function requirePlaced(pictures, text, file) {
  const lost = Object.keys(pictures).find((name) => !text.includes(`picture="${name}"`));
  if (lost === undefined) return;
  throw new ContentError(
    { file, field: `pictures.${lost}` },
    `is not on the page; a <ch-table> asks for it with picture="${lost}".`,
  );
}
