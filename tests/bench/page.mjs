/** The built site, served as npm start does, in Chromium. */
import { serve } from "../../wasm/tools/serve.mjs";
import { SITE } from "../../wasm/tools/site.mjs";
import { launch } from "../browser/site.mjs";

/**
 * A site and a browser for the time of some work.
 * @template T
 * @param {(open: (options?: { cores?: number }) => Promise<import("playwright-core").Page>, address: string) => Promise<T>} work
 * @param {string[]} [flags] of the browser
 * @returns {Promise<T>}
 */
export async function withSite(work, flags = []) {
  const served = await serve({ folder: SITE, port: 0, reload: false, ready: Promise.resolve() });
  const browser = await launch(flags);
  try {
    return await work(async ({ cores } = {}) => {
      const context = await browser.newContext({ serviceWorkers: "block" });
      if (cores !== undefined) await context.addInitScript(setCores, cores);
      return context.newPage();
    }, served.address);
  } finally {
    await browser.close();
    served.close();
  }
}

/** In the page: what it takes for the number of the processor's cores, which is how many workers it has. @param {number} cores */
function setCores(cores) {
  Object.defineProperty(navigator, "hardwareConcurrency", { get: () => cores });
}
