/**
 * The runs of a chapter: for each its parameters as typed, the last good result, and why the newest texts were refused.
 * One run of the core per change; subscribers hear "change" with the run's name.
 *
 * @typedef {import("./types.js").Result} Result
 * @typedef {import("./types.js").CoreError} CoreError
 * @typedef {object} Run
 * @property {string} lab
 * @property {Record<string, string>} own the chapter's parameters
 * @property {Record<string, string>} texts what the fields hold, refused texts included
 * @property {Record<string, string>} params the texts behind the last good result
 * @property {Result|undefined} result
 * @property {CoreError|undefined} error
 * @property {boolean} apart whether it is computed in a worker: until then it has neither result nor error. Its parameters are the
 *   chapter's, and no link or field sets them
 * @property {string|undefined} last the parameter set last: a refusal that names none is shown beside it
 * @property {Measurement|undefined} measurement of a long lab: the units that are done, and those under way
 */

import { Measurement } from "./long/measurement.js";
import { reason } from "./reason.js";
import { repeated } from "./router.js";
import { quoted } from "./texts.js";

/** Results of a long run are shown as they come, but no more often than eyes follow. */
const FILL_PAUSE_MS = 250;

export class Runs extends EventTarget {
  /**
   * @param {import("./types.js").Clockhand} clockhand @param {Record<string, import("./types.js").RunDefinition>} definitions
   * @param {{ crew?: () => Promise<import("./long/measurement.js").Crew>, apart?: import("./long/apart.js").Apart }} workers
   *   what does the units of long labs, and what computes a whole run
   */
  constructor(clockhand, definitions, { crew = nobody, apart } = {}) {
    super();
    this.clockhand = clockhand;
    this.crew = crew;
    this.apart = apart;
    /** @type {Map<string, Run>} */
    this.runs = new Map();
    /** Runs that have been computed, or are being. @type {WeakSet<Run>} */
    this.asked = new WeakSet();
    this.closing = new AbortController();
    /** What the chapter's own parameters give: several runs may have the same. @type {Map<string, Result|import("./types.js").Refusal>} */
    this.standards = new Map();
    for (const [id, { lab, params, apart: isApart = false }] of Object.entries(definitions)) {
      /** @type {Run} */
      const run = {
        lab,
        own: { ...params },
        texts: { ...params },
        params: { ...params },
        result: undefined,
        error: undefined,
        apart: isApart,
        last: undefined,
        measurement: undefined,
      };
      this.runs.set(id, run);
    }
  }

  /** @param {string} id @returns {Run|undefined} with its result, computed when first asked for */
  get(id) {
    const run = this.runs.get(id);
    if (run !== undefined && !this.asked.has(run)) this.#compute(id, run);
    return run;
  }

  /** With the chapter's own parameters, whatever is set. @param {Run} run @returns {Result|import("./types.js").Refusal} */
  standard({ lab, own }) {
    const key = JSON.stringify([lab, Object.entries(own).sort()]);
    const found = this.standards.get(key) ?? this.clockhand.run({ lab, params: own });
    this.standards.set(key, found);
    return found;
  }

  /** @param {string} id @returns {import("./types.js").Lab|undefined} */
  lab(id) {
    const run = this.runs.get(id);
    return this.clockhand.description.labs.find((lab) => lab.id === run?.lab);
  }

  /**
   * A blank text gives the parameter back to its default. All texts are tried together, so two fields that must agree
   * can be changed one after the other.
   * @param {string} id @param {string} name @param {string} text
   */
  set(id, name, text) {
    const run = this.get(id);
    if (run === undefined) return;
    run.last = name;
    this.#replace(id, run, { ...run.texts, [name]: text });
  }

  /** @param {string} id @param {string[]} [names] of parameters, if not all are meant */
  reset(id, names) {
    const run = this.get(id);
    if (run === undefined) return;
    const own = names?.map((name) => [name, run.own[name] ?? ""]);
    this.#replace(id, run, own === undefined ? { ...run.own } : { ...run.texts, ...Object.fromEntries(own) });
  }

