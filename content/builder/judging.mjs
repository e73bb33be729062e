import { join } from "node:path";
import { CASES, readCases } from "./cases.mjs";
import { blankCourse } from "./course.mjs";
import { readJson, readText } from "./files.mjs";
import { refuseFigure } from "./figures.mjs";
import { checkHtml } from "./html.mjs";
import { curled, renderBlocks } from "./markdown.mjs";
import { ContentError, listOf } from "./problem.mjs";
import { validateSchema } from "./schema.mjs";

const DATA = "content/judging.json";
const TEXT = "content/judging.md";

/**
 * The page "how answers are judged": its text, and the table of cases grouped by rule.
 * @param {string} root the folder content/
 * @param {Record<string, object>} references
 * @param {string} [file] the table of cases
 */
export function buildJudging(root, references, file = CASES) {
  const data = readJson(root, join(root, "judging.json"));
  validateSchema("judging", data, DATA);
  for (const field of ["title", "summary"]) refuseFigure(data[field], { file: DATA, field });
  const cases = readCases(file);
  checkRules(data.rules, cases);
  const course = blankCourse({ references, cases: new Map(cases.map((one) => [one.name, one])) });
  const source = { file: TEXT, text: readText(root, join(root, "judging.md")) };
  const html = checkHtml(renderBlocks(source.text, source), course, source);
  return {
    title: data.title,
    summary: data.summary,
    html,
    rules: data.rules,
    cases: cases.map((one) => ({ ...one, why: curled(one.why) })),
  };
}

/**
 * Each case belongs to a rule with a title, and each title has cases.
 * @param {{id: string, title: string}[]} rules
 * @param {import("./cases.mjs").Case[]} cases
 */
function checkRules(rules, cases) {
  const used = new Set(cases.map(({ rule }) => rule));
  const known = rules.map(({ id }) => id);
  const untitled = [...used].find((rule) => !known.includes(rule));
  if (untitled) {
    throw new ContentError(
      { file: DATA, field: "rules" },
      `the cases named "${untitled}-.." have no title; add one with the id "${untitled}".`,
    );
  }
  rules.forEach(({ id, title }, i) => {
    const at = { file: DATA, field: `rules[${i}]` };
    if (!used.has(id)) throw new ContentError(at, `"${id}" begins no case's name; accepted is ${listOf(used)}.`);
    if (known.indexOf(id) !== i) throw new ContentError(at, `"${id}" stands twice; keep one.`);
    refuseFigure(title, at);
  });
}
