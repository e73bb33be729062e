/** A question that must be answered before something is forgotten. */

import { html } from "lit";
import { openModal } from "./modal.js";

/** @param {string} question @param {string} action @returns {Promise<boolean>} */
export function confirm(question, action) {
  return new Promise((resolve) => {
    const opened = openModal(
      () =>
        html`<dialog class="dialog" aria-labelledby="confirm-question">
          <form method="dialog">
            <p id="confirm-question">${question}</p>
            <div class="dialog-buttons">
              <button class="button-quiet" value="no" autofocus>Keep</button>
              <button class="button" value="yes">${action}</button>
            </div>
          </form>
        </dialog>`,
      (dialog) => resolve(dialog.returnValue === "yes"),
    );
    if (opened === undefined) resolve(false);
  });
}
