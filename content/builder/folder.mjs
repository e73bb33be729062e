import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contentPath, readJson, readText } from "./files.mjs";
import { ContentError, listOf } from "./problem.mjs";

/** @import { Chapter } from "./types.mjs" */

/** The folder content/ itself. */
export const CONTENT = fileURLToPath(new URL("../", import.meta.url));

/** A chapter's folder, which is its id; its first two digits are the chapter's number. */
export const CHAPTER_FOLDER = /^(\d{2})-[a-z0-9]+(?:-[a-z0-9]+)*$/;
const CHAPTER_FILES = ["chapter.json", "chapter.md"];
const HOUSE_FILES = [
  "README.md",
  "author.mjs",
  "build.mjs",
  "builder",
  "chapter.schema.json",
  "commands.mjs",
  "glossary.json",
  "glossary.schema.json",
  "ids.json",
  "judging.json",
  "judging.md",
  "judging.schema.json",
  "new-chapter.mjs",
  "references.json",
  "references.schema.json",
  "report.mjs",
  "template",
  "text-table.mjs",
];

/**
 * The chapter folders in order, and nothing that is neither chapter nor house.
 * @param {string} root the folder content/
 * @returns {string[]} chapter ids
 */
export function listChapters(root) {
  const chapters = [];
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.isDirectory() && CHAPTER_FOLDER.test(entry.name)) chapters.push(entry.name);
    else if (!HOUSE_FILES.includes(entry.name)) {
      throw new ContentError(
        { file: join("content", entry.name) },
        "does not belong here; a chapter is a folder named NN-slug, everything else in content/ is listed in content/builder/folder.mjs.",
      );
    }
  }
  return chapters.sort();
}

/**
 * The two files of a chapter, as text and as data.
 * @param {string} root
 * @param {string} id
 * @returns {Chapter}
 */
export function readChapter(root, id) {
  const folder = join(root, id);
  const found = readdirSync(folder).sort();
  for (const name of found) {
    if (!CHAPTER_FILES.includes(name)) {
      throw new ContentError(
        { file: contentPath(root, join(folder, name)) },
        `is not part of a chapter; move it or delete it, a chapter folder holds ${CHAPTER_FILES.join(" and ")} only.`,
      );
    }
  }
  for (const name of CHAPTER_FILES) {
    if (!found.includes(name)) {
      throw new ContentError({ file: contentPath(root, join(folder, name)) }, "is missing; every chapter has it.");
    }
  }
  const jsonPath = join(folder, "chapter.json");
  const markdownPath = join(folder, "chapter.md");
  return {
    id,
    number: Number.parseInt(id.slice(0, 2), 10),
    dataFile: contentPath(root, jsonPath),
    textFile: contentPath(root, markdownPath),
    data: readJson(root, jsonPath),
    text: readText(root, markdownPath),
  };
}

/**
 * @param {string} root
 * @param {string} id
 * @param {string[]} chapters
 */
export function requireChapter(root, id, chapters = listChapters(root)) {
  if (!chapters.includes(id)) {
    throw new ContentError({}, `chapter "${id}" does not exist; accepted is ${listOf(chapters)}.`);
  }
}
