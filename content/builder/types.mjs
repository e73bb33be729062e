/**
 * The shapes that the builder passes around; what the core returns is described in wasm/clockhand.js.
 *
 * @typedef {{file?: string, line?: number, field?: string}} Place where a fault stands
 *
 * @typedef {{id: string, label?: string, unit?: string | null, type?: string, digits?: number, line?: string}} Named
 * @typedef {{id: string, caption?: string, cues?: Named[]}} TableDescription
 * @typedef {{id: string, summary: string, parameters: Named[], tables: TableDescription[], checks: Named[], mistakes: Named[]}} Lab
 * @typedef {Named & {label: string, type: string, digits: number}} Column
 * @typedef {{symbol: string, label: string}} Axis
 * @typedef {{id: string, caption: string, layout: string, keys: number, columns: Column[], rows: (number | string)[][],
 *   cues?: string[][], companion?: string, row_axis?: Axis, column_axis?: Axis}} Table
 * @typedef {{id: string, label: string, value: number, tolerance: number, sense: string, passed: boolean}} Check
 * @typedef {{ok: true, params: Record<string, string>, tables: Table[], checks: Check[]}} Result
 * @typedef {{ok: false, error: {id: string, argument: string, message: string}}} Refusal
 * @typedef {{rows: number, columns: number, cells: (number | string)[], digits: number}} Picked
 * @typedef {Record<string, any> & {ok: true, verdict: string}} Verdict
 * @typedef {{ok: true, params: Record<string, string>, one_of: string[][]}} Instance
 *
 * @typedef {object} Clockhand the loaded core
 * @property {{labs: Lab[]}} description
 * @property {(request: {lab: string, params: Record<string, string>, mistake?: string}) => Result | Refusal} run
 * @property {(request: Record<string, any>) => Verdict | Refusal} judge
 * @property {(request: Record<string, any>) => Instance | Refusal} instance
 * @property {(value: number, digits: number) => string} format
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
 * @property {string} [form]
 * @property {string[]} [mistakes]
 * @property {Record<string, string>} [draw]
 * @property {Option[]} [options]
 * @property {string[]} [points]
 *
 * @typedef {object} ChapterData chapter.json
 * @property {string} title
 * @property {string} summary
 * @property {string} next
 * @property {Record<string, {lab: string, params: Record<string, string>}>} runs
 * @property {Exercise[]} exercises
 * @property {Record<string, string>} mistakes
 *
 * @typedef {{id: string, number: number, dataFile: string, textFile: string, data: ChapterData, text: string}} Chapter
 *
 * @typedef {object} Course what the texts of a chapter may name, and what they have named
 * @property {Map<string, {lab: Lab, result: Result}>} runs
 * @property {Exercise[]} exercises
 * @property {Record<string, object>} references
 * @property {Set<string>} placed
 * @property {Set<string>} cited
 */
export {};
