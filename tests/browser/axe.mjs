/** axe-core in a page. */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What is seen in another theme: colours, and nothing else. */
const COLOURS = { runOnly: { type: "tag", values: ["cat.color"] } };

/**
 * @param {import("playwright-core").Page} page @param {string} [part] a selector; the whole page without one
 * @param {object} [rules] all, unless they are named @returns {Promise<string[]>}
 */
export async function violations(page, part, rules = {}) {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  return page.evaluate(
    async ([where, options]) => {
      const { violations: found } = await /** @type {any} */ (window).axe.run(where ?? document, options);
      return found.flatMap((/** @type {any} */ rule) =>
        rule.nodes.map((/** @type {any} */ node) => `${rule.id}: ${node.html.slice(0, 160)}`),
      );
    },
    /** @type {any} */ ([part, { resultTypes: ["violations"], ...rules }]),
  );
}

/**
 * Every rule in light, and in dark, which the open page turns to, those of colours.
 * @param {import("playwright-core").Page} page @param {string} [part]
 */
export async function inBothThemes(page, part) {
  const found = [];
  for (const [colorScheme, rules] of /** @type {const} */ ([
    ["light", {}],
    ["dark", COLOURS],
  ])) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    found.push(...(await violations(page, part, rules)).map((violation) => `${colorScheme}: ${violation}`));
  }
  return found;
}
