/**
 * Formulas need a font with a table of their measures, which phones may lack: an index then stands on the line as if it were a
 * factor. Where the browser sets it so, the root says `data-indices="lowered"`, and the style sheet lowers it.
 */

/** An index is lower than its letter by more than this share of the letter's height. */
const LEAST_DROP = 0.15;

export function lowerIndices() {
  const probe = document.createElement("p");
  probe.innerHTML = "<math><msub><mi>x</mi><mn>0</mn></msub></math>";
  document.body.append(probe);
  const [letter, index] = [...probe.querySelectorAll("mi, mn")].map((part) => part.getBoundingClientRect());
  probe.remove();
  if (index.bottom - letter.bottom < LEAST_DROP * letter.height) document.documentElement.dataset.indices = "lowered";
}
