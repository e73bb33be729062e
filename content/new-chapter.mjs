/**
 * npm run new-chapter -- NN-SLUG TITLE: a chapter from template/, listed in ids.json, that builds as it stands.
 * Needs no package, so that it runs on a fresh clone.
 */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Refused, command, say } from "../wasm/tools/steps.mjs";
import { refuseFigure } from "./builder/figures.mjs";
import { readJson } from "./builder/files.mjs";
import { CHAPTER_FOLDER, CONTENT, listChapters } from "./builder/folder.mjs";
import { ContentError } from "./builder/problem.mjs";

const TEMPLATE = join(CONTENT, "template");
const USAGE = 'npm run new-chapter takes a folder and a title, such as -- 08-my-subject "My subject"';

/**
 * @param {string[]} args
 * @param {string} [root] another content folder
 * @returns {string} what was written, in a sentence
 */
export function newChapter(args, root = CONTENT) {
  if (args.length !== 2) throw new Refused(`${USAGE}; it was given ${args.length} arguments.`);
  const [id, typed] = args;
  const title = typed.trim();
  refuseName(id, root);
  refuseTitle(title);
  const ids = join(root, "ids.json");
  const chapter = JSON.parse(readFileSync(join(TEMPLATE, "chapter.json"), "utf8"));
  const exercises = chapter.exercises.map((/** @type {{ id: string }} */ exercise) => exercise.id);
  const folder = join(root, id);
  const listed = `${ids}.next`;
  mkdirSync(folder);
  try {
    writeFileSync(join(folder, "chapter.json"), `${JSON.stringify({ ...chapter, title }, null, 2)}\n`);
    writeFileSync(join(folder, "chapter.md"), readFileSync(join(TEMPLATE, "chapter.md")));
    writeFileSync(listed, withLine(readFileSync(ids, "utf8"), `${JSON.stringify(id)}: ${JSON.stringify(exercises)}`));
    renameSync(listed, ids);
  } catch (error) {
    for (const path of [folder, listed]) rmSync(path, { recursive: true, force: true });
    throw error;
  }
  return `content/${id}/ is a chapter now: write it in chapter.md and chapter.json, and look at it with npm start.`;
}

/** @param {string} id @param {string} root */
function refuseName(id, root) {
  const [, number] = CHAPTER_FOLDER.exec(id) ?? [];
  if (number === undefined)
    throw new Refused(
      `${JSON.stringify(id)} is no folder of a chapter: two digits, then words of lower-case letters and digits, with hyphens between, such as 08-my-subject, are accepted.`,
    );
  if (readdirSync(root).includes(id))
    throw new Refused(`content/${id} exists already: choose another number and slug.`);
  const taken = [...listChapters(root), ...Object.keys(readJson(root, join(root, "ids.json")))];
  const [other] = taken.filter((known) => known.startsWith(`${number}-`));
  if (other !== undefined) throw new Refused(`The number ${number} is taken by ${other}: choose another one.`);
}

/** @param {string} title */
function refuseTitle(title) {
  if (title === "" || /\p{Cc}/u.test(title))
    throw new Refused(`${JSON.stringify(title)} is no title: one line of text is accepted.`);
  refuseFigure(title, { field: "title" });
}

/** The list with one line more, as the formatter leaves it. @param {string} list @param {string} line */
function withLine(list, line) {
  return list.replace(/\n\}\s*$/, `,\n  ${line}\n}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await command(async () => {
    try {
      say(newChapter(process.argv.slice(2)));
    } catch (error) {
      throw error instanceof ContentError ? new Refused(error.message) : error;
    }
  });
}
