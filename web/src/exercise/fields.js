/**
 * The field of an exercise, by its kind. Each takes the same view and calls `change` with what was typed; none knows what
 * is right.
 *
 * @typedef {object} FieldView
 * @property {import("./session.js").Session} session
 * @property {string} id
 * @property {string[]} values
 * @property {(values: string[]) => void} change
 * @property {string[]} marks ids of the elements that describe the field
 */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { formulaName, markup } from "../markup.js";
import { places, separators } from "../texts.js";

/** @param {FieldView} view */
export function textField({ session, id, values, change, marks }) {
  const vector = session.exercise.kind === "vector";
  const columns = session.picked?.columns ?? 1;
  const rows = session.picked?.rows ?? 1;
  const asked = session.exercise.form === undefined ? `, ${places(session.places)}` : "";
  return html`<div class="answer">
    <label for=${id}
      >${vector ? `Your prediction: ${rows * columns} values, ${separators()} between${asked}` : `Your prediction${asked}`}</label
    >
    <input
      id=${id}
      class="answer-text"
      type="text"
      inputmode="text"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      enterkeyhint="done"
      aria-describedby=${marks.join(" ")}
      aria-invalid=${session.verdict?.verdict === "unreadable" ? "true" : "false"}
      .value=${live(values[0] ?? "")}
      @input=${(/** @type {any} */ event) => change([event.target.value])}
    />
  </div>`;
}

/** @param {FieldView} view */
export function choiceField({ session, id, values, change }) {
  const { options = [] } = session.exercise;
  const checked = session.verdict === undefined ? undefined : values[0];
  return html`<fieldset class="options" aria-labelledby="${id}-title">
    ${options.map((option) => {
      const told = option.id === checked || (session.settled && option.correct);
      return html`<div class="option" data-told=${told ? (option.correct ? "right" : "wrong") : "no"}>
        <label class="radio">
          <input
            type="radio"
            name=${id}
            value=${option.id}
            aria-label=${formulaName(option.text) ?? nothing}
            aria-describedby="${id}-${option.id}"
            .checked=${live(values[0] === option.id)}
            @change=${() => change([option.id])}
          />
          <span>${markup(option.text)}</span>
        </label>
        <div class="option-feedback" id="${id}-${option.id}">${told ? markup(option.feedback) : undefined}</div>
      </div>`;
    })}
  </fieldset>`;
}

/** @param {FieldView} view */
export function writtenField({ id, values, change, marks }) {
  return html`<div class="answer">
    <label for=${id}>Your answer, in your own words</label>
    <textarea
      id=${id}
      rows="4"
      aria-describedby=${marks.join(" ")}
      .value=${live(values[0] ?? "")}
      @input=${(/** @type {any} */ event) => change([event.target.value])}
    ></textarea>
  </div>`;
}
