/** How answers are judged: the rules, each tested case beside what the core in this page says of it, and a field to try. */

import { html, nothing } from "lit";
import { announce } from "../announce.js";
import { differences, judgeCase, visible } from "../cases.js";
import { figure, notation } from "../figures.js";
import { markup } from "../markup.js";
import { formatHash } from "../router.js";
import { OFF_IN_LAST_PLACE, VERDICT_NAMES, places } from "../texts.js";
import { LightElement } from "./base.js";
import { watchWide } from "./scroll-region.js";

/** @typedef {import("../cases.js").Case} Case */

const HEADS = /** @type {const} */ (["typed", "right value", "asked", "declared", "the core says", "because"]);

// On a narrow page each case is a block of its own, and the rules are opened one by one.
const WIDE = "(min-width: 48rem)";

export class ChCases extends LightElement {
  static properties = { core: { attribute: false }, judging: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../types.js").Core|undefined} */
    this.core = undefined;
    /** @type {import("../cases.js").Judging|undefined} */
    this.judging = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.listen(notation, "change", () => this.requestUpdate());
  }

  updated() {
    watchWide(this);
  }

  render() {
    const { core, judging } = this;
    if (core === undefined || judging === undefined) return nothing;
    const { clockhand } = /** @type {any} */ (core);
    const judged = judging.cases.map((item) => {
      const said = judgeCase(clockhand, item);
      return { item, said, differs: differences(item, said) };
    });
    const agreeing = judged.filter(({ differs }) => differs.length === 0).length;
    return html`<main id="main" class="page cases" tabindex="-1">
      <h1 tabindex="-1">${judging.title}</h1>
      <p class="lead">${judging.summary}</p>
      <div class="prose">${markup(judging.html)}</div>
      <h2>Try it</h2>
      <ch-try .core=${core}></ch-try>
      <h2>The cases</h2>
      <p class="cases-count" data-agrees=${String(agreeing === judged.length)}>
        ${agreement(agreeing === judged.length)} ${agreeing} of ${judged.length} cases agree with the core in this page.
      </p>
      ${notation.comma ? html`<p>The cases are typed with a decimal point; your own answers are read with a comma.</p>` : nothing}
      <p>What the eye cannot see in an answer is <kbd class="unseen">named</kbd> where it stands.</p>
      ${judging.rules.map(({ id, title }) =>
        rule(
          title,
          judged.filter(({ item }) => item.rule === id),
        ),
      )}
      <p class="way"><a href=${formatHash({})}>All chapters</a></p>
    </main>`;
  }

  /** Said once the page has arrived. */
  firstUpdated() {
    announce(this.querySelector(".cases-count")?.textContent?.replace(/\s+/g, " ").trim() ?? "");
  }
}

/** @typedef {{ item: Case, said: any, differs: string[] }} Judged */

/** @param {string} title @param {Judged[]} judged */
function rule(title, judged) {
  const open = matchMedia(WIDE).matches || judged.some(({ differs }) => differs.length > 0);
  return html`<details class="cases-rule" ?open=${open}>
    <summary>${title} <span class="quiet">(${judged.length})</span></summary>
    <div class="scroll" role="group" aria-label=${title}>
      <table class="cases-table" role="table">
        <caption>
          <span class="hidden">${title}</span>
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            ${HEADS.map((head) => html`<th scope="col" role="columnheader">${head}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${judged.map((one) => row(one))}
        </tbody>
      </table>
    </div>
  </details>`;
}

/** @param {Judged} judged */
function row({ item, said, differs }) {
  const agrees = differs.length === 0;
  return html`<tr role="row" data-case=${item.name} data-agrees=${String(agrees)}>
    <th scope="row" role="rowheader"><code class="typed">${typed(item.answer)}</code></th>
    <td class="cases-right" role="cell" data-head=${HEADS[1]}>
      ${figure(item.right)}
      ${Object.entries(item.wrong).map(([id, wrong]) => html`<span class="quiet">${id}: ${figure(wrong)}</span>`)}
    </td>
    <td class="cases-asked" role="cell" data-head=${HEADS[2]}>${asked(item)}</td>
    <td class="cases-declared" role="cell" data-head=${HEADS[3]}>
      ${name(item.verdict)}${listed(item.matches)}${near(item)}
    </td>
    <td class="cases-said" role="cell" data-head=${HEADS[4]}>
      ${agreement(agrees)} ${said.ok ? name(said.verdict) : said.error.message}${listed(said.mistakes)}${near(said)}
      ${agrees ? nothing : html`<span class="cases-differs">other than declared: ${differs.join(", ")}</span>`}
      ${
        said.verdict === "unreadable"
          ? html`<span class="quiet">${said.message}</span>`
          : html`<span class="quiet">read as ${figure(said.read_as ?? "")}</span>`
      }
    </td>
    <td class="cases-why" role="cell" data-head=${HEADS[5]}>${item.why}</td>
  </tr>`;
}

/** Told by a word and a shape. @param {boolean} agrees */
function agreement(agrees) {
  return html`<span class="agreement" data-agrees=${String(agrees)}
    ><span aria-hidden="true">${agrees ? "✓" : "✗"}</span> ${agrees ? "agrees" : "differs"}</span
  >`;
}

/** @param {string} text */
function typed(text) {
  return visible(text).map(({ text: piece, unseen }) =>
    unseen ? html`<kbd class="unseen">${piece}</kbd>` : html`<span>${piece}</span>`,
  );
}

/** @param {Case} item */
function asked({ tolerance, form, places: count }) {
  if (tolerance !== undefined) return `within ${tolerance}`;
  if (form === "integer") return "a whole number";
  return form === "fraction" ? `a fraction, ${places(count)}` : places(count);
}

/** @param {string} verdict */
function name(verdict) {
  return VERDICT_NAMES[/** @type {import("../types.js").VerdictName} */ (verdict)] ?? verdict;
}

/** @param {{ last_place?: boolean }} said */
function near({ last_place: off }) {
  return off === true ? html` <span class="quiet">(${OFF_IN_LAST_PLACE})</span>` : nothing;
}

/** @param {string[]} [ids] */
function listed(ids = []) {
  return ids.length === 0 ? nothing : html` <span class="quiet">(${ids.join(", ")})</span>`;
}

customElements.define("ch-cases", ChCases);