  /** Parameters that differ from the chapter's. @param {string} id @returns {[string, string][]} */
  changes(id) {
    const run = this.runs.get(id);
    if (run === undefined) return [];
    const names = new Set([...Object.keys(run.own), ...Object.keys(run.params)]);
    return [...names]
      .map((name) => /** @type {[string, string]} */ ([name, run.params[name] ?? ""]))
      .filter(([name, text]) => (run.own[name] ?? "") !== text);
  }

  /**
   * Sets what a link names. A link is a whole state: parameters that it does not name are the chapter's own again. Those
   * that no run has or the core refuses are left out.
   * @param {[string, string][]} params `name` for the run `id`, or `run.name`
   * @param {string|undefined} id
   * @returns {{ problems: string[], accepted: { run: string, name: string }[] }} one sentence for each part left out, and
   *   what was set
   */
  apply(params, id) {
    /** @type {string[]} */
    const problems = [];
    /** @type {Map<string, Map<string, string>>} */
    const byRun = new Map([...this.runs.keys()].map((run) => [run, new Map()]));
    for (const [name, text] of params) {
      const target = this.#resolve(name, id);
      if (target === undefined)
        problems.push(
          `In this link “${quoted(name)}” is no parameter of this ${id === undefined ? "chapter" : "exercise"} and was left out.`,
        );
      else if (byRun.get(target.run)?.has(target.name)) problems.push(repeated(name, text));
      else byRun.get(target.run)?.set(target.name, text);
    }
    /** @type {{ run: string, name: string }[]} */
    const accepted = [];
    for (const [id, named] of byRun) {
      const run = /** @type {Run} */ (this.runs.get(id));
      const taken = this.#takeable(run, named, problems);
      accepted.push(...Object.keys(taken).map((name) => ({ run: id, name })));
      const texts = { ...run.own, ...taken };
      if (sameTexts(texts, run.texts)) continue;
      // What already stands stays as it is, with the answers that rest on it.
      if (sameTexts(texts, run.params)) this.#drop(id, run);
      else this.#replace(id, run, texts);
    }
    return { problems, accepted };
  }

  /**
   * The parameters that the core takes: all together, else one after the other.
   * @param {Run} run @param {Map<string, string>} named @param {string[]} problems
   */
  #takeable(run, named, problems) {
    const all = Object.fromEntries(named);
    if (named.size === 0 || this.#refusal(run, { ...run.own, ...all }) === undefined) return all;
    /** @type {Record<string, string>} */
    const taken = {};
    for (const [name, text] of named) {
      const error = this.#refusal(run, { ...run.own, ...taken, [name]: text });
      if (error === undefined) taken[name] = text;
      else problems.push(`In this link ${name}=${quoted(text)} was left out: ${reason(error.message)}.`);
    }
    return taken;
  }

