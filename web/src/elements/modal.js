/**
 * A modal <dialog> that is made when it opens and gone when it closes; Escape and focus are the browser's. One at a time, and
 * another page behind it closes it.
 */

import { render } from "lit";

/**
 * @param {() => unknown} view of one dialog element
 * @param {(dialog: HTMLDialogElement) => void} [closed]
 * @returns {{ dialog: HTMLDialogElement, draw: () => void }|undefined} nothing where another one is open
 */
export function openModal(view, closed = () => {}) {
  if (document.querySelector("dialog[open]") !== null) return undefined;
  const host = document.createElement("div");
  document.body.append(host);
  const draw = () => {
    render(view(), host);
  };
  draw();
  const dialog = /** @type {HTMLDialogElement} */ (host.querySelector("dialog"));
  const close = () => dialog.close();
  window.addEventListener("hashchange", close);
  dialog.addEventListener("close", () => {
    window.removeEventListener("hashchange", close);
    host.remove();
    closed(dialog);
  });
  dialog.showModal();
  return { dialog, draw };
}
