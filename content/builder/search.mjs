import { parseFragment } from "parse5";
import { headingsIn, textOf } from "./headings.mjs";

/**
 * What a reader can search: chapters, their headings with the paragraph below, exercises with what they ask, and the glossary.
 * @param {{id: string, title: string, summary: string, html: string, exercises: {id: string, title: string, prompt: string}[]}[]} chapters
 * @param {{id: string, name: string, html: string}[]} terms
 */
export function searchEntries(chapters, terms) {
  return [
    ...chapters.flatMap(({ id, title, summary, html, exercises }) => [
      { kind: "chapter", chapter: id, title, text: summary },
      ...sections(html).map((section) => ({ kind: "section", chapter: id, ...section })),
      ...exercises.map((exercise) => ({
        kind: "exercise",
        chapter: id,
        anchor: exercise.id,
        title: exercise.title,
        text: plain(exercise.prompt),
      })),
    ]),
    ...terms.map(({ id, name, html }) => ({ kind: "term", anchor: id, title: plain(name), text: plain(html) })),
  ];
}

/** @param {string} html */
function sections(html) {
  const { childNodes } = parseFragment(html);
  return headingsIn(childNodes).map((heading) => {
    const below = childNodes.slice(childNodes.indexOf(heading) + 1);
    const first = below.find(({ nodeName }) => nodeName === "p" || /^h\d$/.test(nodeName));
    return {
      anchor: heading.attrs.find(({ name }) => name === "id")?.value ?? "",
      title: clean(textOf(heading)),
      text: first?.nodeName === "p" ? clean(textOf(first)) : "",
    };
  });
}

/** @param {string} html */
function plain(html) {
  return clean(parseFragment(html).childNodes.map(textOf).join(" "));
}

/** @param {string} text */
function clean(text) {
  return text.replace(/\s+/g, " ").trim();
}
