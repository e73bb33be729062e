/** A reader with a keyboard alone: keys go to the page, and wherever Tab stops, the focus must be seen. */

import assert from "node:assert/strict";

/** More stops than stand between any two places that a test goes to, one after the other. */
const FAR = 60;

export class Keyboard {
  #page;

  /** @param {import("playwright-core").Page} page */
  constructor(page) {
    this.#page = page;
    /** Where Tab has stopped. */
    this.stops = 0;
  }

  /** @param {string} keys one after the other, with blanks between */
  async press(keys) {
    for (const key of keys.split(" ")) await this.#page.keyboard.press(key);
  }

  /** @param {string} text */
  type(text) {
    return this.#page.keyboard.type(text);
  }

  /** Tabs on to an element. @param {string} selector @param {number} [far] */
  async to(selector, far = FAR) {
    for (let i = 0; i < far; i += 1) {
      await this.press("Tab");
      this.stops += 1;
      if (await this.on(selector)) return;
    }
    assert.fail(`Tab never reached ${selector}`);
  }

  /** Whether an element has the focus; whatever has it must show it, within the window. @param {string} selector */
  async on(selector) {
    const { there, shown, inside, what } = await this.#page.evaluate(look, selector);
    assert.ok(shown, `focus is not seen on ${what}`);
    assert.ok(inside, `focus is outside the window on ${what}`);
    return there;
  }
}

/** In the page. @param {string} selector */
function look(selector) {
  const element = document.activeElement ?? document.body;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return {
    there: element.matches(selector),
    shown: element.matches(":focus-visible") && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    inside: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
    what: element.outerHTML.slice(0, 120),
  };
}
