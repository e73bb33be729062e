/** The three engines: which browser stands for each, and how it is opened. */

import { chromium, firefox, webkit } from "../../wasm/tools/packages.mjs";
import { openPuppeteer } from "./puppeteer.mjs";
import { openWebDriver } from "./webdriver.mjs";

/**
 * @typedef {object} Engine
 * @property {string} name
 * @property {() => string | undefined} binary
 * @property {(binary: string) => Promise<import("./reader.mjs").Driver>} open
 */

/** @type {Record<"chromium" | "firefox" | "webkit", Engine>} */
const ENGINES = {
  chromium: { name: "Chromium", binary: chromium, open: (binary) => openPuppeteer("chrome", binary) },
  firefox: { name: "Firefox", binary: firefox, open: (binary) => openPuppeteer("firefox", binary) },
  webkit: { name: "WebKitGTK", binary: webkit, open: openWebDriver },
};

/** @param {keyof typeof ENGINES} id @returns {Promise<import("./reader.mjs").Driver>} */
export async function openEngine(id) {
  const { name, binary, open } = ENGINES[id];
  const path = binary();
  if (path === undefined) throw new Error(`${name} is missing: npm test installs it, or says what to install.`);
  return open(path);
}
