/**
 * The built page in a real browser. The server is a plain one on purpose: a sub-path, and a type for the module that
 * browsers would not stream.
 */

import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const SITE = join(ROOT, "build", "site");
export const ONE_FILE = join(ROOT, "build", "clockhand.html");
export const CHAPTER = "06-rope-pairs";

const PATH = "/some/where/";
const TYPES = /** @type {Record<string, string>} */ ({
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "text/plain",
});

/**
 * @typedef {(path: string, bytes: Buffer) => Buffer|undefined} Change what to serve instead; undefined answers 404
 */

/** @param {Change} [change] */
export async function serveSite(change = (_, bytes) => bytes) {
  if (!existsSync(join(SITE, "index.html"))) throw new Error("build/site/ is missing: run npm run build first");
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname.replace(PATH, "");
    try {
      const name = path === "" ? "index.html" : path;
      const bytes = change(name, await readFile(join(SITE, name)));
      if (bytes === undefined) throw new Error("changed away");
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" });
      response.end(bytes);
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  server.unref(); // a test that fails before it closes this still ends
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}${PATH}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * What the browser does without. The first two are pages of its own behind the address bar, which each window would load: more work
 * than a chapter is. The others are those of Playwright, whose list this one replaces.
 */
const WITHOUT = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  ...["AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"],
  ...[
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
  ],
  ...[
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
  ],
];

/** @param {string[]} [flags] besides those that every browser gets */
export function launch(flags = []) {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const features = `--disable-features=${WITHOUT.join(",")}`;
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", features, ...flags];
  return chromium.launch({ executablePath, args });
}

/**
 * A browser and a server for the tests of one file.
 * @param {{ before: (run: () => Promise<void>) => void, after: (run: () => Promise<void>) => void }} hooks
 */
export function useSite({ before, after }) {
  /** @type {Promise<[import("playwright-core").Browser, Awaited<ReturnType<typeof serveSite>>]>} */
  let ready;
  /** @type {Awaited<ReturnType<typeof serveSite>>} */
  let server;
  before(async () => {
    ready = Promise.all([launch(), serveSite()]);
    [, server] = await ready;
  });
  after(async () => {
    const [browser] = await ready;
    await browser.close();
    server.close();
  });
  return {
    get address() {
      return server.address;
    },
    /**
     * A fresh reader before the first page: nothing stored, and no service worker, which would answer before a test's own routes
     * do. What the page reports as an error is collected.
     * @param {import("playwright-core").BrowserContextOptions} [options]
     */
    async fresh(options = {}) {
      const [browser] = await ready; // a file's own "before" does not wait for the one above
      const context = await browser.newContext({ reducedMotion: "reduce", serviceWorkers: "block", ...options });
      const page = await context.newPage();
      /** @type {string[]} */
      const errors = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error") errors.push(message.text());
      });
      return { context, page, errors };
    },
    /** A fresh reader on a page. @param {string} hash @param {import("playwright-core").BrowserContextOptions} [options] */
    async open(hash, options) {
      const reader = await this.fresh(options);
      await reader.page.goto(server.address + hash);
      await arrived(reader.page);
      return reader;
    },
  };
}

/**
 * A link to a chapter's first heading. Where a reader waits for a place no frame is drawn after each piece of the text, and those
 * frames are half of what opening a chapter computes: enough for tests of what stands in it.
 */
export function inText(chapter = CHAPTER) {
  const { html } = JSON.parse(readFileSync(join(SITE, "chapters", `${chapter}.json`), "utf8"));
  const [, heading] = /** @type {RegExpExecArray} */ (/<h2 id="([^"]+)"/.exec(html));
  return `#/${chapter}/${heading}`;
}

/** The page is there, with everything that its text holds. @param {import("playwright-core").Page} page */
export async function arrived(page) {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.locator(":root:not([data-returning]) main:not([aria-busy])").waitFor();
}

/** An exercise by its title. @param {import("playwright-core").Page} page @param {string} name */
export function exercise(page, name) {
  const group = page.getByRole("group", { name, exact: true });
  return {
    group,
    field: group.getByRole("textbox", { name: /Your prediction/ }),
    verdict: group.locator("[data-verdict]"),
    /** @param {string} name */
    button: (name) => group.getByRole("button", { name, exact: false }),
    /** @param {string} answer */
    async answer(answer) {
      await this.field.fill(answer);
      await this.field.press("Enter");
    },
    /** The verdict's name, as shown. */
    async told() {
      return (await group.locator(".verdict-name").textContent())?.trim().replace(/\.$/, "");
    },
  };
}

/** What the page stores. @param {import("playwright-core").Page} page */
export async function stored(page) {
  return JSON.parse((await page.evaluate(() => localStorage.getItem("clockhand"))) ?? "{}");
}

/** Presses every button of that name, all at once. @param {import("playwright-core").Page} page @param {string} selector @param {RegExp} name */
export async function pressAll(page, selector, name) {
  await page.locator(selector).evaluateAll((buttons, source) => {
    // As a person's press begins: the page does not hold a place any more then.
    window.dispatchEvent(new PointerEvent("pointerdown"));
    for (const button of /** @type {HTMLElement[]} */ (buttons))
      if (new RegExp(source).test(button.textContent ?? "")) button.click();
  }, name.source);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Opens every covered table, and those behind pictures. @param {import("playwright-core").Page} page */
export async function openTables(page) {
  await pressAll(page, "ch-table button", /Show me/);
  await pressAll(page, "ch-table button", /Show the table/);
}

/** The core itself, to ask what a mistake gives. */
export async function openCore() {
  const { load } = await import("../../wasm/clockhand.js");
  return load(new Uint8Array(await readFile(join(SITE, "clockhand.wasm"))));
}
