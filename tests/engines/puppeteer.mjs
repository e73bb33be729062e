/** Chromium and Firefox, over WebDriver BiDi or Chromium's own protocol: puppeteer chooses. */

import puppeteer from "puppeteer-core";
import { PATIENCE_MS } from "./patience.mjs";

const ARGUMENTS = { chrome: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"], firefox: [] };

/**
 * @param {"chrome" | "firefox"} browser
 * @param {string} executablePath
 * @returns {Promise<import("./reader.mjs").Driver>}
 */
export async function openPuppeteer(browser, executablePath) {
  const opened = await puppeteer.launch({
    browser,
    executablePath,
    headless: true,
    args: ARGUMENTS[browser],
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
  });
  const page = await opened.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return {
    go: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    evaluate: (run, ...given) => page.evaluate(/** @type {any} */ (run), ...given),
    click: async (find, ...given) => {
      const element = (await page.evaluateHandle(/** @type {any} */ (find), ...given)).asElement();
      await /** @type {import("puppeteer-core").ElementHandle<Element>} */ (element).click();
    },
    type: (text) => page.keyboard.type(text),
    enter: () => page.keyboard.press("Enter"),
    close: () => opened.close(),
  };
}
