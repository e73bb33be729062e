/**
 * The shapes that the builder passes around, and those of the core.
 *
 * @typedef {{file?: string, line?: number, field?: string, at?: string}} Place where a fault stands; at: the field on whose
 *   line it stands, where that is another
 *
 * @typedef {import("../../wasm/clockhand.js").Clockhand} Clockhand
 * @typedef {import("../../wasm/clockhand.js").Lab} Lab
 * @typedef {import("../../wasm/clockhand.js").Table} Table
 * @typedef {import("../../wasm/clockhand.js").TableDescription} TableDescription
 * @typedef {import("../../wasm/clockhand.js").Column} Column
 * @typedef {import("../../wasm/clockhand.js").Result} Result
 * @typedef {import("../../wasm/clockhand.js").Refusal} Refusal
 * @typedef {import("../../wasm/clockhand.js").Picked} Picked
 * @typedef {import("../../wasm/clockhand.js").Verdict} Verdict
 * @typedef {import("../../wasm/clockhand.js").Instance} Instance
 * @typedef {Partial<Verdict> & {ok: true, verdict: string, params?: Record<string, string>}} Judged a verdict on an
 *   exercise of any kind; numeric ones with the parameters of their instance
 *
 * @typedef {{id: string, text: string, correct: boolean, feedback: string}} Option
 * @typedef {object} Exercise as authored; numeric ones have run, target and draw
 * @property {string} id
 * @property {string} kind
 * @property {string} title
 * @property {string} prompt
 * @property {string[]} hints
 * @property {string} explain
 * @property {string} [run]
 * @property {string} [target]
 * @property {number} [places]
 * @property {number} [tolerance]
 * @property {"integer" | "fraction"} [form]
 * @property {string[]} [mistakes]
 * @property {Record<string, string>} [draw]
 * @property {{from: string, params: Record<string, string>}[]} [carry] earlier steps of a chain
 * @property {Option[]} [options]
 * @property {string[]} [points]
 *
 * @typedef {{kind: string, alt: string, title?: string, x?: string, y?: string[], series?: string[], panels?: string, band?: string[],
 *   guide?: {table: string, column: string}, label?: string, from?: string[], to?: string[], between?: string, state?: string,
 *   names?: string[], text?: string, slides?: {param: string, from: number, to: number}[]}} Picture
 *
 * @typedef {object} ChapterData chapter.json
 * @property {string} title
 * @property {string} summary
 * @property {string} next
 * @property {Record<string, {lab: string, params: Record<string, string>, apart?: true}>} runs
 * @property {Record<string, Picture>} pictures
 * @property {Exercise[]} exercises
 * @property {Record<string, string>} mistakes
 *
 * @typedef {{id: string, number: number, dataFile: string, textFile: string, data: ChapterData, text: string}} Chapter
 *
 * @typedef {object} Course what the texts of a chapter may name, and what they have named
 * @property {Map<string, {lab: Lab, result: Result, apart?: boolean}>} runs
 * @property {Exercise[]} exercises
 * @property {Record<string, object>} references
 * @property {Record<string, Picture>} [pictures] of a chapter
 * @property {Set<string>} placed
 * @property {Set<string>} cited
 * @property {Map<string, string[]>} controls run to the parameters that readers can change on the page
 * @property {Map<string, import("./cases.mjs").Case>} [cases] on the page of cases only
 */
export {};
