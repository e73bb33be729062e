import { checkExercises } from "./exercises.mjs";
import { checkHtml, refuseFigure } from "./html.mjs";
import { renderBlocks, renderInline } from "./markdown.mjs";
import { ContentError, listOf } from "./problem.mjs";
import { validateSchema } from "./schema.mjs";

/**
 * A chapter as the page loads it: checked, with HTML for Markdown and MathML for TeX.
 * @param {ReturnType<import("./folder.mjs").readChapter>} chapter
 * @param {object} clockhand the loaded core
 * @param {Record<string, object>} references all references of the course
 */
export function buildChapter(chapter, clockhand, references) {
  const { data, dataFile, textFile, text } = chapter;
  validateSchema("chapter", data, dataFile);
  const course = {
    runs: runAll(chapter, clockhand),
    exercises: data.exercises,
    references,
    placed: new Set(),
    cited: new Set(),
  };
  checkExercises(data.exercises, course, chapter);
  for (const field of ["title", "summary", "next"]) refuseFigure(data[field], { file: dataFile, field });

  const source = { file: textFile, text };
  const html = checkHtml(renderBlocks(text, source), course, source);
  const exercises = data.exercises.map((exercise, index) => buildExercise(exercise, index, course, dataFile));
  const mistakes = mapValues(data.mistakes, (sentence, id) =>
    toHtml(sentence, course, { file: dataFile, field: `mistakes.${id}` }));
  const lost = data.exercises.find(({ id }) => !course.placed.has(id));
  if (lost) {
    throw new ContentError({ file: textFile }, `exercise "${lost.id}" is not on the page; place <ch-exercise id="${lost.id}"></ch-exercise>.`);
  }
  return {
    id: chapter.id,
    number: chapter.number,
    title: data.title,
    summary: data.summary,
    html,
    runs: data.runs,
    exercises,
    mistakes,
    references: mapValues(references, (reference, key) => (course.cited.has(key) ? reference : undefined)),
    next: data.next,
  };
}

/** Every run with its lab's description and result: what targets and placeholders are held against. */
function runAll({ data, dataFile }, clockhand) {
  const { labs } = clockhand.description;
  const runs = new Map();
  for (const [name, { lab: labId, params }] of Object.entries(data.runs)) {
    const lab = labs.find(({ id }) => id === labId);
    if (!lab) {
      throw new ContentError({ file: dataFile, field: `runs.${name}.lab` }, `"${labId}" is no lab; accepted is ${listOf(labs.map(({ id }) => id))}.`);
    }
    const result = clockhand.run({ lab: labId, params });
    if (!result.ok) {
      throw new ContentError({ file: dataFile, field: `runs.${name}.params` }, `the core refuses the run: ${result.error.message}`);
    }
    runs.set(name, { lab, result });
  }
  return runs;
}

function buildExercise(exercise, index, course, file) {
  const at = (field) => ({ file, field: `exercises[${index}].${field}`, parameters: parametersOf(exercise, course) });
  const blocks = (field) => toHtml(exercise[field], course, at(field));
  const each = (field, render) => exercise[field].map((text, i) => toHtml(text, course, at(`${field}[${i}]`), render));
  refuseFigure(exercise.title, at("title"));
  const built = { ...exercise, prompt: blocks("prompt"), hints: each("hints"), explain: blocks("explain") };
  if (exercise.points) built.points = each("points", renderInline);
  if (exercise.options) {
    built.options = exercise.options.map((option, i) => ({
      ...option,
      text: toHtml(option.text, course, at(`options[${i}].text`), renderInline),
      feedback: toHtml(option.feedback, course, at(`options[${i}].feedback`)),
    }));
  }
  return built;
}

/** What {name} may stand for in an exercise: its run's parameters, and the places of a numeric one. */
function parametersOf(exercise, course) {
  if (exercise.run === undefined) return [];
  const names = course.runs.get(exercise.run).lab.parameters.map(({ id }) => id);
  return exercise.target === undefined ? names : [...names, "places"];
}

function toHtml(text, course, place, render = renderBlocks) {
  const source = { ...place, text };
  return checkHtml(render(text, source), course, source);
}

/** Object.map, leaving out what becomes undefined. */
function mapValues(object, change) {
  const entries = Object.entries(object).map(([key, value]) => [key, change(value, key)]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
