import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { ContentError, acceptedFor, exerciseField, listOf } from "./problem.mjs";

/** @import { Chapter } from "./types.mjs" */

/** @type {Map<string, import("ajv").ValidateFunction>} */
const validators = new Map();

/**
 * Holds data against one of the schemas beside this folder; throws the first fault as a sentence.
 * @param {"chapter"|"glossary"|"judging"|"references"} name
 * @param {unknown} data
 * @param {string} file
 */
export function validateSchema(name, data, file) {
  const validate = validatorFor(name);
  if (validate(data)) return;
  const error = /** @type {import("ajv").ErrorObject[]} */ (validate.errors).slice(-1)[0];
  const field = fieldOf(error.instancePath, data);
  const stranger = strangerIn(error);
  if (stranger !== undefined)
    throw new ContentError(
      { file, field, at: [field, stranger].filter(Boolean).join(".") },
      strangerSentence(stranger, error),
    );
  throw new ContentError({ file, field }, sentenceFor(error));
}

/**
 * A field that the schema does not know; beside one that is missing it is usually that one, misspelt.
 * @param {import("ajv").ErrorObject} error
 * @returns {string | undefined}
 */
function strangerIn({ keyword, params, data, parentSchema }) {
  if (keyword === "additionalProperties") return params.additionalProperty;
  if (keyword !== "required" || parentSchema?.additionalProperties !== false) return undefined;
  return Object.keys(/** @type {object} */ (data)).find((name) => !Object.hasOwn(parentSchema.properties ?? {}, name));
}

/** @param {string} stranger @param {import("ajv").ErrorObject} error */
function strangerSentence(stranger, { keyword, params, parentSchema }) {
  const known = Object.keys(parentSchema?.properties ?? {});
  const missing = keyword === "required" ? `, and "${params.missingProperty}" is missing` : "";
  const accepted = known.length > 0 ? `; ${acceptedFor(stranger, known)}` : "";
  return `the field "${stranger}" is unknown${missing}; rename or remove it${accepted}.`;
}

/**
 * Holds a chapter's data against the schema, and fills in what an author may leave out.
 * @param {Chapter} chapter
 * @returns {Chapter}
 */
export function validateChapter(chapter) {
  validateSchema("chapter", chapter.data, chapter.dataFile);
  const { runs, mistakes = {}, pictures = {} } = chapter.data;
  const filled = Object.entries(runs).map(([name, run]) => [name, { ...run, params: run.params ?? {} }]);
  return { ...chapter, data: { ...chapter.data, runs: Object.fromEntries(filled), mistakes, pictures } };
}

/** @param {string} name */
function validatorFor(name) {
  const known = validators.get(name);
  if (known) return known;
  const ajv = new Ajv({ discriminator: true, verbose: true });
  const validate = ajv.compile(readSchema(name));
  validators.set(name, validate);
  return validate;
}

/**
 * "/exercises/3/places" -> "exercises[3] (its-id).places"
 * @param {string} pointer
 * @param {any} data
 */
function fieldOf(pointer, data) {
  const parts = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
  const [list, index, ...rest] = parts;
  const exercise = list === "exercises" && index !== undefined;
  const start = exercise ? exerciseField(data.exercises[index]?.id, Number(index)) : "";
  const steps = exercise ? rest : parts;
  const path = steps.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("");
  return start === "" ? path.replace(/^\./, "") : `${start}${path}`;
}

/** @param {import("ajv").ErrorObject} error */
function sentenceFor(error) {
  const { keyword, params, data } = error;
  switch (keyword) {
    case "required":
      return `the field "${params.missingProperty}" is missing; add it${hintFor(error, params.missingProperty)}.`;
    case "propertyNames":
      return `the name "${params.propertyName}" is not accepted; use lower-case letters, digits and hyphens, starting with a letter.`;
    case "type":
      return `is ${show(data)}; write a value of type ${[params.type].flat().join(" or ")}${hintFor(error)}.`;
    case "enum":
      return `is ${show(data)}; accepted is ${listOf(params.allowedValues.map(String))}.`;
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
      return `is ${show(data)}; write a number ${params.comparison} ${params.limit}.`;
    case "minItems":
      return `holds ${/** @type {unknown[]} */ (data).length}; give at least ${params.limit}${hintFor(error)}.`;
    case "uniqueItems":
      return `holds ${show(/** @type {unknown[]} */ (data)[params.j])} twice; keep one.`;
    case "minLength":
      return `is empty; write a text${hintFor(error)}.`;
    case "pattern":
      return `is ${show(data)}; write it as described: ${error.parentSchema?.description ?? params.pattern}.`;
    case "discriminator":
      return `"kind" is ${show(params.tagValue)}; accepted is ${listOf(kindsOf(error))}.`;
    default:
      return `${error.message ?? keyword}; see the schema in content/.`;
  }
}

/** The kinds that a schema tells apart. @param {import("ajv").ErrorObject} error @returns {string[]} */
function kindsOf({ schema, parentSchema }) {
  const name = /** @type {{propertyName: string}} */ (schema).propertyName;
  const { definitions = {} } = /** @type {any} */ (readSchema("chapter"));
  return (parentSchema?.oneOf ?? []).flatMap((/** @type {any} */ one) => {
    const definition = one.$ref === undefined ? one : definitions[one.$ref.split("/").at(-1)];
    return definition.properties[name].enum;
  });
}

/** @param {string} name */
function readSchema(name) {
  return JSON.parse(readFileSync(new URL(`../${name}.schema.json`, import.meta.url), "utf8"));
}

/**
 * The schema's own description of a field, as the remedy.
 * @param {import("ajv").ErrorObject} error
 * @param {string} [property]
 */
function hintFor(error, property) {
  const schema = property ? error.parentSchema?.properties?.[property] : error.parentSchema;
  return schema?.description ? ` (${schema.description})` : "";
}

/** @param {unknown} value */
function show(value) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
