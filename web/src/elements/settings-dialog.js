/** What the reader may set, in a real <dialog>: what stands behind it follows at once. Loaded when it is first opened. */

import { html } from "lit";
import { SETTINGS, setting } from "../settings.js";
import { openModal } from "./modal.js";

/** @typedef {import("../settings.js").Name} Name */

/** @type {Record<Name, { title: string, help?: string, labels: Record<string, string> }>} */
const WORDS = {
  theme: { title: "Theme", labels: { system: "as the system", light: "light", dark: "dark" } },
  decimals: {
    title: "Decimals",
    help: "Shown and asked for. An exercise keeps its own where fewer would pass a known mistake as right, and where it asks for a whole number, a fraction or a tolerance.",
    labels: { chapter: "the chapter’s own", 2: "2", 3: "3", 4: "4", 6: "6" },
  },
  mark: {
    title: "Before the decimals",
    help: "With a comma, semicolons or spaces separate the values of a list.",
    labels: { point: "a point: 0.5", comma: "a comma: 0,5" },
  },
  keys: { title: "The key / for search", labels: { on: "on", off: "off" } },
  hints: { title: "Hints", labels: { on: "offered", off: "not offered" } },
};

/** @param {import("../progress/store.js").Store} store */
export function openSettings(store) {
  const closing = new AbortController();
  const opened = openModal(
    () => view(store),
    () => closing.abort(),
  );
  if (opened !== undefined) store.addEventListener("change", opened.draw, { signal: closing.signal });
}

/** @param {import("../progress/store.js").Store} store */
function view(store) {
  return html`<dialog class="dialog settings" aria-labelledby="settings-title">
    <form method="dialog">
      <h2 id="settings-title">Settings</h2>
      ${/** @type {Name[]} */ (Object.keys(SETTINGS)).map((name) => group(store, name))}
      <p class="quiet">Kept with your progress in this browser, and in its file.</p>
      <div class="dialog-buttons"><button class="button">Close</button></div>
    </form>
  </dialog>`;
}

/** @param {import("../progress/store.js").Store} store @param {Name} name */
function group(store, name) {
  const { title, help, labels } = WORDS[name];
  const chosen = setting(store, name);
  return html`<fieldset class="param" aria-describedby="setting-${name}-help">
    <legend>${title}</legend>
    <div class="radios">
      ${SETTINGS[name].map(
        (value) =>
          html`<label class="radio">
            <input
              type="radio"
              name="setting-${name}"
              value=${value}
              .checked=${value === chosen}
              @change=${() => store.setSetting(name, value)}
            />${labels[value]}
          </label>`,
      )}
    </div>
    <span class="help" id="setting-${name}-help">${help}</span>
  </fieldset>`;
}
