import { join } from "node:path";
import { readText } from "./files.mjs";
import { ContentError, listOf } from "./problem.mjs";

/** The pages of the course itself, by the first part of their address. */
const PAGES = ["glossary", "judging", "progress"];
const HREF = /href=\\?"(#[^"\\]*)/g;
const ID = /\bid=\\?"([^"\\]+)/g;

/**
 * A link inside the course leads to a chapter that there is, and to a place that is on its page.
 * @param {string} root the folder content/
 * @param {{id: string, html: string, exercises: {id: string}[], references: Record<string, unknown>}[]} chapters as built
 * @param {string[]} all ids of chapters, those that were not built among them
 */
export function checkLinks(root, chapters, all) {
  const places = new Map(chapters.map((chapter) => [chapter.id, placesOf(chapter)]));
  for (const chapter of chapters) {
    for (const [, href] of JSON.stringify(chapter).matchAll(HREF)) {
      const [page, place] = href.startsWith("#/") ? partsOf(href) : [chapter.id, href.slice(1)];
      if (PAGES.includes(page) || page === "") continue;
      if (!all.includes(page))
        throw fault(root, chapter.id, href, `there is no page "${page}"; accepted is ${listOf([...all, ...PAGES])}`);
      const known = places.get(page);
      if (place !== "" && known?.has(place) === false)
        throw fault(root, chapter.id, href, `${page} has no place "${place}"`);
    }
  }
}

/** @param {string} href @returns {[string, string]} a page, and a place of it or "" */
function partsOf(href) {
  const [page = "", place = ""] = href.slice("#/".length).split("?")[0].split("/");
  return [page, place];
}

/** @param {Parameters<typeof checkLinks>[1][number]} chapter */
function placesOf({ html, exercises, references }) {
  const headings = Array.from(html.matchAll(ID), ([, id]) => id);
  const sources = Object.keys(references).map((key) => `source-${key}`);
  return new Set([...headings, ...exercises.map(({ id }) => id), ...sources, "worksheet"]);
}

/** @param {string} root @param {string} chapter @param {string} href @param {string} sentence */
function fault(root, chapter, href, sentence) {
  for (const name of ["chapter.md", "chapter.json"]) {
    const lines = readText(root, join(root, chapter, name)).split("\n");
    const line = lines.findIndex((text) => text.includes(href)) + 1;
    if (line > 0)
      return new ContentError(
        { file: `content/${chapter}/${name}`, line },
        `the link to "${href}" leads nowhere: ${sentence}.`,
      );
  }
  return new ContentError(
    { file: `content/${chapter}/chapter.md` },
    `the link to "${href}" leads nowhere: ${sentence}.`,
  );
}
