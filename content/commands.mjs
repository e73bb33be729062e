import { check as judge, findExercise, labOf, openChapter } from "./author.mjs";
import { readCourse, readJudging } from "./build.mjs";
import { CONTENT, listChapters } from "./builder/folder.mjs";
import { ContentError } from "./builder/problem.mjs";
import { listInstances, report as reportOf } from "./report.mjs";
import { SEEDS, readSeed } from "../wasm/seed.js";

/**
 * @import { Chapter, Clockhand, Exercise } from "./builder/types.mjs"
 * @typedef {{status: number, stdout: string, stderr: string}} Outcome
 */

const CHECK_HELP = `clockhand check CHAPTER/EXERCISE --answer TEXT [--carry [EXERCISE=]TEXT]... [--seed N] [--PARAM VALUE]...

Judges an answer as the page does and prints the verdict as one line of JSON.
Exit status: 0 when the answer was judged, whatever the verdict, wrong and unreadable among them; 2 when the question was
refused, with one sentence on standard error. Read the verdict from the field "verdict"; "summaries" says what is done wrong in
each mistake that the reply names, and "last_place" stands in it when a wrong answer is off in its last decimal only.
`;

/**
 * clockhand check, as CHECK_HELP says.
 * @param {string[]} argv what follows the command's name
 * @param {Clockhand} clockhand
 * @returns {Outcome}
 */
export function check(argv, clockhand) {
  return answering(() => {
    if (argv.includes("--help")) return { status: 0, text: CHECK_HELP };
    const [path, ...rest] = argv;
    const parts = path?.split("/") ?? [];
    if (parts.length !== 2)
      throw refuse(
        `check takes CHAPTER/EXERCISE first, such as 06-rope-pairs/one-pair; it was given ${path === undefined ? "nothing" : `"${path}"`}. check --help says more.`,
      );
    const chapter = openChapter(parts[0]);
    const exercise = findExercise(chapter, parts[1]);
    const { options, carried } = readOptions(rest);
    const { answer, seed = "0", ...params } = options;
    if (answer === undefined) throw refuse("--answer is missing; give the answer to judge as its value.");
    requireParameters(params, chapter, exercise, clockhand);
    const earlier = readEarlier(carried, exercise);
    const verdict = judge({ clockhand, chapter, exercise, answer, seed: requireSeed(seed), params, earlier });
    if (!verdict.ok) throw refuse(`${verdict.error.message.replace(/\.$/, "")}.`);
    const { ok: _ok, ...shown } = verdict;
    const summaries = summariesOf(verdict, exercise, chapter, clockhand);
    return { status: 0, text: `${JSON.stringify({ ...shown, ...summaries })}\n` };
  });
}

/**
 * What is done wrong in each mistake that a verdict names, for the whole answer or for a cell, in the core's words.
 * @param {{mistakes?: string[], cells?: {mistakes: string[]}[]}} verdict
 * @param {Exercise} exercise
 * @param {Chapter} chapter
 * @param {Clockhand} clockhand
 */
function summariesOf({ mistakes = [], cells = [] }, exercise, chapter, clockhand) {
  const named = new Set([...mistakes, ...cells.flatMap((cell) => cell.mistakes)]);
  if (named.size === 0) return {};
  const { mistakes: known } = labOf(clockhand, chapter.data.runs[exercise.run ?? ""].lab);
  const told = known.filter(({ id }) => named.has(id));
  return { summaries: Object.fromEntries(told.map(({ id, summary }) => [id, summary])) };
}

/**
 * clockhand report CHAPTER
 * @param {string[]} argv
 * @param {Clockhand} clockhand
 * @returns {Outcome}
 */
export function report(argv, clockhand) {
  return answering(() => {
    if (argv.length !== 1)
      throw refuse(`report takes one CHAPTER, such as 06-rope-pairs; it was given ${argv.length} arguments.`);
    const { text, passed } = reportOf({ clockhand, chapter: openChapter(argv[0]) });
    return { status: passed ? 0 : 1, text };
  });
}

/**
 * clockhand validate [CHAPTER]: checks that chapter or all content, then lists right and mistaken values for ten seeds an
 * exercise.
 * @param {string[]} argv
 * @param {Clockhand} clockhand
 * @param {string} [root] another content folder
 * @returns {Outcome}
 */
