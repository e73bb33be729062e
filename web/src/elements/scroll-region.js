/** A region that scrolls on its own is reached by Tab, but only while there is something to scroll to. */

/** @type {ResizeObserver|undefined} */
let observer;

/** The region that changes when an element changes its size. @type {WeakMap<Element, Element>} */
const regions = new WeakMap();

/** @param {Element} element */
function judge(element) {
  if (element.scrollWidth > element.clientWidth) element.setAttribute("tabindex", "0");
  else element.removeAttribute("tabindex");
}

/** @param {Element|null|undefined} region */
export function watchScroll(region) {
  if (region === null || region === undefined) return;
  observer ??= new ResizeObserver((entries) => entries.forEach(({ target }) => judge(regions.get(target) ?? target)));
  for (const element of [region, region.firstElementChild]) {
    if (element === null) continue;
    regions.set(element, region);
    observer.observe(element);
  }
}

/** Formulas that are wider than their place scroll, too. @param {Element} host */
export function watchFormulas(host) {
  for (const formula of host.querySelectorAll("math")) watchScroll(formula);
}
