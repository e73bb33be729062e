/** One control for one parameter, chosen by its type and range. */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { worded } from "../figures.js";

// A slider helps while each of its steps can be hit; a longer range is typed.
const LONGEST_SLIDER = 64;

/**
 * @typedef {object} Control
 * @property {import("../types.js").Parameter} parameter
 * @property {string} id
 * @property {string} text
 * @property {string|undefined} error
 * @property {(text: string) => void} edit
 * @property {() => void} leave
 */

/** @param {Control} control */
export function paramControl(control) {
  const { parameter, id, error } = control;
  const help = html`<span class="help" id="${id}-help">${worded(parameter.help)}</span>
    <span class="refusal" id="${id}-error">${error ?? nothing}</span>`;
  const unit = parameter.unit ? html` <span class="unit">${parameter.unit}</span>` : nothing;
  if (parameter.type === "choice") {
    return html`<fieldset class="param" aria-describedby="${id}-help ${id}-error">
      <legend>${parameter.label}${unit}</legend>
      <div class="radios">${radios(control)}</div>
      ${help}
    </fieldset>`;
  }
  return html`<div class="param" data-type=${parameter.type}>
    <label for=${id}>${parameter.label}${unit}</label>
    <div class="param-field">${textField(control)}</div>
    ${help}
  </div>`;
}

/** @param {Control} control */
function radios({ parameter, id, text, edit, leave }) {
  return (parameter.choices ?? []).map(
    (choice) =>
      html`<label class="radio">
        <input
          type="radio"
          name=${id}
          value=${choice.id}
          .checked=${live(choice.id === text)}
          @change=${() => {
            edit(choice.id);
            leave();
          }}
        />${choice.label}
      </label>`,
  );
}

/** @param {Control} control */
function textField(control) {
  const { parameter, id, text, error, edit, leave } = control;
  const { min, max, type } = parameter;
  const natural = type === "integer" && min !== undefined && min >= 0;
  const slides = type === "integer" && min !== undefined && max !== undefined && max - min <= LONGEST_SLIDER;
  const number = Number(text);
  return html`<input
      id=${id}
      type="text"
      inputmode=${natural ? "numeric" : "text"}
      autocomplete="off"
      spellcheck="false"
      autocapitalize="off"
      aria-invalid=${error === undefined ? nothing : "true"}
      aria-describedby="${id}-help ${id}-error"
      .value=${live(text)}
      @input=${(/** @type {any} */ event) => edit(event.target.value)}
      @change=${leave}
      @blur=${leave}
    />
    ${
      slides
        ? html`<input
            type="range"
            aria-label=${parameter.label}
            min=${min}
            max=${max}
            step=${parameter.step ?? 1}
            .value=${live(Number.isFinite(number) && text.trim() !== "" ? String(number) : String(min))}
            @input=${(/** @type {any} */ event) => edit(event.target.value)}
            @change=${leave}
          />`
        : nothing
    }`;
}
