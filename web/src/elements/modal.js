/** A modal <dialog> that is made when it opens and gone when it closes; Escape and focus are the browser's. */

import { render } from "lit";

/**
 * @param {() => unknown} view of one dialog element
 * @param {(dialog: HTMLDialogElement) => void} [closed]
 * @returns {{ dialog: HTMLDialogElement, draw: () => void }}
 */
export function openModal(view, closed = () => {}) {
  const host = document.createElement("div");
  document.body.append(host);
  const draw = () => {
    render(view(), host);
  };
  draw();
  const dialog = /** @type {HTMLDialogElement} */ (host.querySelector("dialog"));
  dialog.addEventListener("close", () => {
    host.remove();
    closed(dialog);
  });
  dialog.showModal();
  return { dialog, draw };
}