export function validate(argv, clockhand, root = CONTENT) {
  return answering(() => {
    if (argv.length > 1) throw refuse(`validate takes one CHAPTER or none; it was given ${argv.length} arguments.`);
    const [only] = argv;
    const chapters = (only === undefined ? listChapters(root) : argv).map((id) => openChapter(id, root));
    readCourse({ clockhand, root, only });
    if (only === undefined) readJudging({ root });
    const lists = chapters.map((chapter) => listInstances({ clockhand, chapter }));
    return { status: lists.every(({ passed }) => passed) ? 0 : 1, text: lists.map(({ text }) => text).join("\n") };
  });
}

/** @param {() => {status: number, text: string}} work */
function answering(work) {
  try {
    const { status, text } = work();
    return { status, stdout: text, stderr: "" };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { status: 2, stdout: "", stderr: `clockhand: ${error.message}\n` };
  }
}

/** @param {string} sentence */
function refuse(sentence) {
  return new ContentError({}, sentence);
}

/**
 * --name value and --name=value, each once; --carry as often as there are earlier steps.
 * @param {string[]} argv
 */
function readOptions(argv) {
  /** @type {Record<string, string>} */
  const options = {};
  /** @type {string[]} */
  const carried = [];
  for (let i = 0; i < argv.length; i += 1) {
    const match = /^--([a-z][a-z0-9-]*)(?:=(.*))?$/s.exec(argv[i]);
    if (!match) throw refuse(`"${argv[i]}" is not expected here; options are written --name value.`);
    const value = match[2] ?? argv[(i += 1)];
    if (value === undefined) throw refuse(`--${match[1]} is given no value; write --${match[1]} followed by one.`);
    if (match[1] === "carry") {
      carried.push(value);
      continue;
    }
    if (Object.hasOwn(options, match[1])) throw refuse(`--${match[1]} is given twice; keep one.`);
    options[match[1]] = value;
  }
  return { options, carried };
}

/**
 * The earlier answers of a chain: EXERCISE=TEXT, or the text alone when there is one earlier step.
 * @param {string[]} texts
 * @param {Exercise} exercise
 */
function readEarlier(texts, exercise) {
  const steps = (exercise.carry ?? []).map(({ from }) => from);
  if (texts.length > 0 && steps.length === 0)
    throw refuse(`--carry is for later steps of a chain; ${exercise.id} takes nothing from an earlier exercise.`);
  /** @type {Record<string, string>} */
  const earlier = {};
  for (const text of texts) {
    const [, id = steps[0], answer] = /^(?:([a-z][a-z0-9-]*)=)?(.*)$/s.exec(text) ?? [];
    if (!steps.includes(id) || (steps.length > 1 && !text.startsWith(`${id}=`)))
      throw refuse(`--carry "${text}" is not accepted; write EXERCISE=ANSWER, EXERCISE one of ${steps.join(", ")}.`);
    if (Object.hasOwn(earlier, id)) throw refuse(`--carry ${id}= is given twice; keep one.`);
    earlier[id] = answer;
  }
  return earlier;
}

/** @param {string} text */
function requireSeed(text) {
  const seed = readSeed(text);
  if (seed === undefined) throw refuse(`--seed "${text}" is not accepted; give ${SEEDS}.`);
  return seed;
}

/**
 * @param {Record<string, string>} params
 * @param {Chapter} chapter
 * @param {Exercise} exercise
 * @param {Clockhand} clockhand
 */
function requireParameters(params, chapter, exercise, clockhand) {
  const names = Object.keys(params).map((name) => `--${name}`);
  if (exercise.target === undefined && names.length > 0)
    throw refuse(
      `${names.join(", ")} changes nothing: ${exercise.id} is a ${exercise.kind} exercise, judged for the values that it states.`,
    );
  const lab = exercise.run && labOf(clockhand, chapter.data.runs[exercise.run].lab);
  const known = lab ? lab.parameters.map(({ id }) => id) : [];
  for (const name of Object.keys(params)) {
    if (!known.includes(name)) {
      throw refuse(
        `--${name} is no parameter of this exercise; accepted is ${["answer", "seed", ...known].map((id) => `--${id}`).join(", ")}.`,
      );
    }
  }
}
