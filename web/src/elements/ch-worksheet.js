/** The exercises of a chapter on paper: one instance each for a seed, room to answer, the key on a page of its own. */

import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { live } from "lit/directives/live.js";
import { notation, spaced } from "../figures.js";
import { markup } from "../markup.js";
import { formatHash } from "../router.js";
import { Session } from "../exercise/session.js";
import { emptyDocument } from "../progress/document.js";
import { answerLabels } from "../target.js";
import { places } from "../texts.js";
import { LightElement } from "./base.js";
import { watchWide } from "./scroll-region.js";
import { answerView } from "../exercise/answer-view.js";

export class ChWorksheet extends LightElement {
  static properties = { context: { attribute: false }, seed: { type: Number } };

  constructor() {
    super();
    /** @type {import("../types.js").Context|undefined} */
    this.context = undefined;
    this.seed = 0;
    this.key = true;
    /** Ends the sessions on paper: each rendering makes others. */
    this.drawing = new AbortController();
  }

  connectedCallback() {
    super.connectedCallback();
    if (this.context !== undefined) this.listen(this.context.runs, "change", () => this.requestUpdate());
    this.listen(notation, "change", () => this.requestUpdate());
    this.endings.push(() => this.drawing.abort());
  }

  /** What the reader set, which makes other exercises than the seed alone. @returns {[string, string][]} */
  get #set() {
    const { runs } = /** @type {import("../types.js").Context} */ (this.context);
    return [...runs.runs.keys()].flatMap((run) =>
      runs.changes(run).map(([name, text]) => /** @type {[string, string]} */ ([`${run}.${name}`, text])),
    );
  }

  render() {
    if (this.context === undefined) return nothing;
    const { chapter } = this.context;
    this.drawing.abort();
    this.drawing = new AbortController();
    const context = { ...this.context, signal: this.drawing.signal };
    const sheets = chapter.exercises.map((exercise) => paperSession(context, exercise, this.seed));
    const set = this.#set;
    const number = [String(this.seed), ...set.map(([name, text]) => `${name} = ${spaced(text)}`)].join(" · ");
    return html`<main id="main" class="page worksheet" tabindex="-1">
      <div class="screen-only tools">
        <a href=${formatHash({ chapter: chapter.id })}>Back to the chapter</a>
        <label
          >Seed
          <input type="text" inputmode="numeric" class="seed" .value=${live(String(this.seed))} @change=${this.#reseed}
        /></label>
        <label class="radio"
          ><input type="checkbox" .checked=${this.key} @change=${this.#toggle} /> Key on a page of its own</label
        >
        <button type="button" class="button" @click=${() => window.print()}>Print</button>
      </div>
      <h1 tabindex="-1">${chapter.title}</h1>
      <p class="worksheet-line"><span>Name</span><span>Date</span><span class="quiet">Worksheet ${number}</span></p>
      ${
        set.length === 0
          ? nothing
          : html`<p class="screen-only quiet">
              The chapter’s own parameters were changed.
              <a href=${formatHash({ chapter: chapter.id, page: "worksheet", params: [["seed", String(this.seed)]] })}
                >Use the chapter’s own</a
              >
            </p>`
      }
      ${keyed(
        `${number} ${notation.comma} ${notation.decimals}`,
        html`<ol role="list">
          ${sheets.map((session, index) => html`<li>${item(session, index)}</li>`)}
        </ol>`,
      )}
      ${
        this.key
          ? html`<section class="worksheet-key" aria-labelledby="key-title">
              <h2 id="key-title">Key to worksheet ${number}: ${chapter.title}</h2>
              <ol role="list">
                ${sheets.map(
                  (session, index) =>
                    html`<li>
                      <h3>${index + 1}. ${session.exercise.title}</h3>
                      ${keyOf(session)}
                    </li>`,
                )}
              </ol>
            </section>`
          : nothing
      }
    </main>`;
  }

  updated() {
    watchWide(this);
  }

  /** @param {any} event */
  #reseed(event) {
    const text = event.target.value.trim();
    const { context } = this;
    if (context === undefined) return;
    const hash = context.address({ page: "worksheet" });
    location.hash = `${hash}${hash.includes("?") ? "&" : "?"}seed=${encodeURIComponent(text)}`;
    // A text that is refused does not stay in the field.
    this.requestUpdate();
  }

  /** @param {any} event */
  #toggle(event) {
    this.key = event.target.checked;
    this.requestUpdate();
  }
}

/**
 * A session that remembers nothing and whose answer may be shown.
 * @param {import("../types.js").Context} context @param {import("../types.js").Exercise} exercise @param {number} seed
 */
function paperSession(context, exercise, seed) {
  const store = /** @type {any} */ (
    Object.assign(new EventTarget(), { document: emptyDocument(), entry: () => undefined })
  );
  const session = new Session({ ...context, store }, exercise);
  session.seed = session.hasOthers ? seed : 0;
  session.cached = undefined;
  session.verdict = { ok: true, verdict: "correct" };
  return session;
}

/** @param {Session} session @param {number} index */
function item(session, index) {
  const { exercise, instance } = session;
  const numeric = exercise.target !== undefined && exercise.form === undefined;
  const tellPlaces = numeric && !exercise.prompt.includes('name="places"');
  return html`<ch-instance class="worksheet-item" data-instance .session=${session}>
    <h2>${index + 1}. ${exercise.title}</h2>
    <div class="prompt">${markup(exercise.prompt)}</div>
    ${instance.refusal === undefined ? nothing : html`<p class="refusal">${instance.refusal}</p>`}
    ${tellPlaces ? html`<p class="quiet">Give ${places(session.places)}.</p>` : nothing}
    ${
      exercise.kind === "choice"
        ? html`<ul class="boxes" role="list">
            ${exercise.options?.map(
              ({ text }) =>
                html`<li>
                  <span class="box" aria-hidden="true"></span>
                  <div>${markup(text)}</div>
                </li>`,
            )}
          </ul>`
        : exercise.kind === "matrix"
          ? paperGrid(session)
          : html`<div
              class="lines"
              data-lines=${exercise.kind === "written" ? "many" : "one"}
              aria-hidden="true"
            ></div>`
    }
  </ch-instance>`;
}

/** The cells of a matrix to be filled in by hand, with the names of its rows and columns. @param {Session} session */
function paperGrid({ exercise, instance, picked }) {
  if (picked === undefined || instance.result === undefined) return nothing;
  const { rows, columns } = answerLabels(instance.result, exercise.target ?? "", picked);
  return html`<div class="scroll">
    <table class="paper-grid" aria-label="Cells to fill in">
      <thead>
        <tr>
          <td></td>
          ${columns.map((label) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (label) =>
            html`<tr>
              <th scope="row">${label}</th>
              ${columns.map(() => html`<td></td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {Session} session */
function keyOf(session) {
  const { exercise } = session;
  if (exercise.kind === "written")
    return html`<ul>
      ${exercise.points?.map((point) => html`<li>${markup(point)}</li>`)}
    </ul>`;
  return answerView(session);
}

customElements.define("ch-worksheet", ChWorksheet);
