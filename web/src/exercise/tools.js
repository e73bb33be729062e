/** What else can be done with an exercise: hints one by one, the answer, another instance, a link, a fresh start. */

import { html, nothing } from "lit";
import { announce } from "../announce.js";
import { copyText } from "../elements/copy.js";
import { markup } from "../markup.js";
import { setting } from "../settings.js";
import { usedSentence } from "../texts.js";

/**
 * @typedef {object} Actions
 * @property {string} copied a link that the browser did not let us copy
 * @property {(link: string) => void} copy
 * @property {() => void} another
 * @property {() => void} first
 * @property {() => void} reset
 * @property {(what: string) => void} show brings what is new into view
 */

/** @param {import("./session.js").Session} session @param {Actions} actions */
export function toolsView(session, actions) {
  const { exercise, hints, entry, store } = session;
  const all = setting(store, "hints") === "on" ? (exercise.hints ?? []) : [];
  return html`
    ${
      hints === 0 || all.length === 0
        ? nothing
        : html`<ol class="hints" aria-label="Hints">
            ${all.slice(0, hints).map((hint) => html`<li class="hint">${markup(hint)}</li>`)}
          </ol>`
    }
    <div class="tools">
      ${
        hints < all.length
          ? html`<button type="button" class="button-quiet" @click=${() => hint(session, actions)}>
              Hint ${hints + 1} of ${all.length}
            </button>`
          : nothing
      }
      ${session.settled ? nothing : html`<button type="button" class="button-quiet" @click=${() => reveal(session, actions)}>Show the answer</button>`}
      ${session.hasOthers ? html`<button type="button" class="button-quiet" @click=${actions.another}>Another one like this</button>` : nothing}
      ${session.seed === 0 ? nothing : html`<button type="button" class="button-quiet" @click=${actions.first}>The first one again</button>`}
      <button type="button" class="button-quiet" @click=${() => void copy(session, actions)}>
        Copy link to this instance
      </button>
      ${entry === undefined ? nothing : html`<button type="button" class="button-quiet" @click=${actions.reset}>Reset</button>`}
    </div>
    ${
      actions.copied !== addressOf(session)
        ? nothing
        : html`<label class="copied"
            >Link to this instance
            <input
              type="text"
              readonly
              .value=${actions.copied}
              @focus=${(/** @type {any} */ event) => event.target.select()}
          /></label>`
    }
    ${used(session)}
  `;
}

/** What was used is remembered and shown. @param {import("./session.js").Session} session */
function used({ entry, here, exercise, revealed, hasOthers }) {
  if (entry === undefined) return nothing;
  const [now, all] = [usedSentence(here ?? { attempts: 0, hints: 0 }), usedSentence(entry)];
  const parts = now === all ? [] : [`On this instance: ${now || "nothing yet"}; over all instances: ${all}.`];
  if (now === all && all !== "") parts.push(`So far: ${all}.`);
  if (revealed) parts.push("The answer to this instance was shown.");
  else if (entry.state === "revealed") parts.push("The answer to another instance was shown.");
  const again = entry.state === "revealed" && hasOthers && exercise.kind !== "written";
  if (again) parts.push(revealed ? "Pass another one like this to have it count." : "This one counts.");
  return parts.length === 0 ? nothing : html`<p class="used quiet">${parts.join(" ")}</p>`;
}

/** @param {import("./session.js").Session} session @param {Actions} actions */
function hint(session, { show }) {
  session.openHint();
  show(".hint:last-child");
  announce(`Hint ${session.hints} is open.`);
}

/** @param {import("./session.js").Session} session @param {Actions} actions */
function reveal(session, { show }) {
  session.reveal();
  show(".answer-shown, .points");
  announce(session.exercise.kind === "written" ? "The points are shown." : "The answer is shown.");
}

/** @param {import("./session.js").Session} session */
function addressOf({ link }) {
  return new URL(link, document.baseURI).href;
}

/** @param {import("./session.js").Session} session @param {Actions} actions */
async function copy(session, actions) {
  const link = addressOf(session);
  const done = await copyText(link);
  actions.copy(done ? "" : link);
  announce(done ? "The link is copied." : "The browser did not allow copying: the link stands below, to copy by hand.");
}
