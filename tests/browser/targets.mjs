/** Targets of a pointer by WCAG 2.2, 2.5.8: at least 24 px each way, but for links within a line of text. */

/**
 * How many there are in view of the layout, and those that are too small.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<{ targets: number, small: string[] }>}
 */
export function smallTargets(page) {
  return page.evaluate(() => {
    const LEAST = 24;
    /** The text around it makes the line as high as it is. @param {Element} element */
    const inSentence = (element) => {
      const { display } = getComputedStyle(element);
      const block = element.closest("p, li, dd, td, th, figcaption, caption, .option, .prompt");
      const around = (block?.textContent ?? "").replace(element.textContent ?? "", "").trim();
      return element.localName === "a" && display === "inline" && /\p{L}{2}/u.test(around);
    };
    /** What a label holds is tapped with it. @param {Element} element */
    const boxOf = (element) => {
      const own = element.getBoundingClientRect();
      const label = element.closest("label")?.getBoundingClientRect() ?? own;
      return { width: Math.max(own.width, label.width), height: Math.max(own.height, label.height) };
    };
    const targets = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && element.closest(".hidden, .skip") === null,
    );
    const small = targets.filter((element) => {
      const { width, height } = boxOf(element);
      return (width < LEAST || height < LEAST) && !inSentence(element);
    });
    return { targets: targets.length, small: small.map((element) => element.outerHTML.slice(0, 160)) };
  });
}
