/** A region that scrolls on its own is reached by Tab, but only while there is something to scroll to. */

/** @type {ResizeObserver|undefined} */
let observer;

/** @param {Element} element */
function judge(element) {
  if (element.scrollWidth > element.clientWidth) element.setAttribute("tabindex", "0");
  else element.removeAttribute("tabindex");
}

/** @param {Element|null|undefined} element */
export function watchScroll(element) {
  if (element === null || element === undefined) return;
  observer ??= new ResizeObserver((entries) =>
    entries.forEach(({ target }) => judge(target.closest(".scroll") ?? target)),
  );
  observer.observe(element);
  if (element.firstElementChild !== null) observer.observe(element.firstElementChild);
}
