/** A region that scrolls on its own is reached by Tab and says that it scrolls, but only while there is something to scroll to. */

import { SIDEWAYS } from "../texts.js";
import { navigable, tableIn } from "./table-keys.js";

const WIDE = "math, .scroll";

/** @type {ResizeObserver|undefined} */
let observer;

/** The region that changes when an element changes its size. @type {WeakMap<Element, Element>} */
const regions = new WeakMap();

/** Looks at all before it changes any: each look at a changed page would lay it out again. @param {Element[]} elements */
function judge(elements) {
  const judged = elements.map((element) => ({ element, scrolls: element.scrollWidth > element.clientWidth }));
  for (const { element, scrolls } of judged) tell(element, scrolls);
}

/** @param {Element} element @param {boolean} scrolls */
function tell(element, scrolls) {
  // The cells of a table that is read by keys take their region along.
  if (scrolls) element.setAttribute("tabindex", tableIn(element)?.role === "grid" ? "-1" : "0");
  else element.removeAttribute("tabindex");
  // A formula shows where it is cut.
  if (scrolls && element instanceof HTMLElement) element.dataset.sideways = SIDEWAYS;
  else element.removeAttribute("data-sideways");
}

/** @param {Element|null|undefined} region */
export function watchScroll(region) {
  if (region === null || region === undefined) return;
  const table = tableIn(region);
  if (table !== undefined) navigable(table);
  observer ??= new ResizeObserver((entries) =>
    judge([...new Set(entries.map(({ target }) => regions.get(target) ?? target))]),
  );
  for (const element of [region, region.firstElementChild]) {
    if (element === null || regions.get(element) === region) continue;
    regions.set(element, region);
    observer.observe(element);
  }
}

/** Tables and formulas that are wider than their place. @param {Element} host */
export function watchWide(host) {
  if (host.matches(WIDE)) watchScroll(host);
  for (const wide of host.querySelectorAll(WIDE)) watchScroll(wide);
}
