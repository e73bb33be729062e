/** A question that must be answered before something is forgotten; a real <dialog>, so Escape and focus are the browser's. */

import { html, render } from "lit";

/** @param {string} question @param {string} action @returns {Promise<boolean>} */
export function confirm(question, action) {
  return new Promise((resolve) => {
    const host = document.createElement("div");
    document.body.append(host);
    render(
      html`<dialog class="dialog" aria-labelledby="confirm-question">
        <form method="dialog">
          <p id="confirm-question">${question}</p>
          <div class="dialog-buttons">
            <button class="button-quiet" value="no" autofocus>Keep</button>
            <button class="button" value="yes">${action}</button>
          </div>
        </form>
      </dialog>`,
      host,
    );
    const dialog = /** @type {HTMLDialogElement} */ (host.querySelector("dialog"));
    dialog.addEventListener("close", () => {
      host.remove();
      resolve(dialog.returnValue === "yes");
    });
    dialog.showModal();
  });
}