  /** @param {string} name @param {string|undefined} id @returns {{ run: string, name: string }|undefined} */
  #resolve(name, id) {
    const dot = name.indexOf(".");
    const short = dot < 0 ? name : name.slice(dot + 1);
    const candidates = dot >= 0 ? [name.slice(0, dot)] : id === undefined ? [...this.runs.keys()] : [id];
    const having = candidates.filter(
      (run) =>
        this.runs.get(run)?.apart === false && this.lab(run)?.parameters.some((parameter) => parameter.id === short),
    );
    return having.length === 1 ? { run: /** @type {string} */ (having[0]), name: short } : undefined;
  }

  /** @param {Run} run @param {Record<string, string>} texts */
  #refusal(run, texts) {
    const setting = { lab: run.lab, params: withoutBlanks(texts) };
    const answer = this.#isLong(run) ? this.clockhand.begin(setting) : this.clockhand.run(setting);
    return answer.ok ? undefined : answer.error;
  }

  /** @param {Run} run */
  #isLong({ lab }) {
    return this.clockhand.description.labs.find(({ id }) => id === lab)?.long === true;
  }

  /** Starts the units of a long run, or goes on with them. @param {string} id */
  async measure(id) {
    const measurement = this.get(id)?.measurement;
    if (measurement === undefined) return;
    // While the crew is on its way the reader may go on, or change a parameter.
    const isOver = () => this.closing.signal.aborted || this.runs.get(id)?.measurement !== measurement;
    try {
      const crew = await this.crew();
      if (!isOver()) measurement.start(crew, performance.now());
    } catch (error) {
      if (isOver()) return;
      measurement.refusal = reason(error);
      this.#tell(id);
    }
  }

  /** @param {string} id */
  #tell(id) {
    this.dispatchEvent(new CustomEvent("change", { detail: { run: id } }));
  }

  /** Stops what is under way; units that are done are kept. */
  close() {
    this.closing.abort();
    for (const { measurement } of this.runs.values()) measurement?.stop();
  }

  /** @param {string} id @param {Run} run @param {Record<string, string>} texts */
  #replace(id, run, texts) {
    run.texts = withoutBlanks(texts);
    this.#compute(id, run);
    this.#tell(id);
  }

  /** Takes back texts that were refused: the last good ones stand again. @param {string} id @param {Run} run */
  #drop(id, run) {
    run.texts = run.params;
    run.error = undefined;
    this.#tell(id);
  }

  /** A long lab is not computed here: its units wait until they are asked for (ch-measure). @param {string} id @param {Run} run */
  #prepare(id, run) {
    const setting = { lab: run.lab, params: run.texts };
    const answer = this.clockhand.begin(setting);
    run.error = answer.ok ? undefined : answer.error;
    if (!answer.ok) return;
    run.measurement?.stop();
    const measurement = new Measurement(setting, answer);
    run.measurement = measurement;
    run.result = undefined;
    run.params = run.texts;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    let timer;
    const fill = () => {
      clearTimeout(timer);
      timer = undefined;
      if (run.measurement !== measurement) return;
      if (measurement.results.size > 0) this.#fill(run, measurement);
      this.#tell(id);
    };
    measurement.addEventListener("unit", () => (timer ??= setTimeout(fill, FILL_PAUSE_MS)));
    measurement.addEventListener("end", fill);
  }

  /** Tables from the units that are done. @param {Run} run @param {Measurement} measurement */
  #fill(run, { setting, results }) {
    const begun = this.clockhand.begin(setting);
    if (!begun.ok) return;
    for (const [unit, result] of results) begun.put(unit, result);
    const answer = begun.finish();
    if (answer.ok) run.result = answer;
    else run.error = answer.error;
  }

  /** @param {string} id @param {Run} run */
  #compute(id, run) {
    this.asked.add(run);
    const setting = { lab: run.lab, params: run.texts };
    if (this.#isLong(run)) this.#prepare(id, run);
    else if (run.apart && this.apart !== undefined) void this.#await(id, run, this.apart(setting, this.closing.signal));
    else take(run, sameTexts(run.texts, run.own) ? this.standard(run) : this.clockhand.run(setting));
  }

  /** @param {string} id @param {Run} run @param {Promise<import("./long/apart.js").Answer>} answer */
  async #await(id, run, answer) {
    // Where no worker can be started, the page waits after all.
    const came = await answer.catch(() => undefined);
    if (this.closing.signal.aborted) return;
    take(run, came ?? this.clockhand.run({ lab: run.lab, params: run.texts }));
    this.#tell(id);
  }
}

const nobody = () => Promise.reject(new Error("nothing works on long runs here"));

/** @param {Run} run @param {import("./long/apart.js").Answer} answer to its texts */
function take(run, answer) {
  if (answer.ok) {
    run.result = answer;
    run.params = run.texts;
    run.error = undefined;
  } else {
    run.error = answer.error;
  }
}

/** Whether a run has not come yet, neither as a result nor as an error. @param {Run} run */
export function isAwaited({ result, error }) {
  return result === undefined && error === undefined;
}

/** @param {Record<string, string>} some @param {Record<string, string>} others */
function sameTexts(some, others) {
  const [one, two] = [withoutBlanks(some), withoutBlanks(others)];
  return Object.keys({ ...one, ...two }).every((name) => one[name] === two[name]);
}

/** @param {Record<string, string>} texts */
function withoutBlanks(texts) {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ""));
}
