/**
 * One exercise at work, without any element: its instance, what the core says about an answer, and what is remembered.
 *
 * Seed 0 is the run as it stands on the page; another seed draws the parameters that the author named. Parameters that a
 * link fixed are not drawn.
 *
 * @typedef {import("../types.js").Verdict} Verdict
 * @typedef {import("./instance.js").Instance} Instance
 */

import { nextSeed } from "../../../wasm/seed.js";
import { decimalsOf, notation } from "../figures.js";
import { formatHash, formatQuery } from "../router.js";
import { instancesOf } from "../progress/document.js";
import { FREE, PASSED, places } from "../texts.js";
import { carriedInto, matesOf, rememberedSeed } from "./chain.js";
import { drawInstance, holding } from "./instance.js";
import { tellsApart } from "./places.js";
import { doubtIn, toComma, toPoint } from "./typed.js";

export class Session extends EventTarget {
  /** @param {Pick<import("../types.js").Context, "chapter"|"core"|"runs"|"store"|"signal"> & Partial<Pick<import("../types.js").Context, "session">>} context @param {import("../types.js").Exercise} exercise */
  constructor({ chapter, core, runs, store, signal, session: peer = () => undefined }, exercise) {
    super();
    this.chapter = chapter;
    this.core = core;
    this.runs = runs;
    this.store = store;
    this.exercise = exercise;
    this.key = `${chapter.id}/${exercise.id}`;
    this.peer = peer;
    this.seed = rememberedSeed(this);
    /** @type {Set<string>} */
    this.fixed = new Set();
    /** @type {Verdict|undefined} */
    this.verdict = undefined;
    /** @type {Instance|undefined} */
    this.cached = undefined;
    /**
     * The run's result that the instance rests on: a refused parameter leaves it as it is.
     * @type {import("../types.js").Result|undefined}
     */
    this.basis = undefined;
    /** @param {any} event */
    const renew = ({ detail: { run } }) => {
      if (run === exercise.run && (this.cached === undefined || runs.get(run)?.result !== this.basis)) this.#renew();
    };
    runs.addEventListener("change", renew, { signal });
    this.known = this.entry !== undefined;
    /** @type {number|undefined} */
    this.asked = undefined;
    store.addEventListener("change", () => this.#follow(), { signal });
    notation.addEventListener("change", () => this.#renew(), { signal });
  }

  get entry() {
    return this.store.entry(this.key);
  }

  /** @returns {Instance} */
  get instance() {
    if (this.cached !== undefined) return this.cached;
    const { core, runs, exercise, seed } = this;
    this.basis = runs.get(exercise.run ?? "")?.result;
    this.cached = holding(
      drawInstance(core.clockhand, runs, exercise, seed, this.#drawn()),
      exercise.target,
      core.pick,
    );
    return this.cached;
  }

  /** What tells this instance from others: its link's query, in which the first instance goes without its seed. */
  get instanceKey() {
    return formatQuery(this.seed === 0 ? undefined : this.seed, this.linkParams());
  }

  /** The seed as a link names it, also the first: a link without one leaves the reader where they were. */
  get linkSeed() {
    return Object.keys(this.exercise.draw ?? {}).length === 0 ? undefined : this.seed;
  }

  get link() {
    return formatHash({
      chapter: this.chapter.id,
      anchor: this.exercise.id,
      ...(this.linkSeed !== undefined && { seed: this.linkSeed }),
      params: this.linkParams(),
    });
  }

  get hasOthers() {
    return Object.keys(this.#drawn()).length > 0;
  }

  /** The decimals asked for: the reader's, unless so few would pass a known mistake as right. */
  get places() {
    const { form, tolerance, places: own = this.picked?.digits } = this.exercise;
    if (own === undefined || form !== undefined || tolerance !== undefined) return own;
    const wanted = decimalsOf(own);
    this.asked ??= wanted >= own || tellsApart(this, wanted, own) ? wanted : own;
    return this.asked;
  }

  get picked() {
    const { result } = this.instance;
    const { target } = this.exercise;
    return result === undefined || target === undefined ? undefined : this.core.pick(result, target);
  }

  get revealed() {
    return this.entry?.revealed?.includes(this.instanceKey) ?? false;
  }

  /** A right answer was given to this instance, now or on an earlier day. */
  get solved() {
    if (this.verdict !== undefined && PASSED.has(this.verdict.verdict)) return true;
    return this.entry !== undefined && instancesOf(this.entry).solved.includes(this.instanceKey);
  }

  /** The answer may be shown: it was given, or asked for. */
  get settled() {
    return this.revealed || this.solved;
  }

  /** What is remembered of this very instance. */
  get here() {
    const here = this.entry && instancesOf(this.entry).here;
    return here?.key === this.instanceKey ? here : undefined;
  }

  /** How many hints are open for this instance. */
  get hints() {
    return Math.min(this.here?.hints ?? 0, this.exercise.hints?.length ?? 0);
  }

  /** The answer that was given last, when it was given to this instance. */
  get answer() {
    return this.here === undefined ? "" : (this.entry?.answer ?? "");
  }

  /** The text of a parameter of this instance, for the prompt. @param {string} name @returns {string|undefined} */
  value(name) {
    if (name === "places") return places(this.places);
    const { params, result } = this.instance;
    return result?.params[name] ?? params[name] ?? this.runs.get(this.exercise.run ?? "")?.result?.params[name];
  }

  /** @param {string} text as typed @returns {import("../types.js").Reading|import("../types.js").Refusal} */
  read(text) {
    const doubt = doubtIn(text);
    if (doubt !== undefined) return { ok: true, readable: false, ambiguous: true, message: doubt };
    return inMark(this.#reading(notation.comma ? toPoint(text) : text));
  }

  /** A vector is read in the shape in which it is judged; of a matrix, one cell. @param {string} text as kept */
  #reading(text) {
    const { rows, columns } = (this.exercise.kind === "vector" && this.picked) || { rows: 1, columns: 1 };
    return this.core.clockhand.read({ text, rows, columns });
  }

  /** @param {string} answer as typed @returns {Verdict|undefined} */
  submit(answer) {
    const doubt = doubtIn(answer);
    const kept = notation.comma ? toPoint(answer) : answer;
    const verdict =
      doubt === undefined
        ? inMark(this.judge(kept))
        : /** @type {const} */ ({ ok: true, verdict: "unreadable", message: doubt });
    if (verdict !== undefined) this.record(verdict, kept);
    return verdict;
  }

  /** An answer as its field shows it, in the reader's own notation. @param {string} answer as kept */
  typed(answer) {
    if (!notation.comma || this.exercise.target === undefined) return answer;
    const reading = this.exercise.kind === "vector" ? this.#reading(answer) : undefined;
    const cells = reading?.ok ? reading.cells : undefined;
    return cells === undefined ? toComma(answer) : cells.map(toComma).join("; ");
  }

  /** What was typed with the other mark, as it is typed with this one. @param {string} text */
  retyped(text) {
    return notation.comma || this.exercise.target === undefined ? this.typed(text) : toPoint(text);
  }

  /** @param {string} answer as kept @returns {Verdict|undefined} without remembering anything */
  judge(answer) {
    const { run, target, tolerance, form, mistakes } = this.exercise;
    const lab = this.runs.get(run ?? "")?.lab;
    const asked = { lab, params: this.instance.params, target, answer, places: this.places };
    const optional = Object.entries({ tolerance, form, mistakes }).filter(([, value]) => value !== undefined);
    const question = { ...asked, ...Object.fromEntries(optional) };
    // Earlier answers that the lab refuses carry nothing.
    for (const carried of carriedInto(this)) {
      const verdict = this.core.clockhand.judge({ ...question, carried });
      if (verdict.ok && PASSED.has(verdict.verdict)) return verdict;
    }
    const verdict = this.core.clockhand.judge(question);
    return verdict.ok ? verdict : { ok: true, verdict: "unreadable", message: verdict.error.message };
  }

  /** @param {Verdict} verdict @param {string} answer */
  record(verdict, answer) {
    this.verdict = verdict;
    if (verdict.verdict !== "unreadable") {
      const passed = PASSED.has(verdict.verdict) && !(this.revealed && this.hasOthers);
      const cost = FREE.has(verdict.verdict) ? 0 : 1;
      const key = this.instanceKey;
      this.#remember((entry, here) => ({
        state: passed ? "done" : begun(entry),
        attempts: entry.attempts + cost,
        answer,
        here: { ...here, attempts: here.attempts + cost },
        ...(PASSED.has(verdict.verdict) && { solved: withKey(entry.solved, key) }),
      }));
    }
    this.#notify();
  }

  openHint() {
    if (this.hints >= (this.exercise.hints?.length ?? 0)) return;
    this.#remember((entry, here) => ({ hints: entry.hints + 1, here: { ...here, hints: here.hints + 1 } }));
  }

  /** Shows the answer; the exercise then counts once another instance is passed. */
  reveal() {
    const key = this.instanceKey;
    this.#remember((entry) => ({
      state: entry.state === "done" ? "done" : "revealed",
      revealed: withKey(entry.revealed, key),
    }));
  }

  /** The text of the right answer; ask only when settled. */
  expected() {
    const { picked } = this;
    if (picked === undefined) return [];
    const digits = this.exercise.form === "integer" ? 0 : (this.places ?? picked.digits);
    const texts = picked.cells.map((cell) =>
      typeof cell === "number" ? this.core.clockhand.format(cell, digits) : cell,
    );
    return Array.from({ length: picked.rows }, (_, r) => texts.slice(r * picked.columns, (r + 1) * picked.columns));
  }

  another() {
    this.select(nextSeed(this.seed));
    this.#remember(() => ({}));
  }

  /** The instance with the chapter's own numbers, or those that the reader set. */
  first() {
    this.select(0, []);
    this.#remember(() => ({}));
  }

  /** @param {number} seed @param {Iterable<string>} [fixed] parameters that a link named */
  select(seed, fixed = this.fixed) {
    for (const session of [...matesOf(this), this]) session.#choose(seed, fixed);
  }

  /** @param {number} seed @param {Iterable<string>} fixed */
  #choose(seed, fixed) {
    this.seed = seed;
    this.fixed = new Set(fixed);
    this.#renew();
  }

  /** Forgets this exercise. */
  reset() {
    this.store.reset((key) => key === this.key);
  }

  /** Parameters that are drawn here. @returns {Record<string, string>} */
  #drawn() {
    const { draw = {} } = this.exercise;
    return Object.fromEntries(Object.entries(draw).filter(([name]) => !this.fixed.has(name)));
  }

  /** What a link to this instance names, beside the seed. @returns {[string, string][]} */
  linkParams() {
    const run = this.exercise.run ?? "";
    const drawn = this.seed === 0 ? {} : this.#drawn();
    const changes = this.runs.changes(run).filter(([name]) => !Object.hasOwn(drawn, name));
    if (this.seed === 0) return changes;
    // A parameter that a link fixed is named even where it is the chapter's own: without it another instance is drawn.
    const named = new Set(changes.map(([name]) => name));
    const fixed = Object.keys(this.exercise.draw ?? {}).filter((name) => this.fixed.has(name) && !named.has(name));
    const { params, result } = this.runs.get(run) ?? {};
    return [
      ...changes,
      ...fixed.map((name) => /** @type {[string, string]} */ ([name, params?.[name] ?? result?.params[name] ?? ""])),
    ];
  }

  /**
   * What was kept of another instance gives way: its answer does not belong to this one.
   * @param {(entry: import("../types.js").Entry, here: import("../types.js").Here) => Partial<import("../types.js").Entry>} change
   */
  #remember(change) {
    const { seed, instanceKey: key } = this;
    this.known = true;
    this.store.update(this.key, (stored) => {
      const kept = stored && instancesOf(stored);
      const same = kept?.here.key === key;
      const here = same ? kept.here : { key, attempts: 0, hints: 0 };
      const begin = { state: /** @type {const} */ ("open"), attempts: 0, hints: 0, answer: "", updated: 0 };
      const entry = { ...begin, ...stored, ...kept, seed, here, ...(same ? {} : { answer: "" }) };
      return { ...entry, ...change(entry, here) };
    });
  }

  /** The store has changed, here or in another tab; what was forgotten there is forgotten here. */
  #follow() {
    const forgotten = this.known && this.entry === undefined;
    this.known = this.entry !== undefined;
    if (forgotten) this.#choose(rememberedSeed(this), []);
    else this.#notify();
  }

  /** Another instance: what was said about the last answer holds no longer. */
  #renew() {
    this.cached = undefined;
    this.asked = undefined;
    this.verdict = undefined;
    this.#notify();
  }

  #notify() {
    this.dispatchEvent(new Event("change"));
  }
}

/**
 * What separates values is said as it is typed here.
 * @template {Verdict|import("../types.js").Reading|import("../types.js").Refusal|undefined} Said @param {Said} said @returns {Said}
 */
function inMark(said) {
  if (!notation.comma || said === undefined || !("message" in said)) return said;
  return { ...said, message: said.message?.replace("commas or tabs", "semicolons or tabs") };
}

/** @param {import("../types.js").Entry} entry */
function begun({ state }) {
  return state === "open" ? "tried" : state;
}

/** @param {string[]|undefined} keys @param {string} key */
function withKey(keys = [], key) {
  return [...new Set([...keys, key])];
}
