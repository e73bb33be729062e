/**
 * Shapes that cross between the core, the chapters and the page. Types only: this module has no code.
 *
 * @typedef {{ id: string, argument: string, message: string }} CoreError
 * @typedef {{ ok: false, error: CoreError }} Refusal
 *
 * @typedef {{ id: string, label: string, unit?: string|null, type: "integer"|"real"|"text"|"cue", digits: number }} Column
 * @typedef {{ symbol: string, label: string }} Axis
 * @typedef {{ id: string, caption: string, layout: "records"|"matrix", keys: number, columns: Column[],
 *   rows: (number|string)[][], cues?: string[][], companion?: string, row_axis?: Axis, column_axis?: Axis }} Table
 * @typedef {{ id: string, label: string, value: number, tolerance: number, sense: "at-most"|"above", passed: boolean }} Check
 * @typedef {{ ok: true, lab: string, params: Record<string, string>, mistake?: string|null, tables: Table[], checks: Check[] }} Result
 *
 * @typedef {{ id: string, label: string, line: "solid"|"dashed"|"dotted"|"double" }} Cue
 * @typedef {{ id: string, label: string, help: string, type: "integer"|"real"|"choice"|"matrix", unit?: string|null,
 *   min?: number, max?: number, step?: number, default: string|number, choices?: { id: string, label: string }[] }} Parameter
 * @typedef {{ id: string, caption: string, layout: string, keys: number, companion?: string, cues?: Cue[] }} TableDescription
 * @typedef {{ id: string, summary: string, parameters: Parameter[], tables: TableDescription[],
 *   checks: { id: string, label: string, sense: string }[], mistakes: { id: string, summary: string }[], long?: boolean }} Lab
 *
 * @typedef {"correct"|"places"|"truncated"|"mistake"|"sign"|"scale"|"wrong"|"unreadable"|"carried"} VerdictName
 * @typedef {{ verdict: VerdictName, read_as?: string, mistakes?: string[], last_place?: boolean }} CellVerdict
 * @typedef {{ ok: true, verdict: VerdictName, read_as?: string, places?: number, expected?: string, mistakes?: string[],
 *   cells?: CellVerdict[], pattern?: string, last_place?: boolean, position?: number, message?: string }} Verdict
 * @typedef {{ ok: true, readable: boolean, rows?: number, columns?: number, cells?: string[],
 *   ambiguous?: boolean, read_as?: string, position?: number, message?: string }} Reading
 * @typedef {{ rows: number, columns: number, cells: (number|string)[], digits: number }} Picked
 *
 * @typedef {object} Clockhand
 * @property {{ abi: number, labs: Lab[] }} description
 * @property {(request: { lab: string, params: Record<string, string>, mistake?: string }) => Result|Refusal} run
 * @property {(request: { lab: string, params: Record<string, string> }) => import("../../wasm/clockhand.js").Begun|Refusal} begin
 * @property {WebAssembly.Module} module
 * @property {(request: object) => Verdict|Refusal} judge
 * @property {(request: { text: string, rows: number, columns: number }) => Reading|Refusal} read
 * @property {(request: object) => ({ ok: true, params: Record<string, string>, one_of?: string[][] })|Refusal} instance
 * @property {(value: number, digits: number) => string} format
 *
 * @typedef {{ clockhand: Clockhand, pick: (result: Result, target: string) => Picked,
 *   crew?: () => Promise<import("./long/measurement.js").Crew>, apart?: import("./long/apart.js").Apart }} Core
 *
 * @typedef {{ id: string, text: string, correct: boolean, feedback: string }} Option
 * @typedef {object} Exercise
 * @property {string} id
 * @property {"number"|"vector"|"matrix"|"choice"|"written"} kind
 * @property {string} title
 * @property {string} prompt
 * @property {string} [run]
 * @property {string} [target]
 * @property {number} [places]
 * @property {number} [tolerance]
 * @property {"integer"|"fraction"} [form]
 * @property {string[]} [mistakes]
 * @property {Record<string, string>} [draw]
 * @property {{ from: string, params: Record<string, string> }[]} [carry] what earlier answers would have changed
 * @property {Option[]} [options]
 * @property {string[]} [points]
 * @property {string[]} [hints]
 * @property {string} [explain]
 *
 * @typedef {{ lab: string, params: Record<string, string>, apart?: true }} RunDefinition
 * @typedef {"linear"|"log"} Scale
 * @typedef {{ param: string, from: number, to: number }} Slide a parameter that a slider sets
 * @typedef {{ kind: "arrows"|"bars"|"dials"|"heat"|"lines"|"slots", alt: string, title?: string, x?: string, y?: string[],
 *   xScale?: Scale, yScale?: Scale, series?: string[], panels?: string, band?: [string, string],
 *   guide?: { table: string, column: string }, label?: string, from?: [string, string], to?: [string, string],
 *   between?: string, diagonals?: boolean, state?: string, names?: [string, string], text?: string, slides?: Slide[] }} Picture
 *   which columns of a table are drawn, and how
 * @typedef {{ title?: string, authors?: string, year?: string|number, url?: string, label?: string }} Reference
 * @typedef {object} Chapter
 * @property {string} id
 * @property {number|string} number
 * @property {string} title
 * @property {string} summary
 * @property {string} html
 * @property {Record<string, RunDefinition>} runs
 * @property {Record<string, Picture>} [pictures]
 * @property {Exercise[]} exercises
 * @property {Record<string, string>} mistakes
 * @property {Record<string, any>} references
 * @property {string} [next]
 *
 * @typedef {{ id: string, number: number|string, title: string, summary: string,
 *   exercises: { id: string, title: string, kind: string }[] }} CourseEntry
 * @typedef {{ chapters: CourseEntry[] }} Course
 *
 * @typedef {{ id: string, symbol: boolean, name: string, html: string, chapters: string[] }} Term name and text as HTML; the
 *   chapters that use it
 * @typedef {{ entries: Term[] }} Glossary
 *
 * @typedef {"open"|"tried"|"done"|"revealed"} State open: looked at, with no answer given yet
 * @typedef {{ key: string, attempts: number, hints: number }} Here one instance, by the query of its link
 * @typedef {{ state: State, attempts: number, seed: number, answer: string, hints: number, updated: number,
 *   here?: Here, solved?: string[], revealed?: string[] }} Entry attempts and hints of all instances; `here` and `answer`
 *   of the one worked on last; `solved` and `revealed` the keys of instances
 * @typedef {{ version: number, exercises: Record<string, Entry>, settings: Record<string, unknown> }} ProgressDocument
 *
 * @typedef {{ core: (chapter: string|undefined) => string, wasm: (core: string) => Promise<ArrayBuffer>,
 *   course: () => Promise<Course>, chapter: (id: string) => Promise<Chapter>, worker: () => Promise<string>,
 *   workerCore: (simd: boolean) => Promise<ArrayBuffer>, glossary: () => Promise<Glossary>,
 *   search: () => Promise<{ entries: import("./search.js").Entry[] }>, judging: () => Promise<import("./cases.js").Judging>,
 *   watch: (tell: () => void) => void, check: () => Promise<void> }} Source `watch`: from now on it tells when the site has a newer
 *   version than the page; `check` fails then
 *
 * @typedef {object} Context what the elements of a chapter share
 * @property {Chapter} chapter
 * @property {Core} core
 * @property {import("./runs.js").Runs} runs
 * @property {import("./progress/store.js").Store} store
 * @property {(exercise: string) => import("./exercise/session.js").Session|undefined} session
 * @property {(place: { anchor?: string, page?: string }) => string} address a place of this chapter in its present state
 * @property {AbortSignal} signal ends with the chapter's view
 * @property {Set<string>} shown ids of covered tables that the reader opened without a prediction
 */

export {};
