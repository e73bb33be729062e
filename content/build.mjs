#!/usr/bin/env node
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "../wasm/clockhand.js";
import { buildChapter } from "./builder/chapter.mjs";
import { readJson } from "./builder/files.mjs";
import { CONTENT, listChapters, readChapter } from "./builder/folder.mjs";
import { linkTerms, readGlossary } from "./builder/glossary.mjs";
import { checkIds, refuseMistyped } from "./builder/ids.mjs";
import { buildJudging } from "./builder/judging.mjs";
import { namingLines } from "./builder/lines.mjs";
import { ContentError } from "./builder/problem.mjs";
import { searchEntries } from "./builder/search.mjs";
import { checkLinks } from "./builder/links.mjs";
import { validateSchema } from "./builder/schema.mjs";

/** @import { Clockhand } from "./builder/types.mjs" */

const CORE = join(CONTENT, "..", "build", "wasm", "clockhand.wasm");

/**
 * @typedef {{chapters: {id: string, labs: string[]}[]}} Built the chapters that were written, each with the labs that it runs
 * @typedef {ReturnType<typeof buildChapter>} BuiltChapter
 * @typedef {Map<string, {authored: string, chapter: BuiltChapter}>} Known by id what was built before, with the same core and
 *   the same references
 */

/**
 * Checks all content and writes course.json, chapters/ID.json, glossary.json, search.json and judging.json.
 * @param {{out: string, clockhand: Clockhand, root?: string, known?: Known}} options root: another content folder
 * @returns {Built}
 */
export function buildContent({ out, clockhand, root = CONTENT, known }) {
  const glossary = readGlossary(root);
  const chapters = readCourse({ clockhand, root, glossary, known });
  mkdirSync(join(out, "chapters"), { recursive: true });
  for (const chapter of chapters) writeJson(join(out, "chapters", `${chapter.id}.json`), chapter);
  const course = {
    chapters: chapters.map(({ id, number, title, summary, exercises }) => ({
      id,
      number,
      title,
      summary,
      exercises: exercises.map((exercise) => ({ id: exercise.id, title: exercise.title, kind: exercise.kind })),
    })),
  };
  writeJson(join(out, "course.json"), course);
  writeJson(join(out, "glossary.json"), { entries: glossary.entries });
  writeJson(join(out, "search.json"), { entries: searchEntries(chapters, glossary.entries) });
  writeJson(join(out, "judging.json"), readJudging({ root }));
  return { chapters: chapters.map(({ id, runs }) => ({ id, labs: Object.values(runs).map(({ lab }) => lab) })) };
}

/**
 * All chapters, or the one asked for, checked; throws a ContentError at the first fault.
 * @param {{clockhand: Clockhand, root?: string, only?: string, glossary?: import("./builder/glossary.mjs").Glossary,
 *   known?: Known}} options glossary: learns which chapters use its entries
 */
export function readCourse({ root = CONTENT, ...asked }) {
  return namingLines(root, () => readChapters({ root, ...asked }));
}

/** @param {Parameters<typeof readCourse>[0] & {root: string}} options */
function readChapters({ clockhand, root, only, glossary = readGlossary(root), known = new Map() }) {
  const references = readReferences(root);
  const all = listChapters(root);
  const ids = all.filter((id) => only === undefined || id === only);
  const listed = readJson(root, join(root, "ids.json")) ?? {};
  const chapters = ids
    .map((id) => {
      const chapter = readChapter(root, id);
      refuseMistyped(listed, chapter);
      return buildUnknown(chapter, clockhand, references, known);
    })
    .map((chapter) => ({ ...chapter, html: linkTerms(chapter.html, glossary, chapter.id) }));
  const built = new Map(chapters.map(({ id, exercises }) => [id, exercises.map((exercise) => exercise.id)]));
  const list = Object.entries(listed);
  checkIds(Object.fromEntries(list.filter(([id]) => only === undefined || id === only)), built);
  checkLinks(root, chapters, all);
  return chapters;
}

/**
 * A chapter that has not changed since it was built is not built again.
 * @param {import("./builder/types.mjs").Chapter} chapter
 * @param {Clockhand} clockhand
 * @param {Record<string, object>} references
 * @param {Known} known
 */
function buildUnknown(chapter, clockhand, references, known) {
  const authored = JSON.stringify(chapter);
  const before = known.get(chapter.id);
  if (before?.authored === authored) return before.chapter;
  const built = buildChapter(chapter, clockhand, references);
  known.set(chapter.id, { authored, chapter: built });
  return built;
}

/**
 * The page on how answers are judged, checked.
 * @param {{root?: string}} [options]
 */
export function readJudging({ root = CONTENT } = {}) {
  return namingLines(root, () => buildJudging(root, readReferences(root)));
}

/** @param {string} root */
function readReferences(root) {
  const references = readJson(root, join(root, "references.json"));
  validateSchema("references", references, "content/references.json");
  return references;
}

/**
 * @param {string} path
 * @param {unknown} value
 */
function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value)}\n`);
}

/** @param {string[]} argv */
async function main(argv) {
  if (argv.length !== 2 || argv[0] !== "--out") {
    process.stderr.write("content/build.mjs takes --out DIR, the folder to write course.json and chapters/ to.\n");
    return 2;
  }
  try {
    const course = buildContent({ out: argv[1], clockhand: await load(readFileSync(CORE)) });
    process.stdout.write(`${course.chapters.length} chapter(s) written to ${argv[1]}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
