/** WebKitGTK over plain WebDriver, in a display and a message bus of its own. */

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { env, getuid, kill } from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { Builder, Capabilities, Key } from "selenium-webdriver";
import { PATIENCE_MS } from "./patience.mjs";

const RETRY_MS = 50;
// What desktop services add is not part of the engine, and root has no sandbox of WebKit's kind.
const ENVIRONMENT = { NO_AT_BRIDGE: "1", GTK_USE_PORTAL: "0" };
const AS_ROOT = { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" };

/** @param {string} binary MiniBrowser @returns {Promise<import("./reader.mjs").Driver>} */
export async function openWebDriver(binary) {
  const { address, stop } = await startServer();
  try {
    const options = { binary, args: ["--automation"] };
    const capabilities = new Capabilities({ browserName: "MiniBrowser", "webkitgtk:browserOptions": options });
    const browser = await new Builder().usingServer(address).withCapabilities(capabilities).build();
    await browser.manage().setTimeouts({ script: PATIENCE_MS, pageLoad: PATIENCE_MS });
    return drive(browser, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

/** @param {import("selenium-webdriver").WebDriver} browser @param {() => void} stop @returns {import("./reader.mjs").Driver} */
function drive(browser, stop) {
  /** @param {Function} run @param {unknown[]} given @returns {Promise<any>} */
  const evaluate = (run, ...given) => browser.executeScript(`return (${run})(...arguments)`, ...given);
  return {
    go: (address) => browser.get(address),
    reload: () => browser.navigate().refresh(),
    evaluate,
    click: async (find, ...given) => {
      const element = await evaluate(find, ...given);
      await evaluate(bringNear, element); // the driver does not wait for a page that scrolls smoothly
      await element.click();
    },
    type: (text) => browser.actions().sendKeys(text).perform(),
    enter: () => browser.actions().sendKeys(Key.ENTER).perform(),
    close: async () => {
      try {
        await browser.quit();
      } finally {
        stop();
      }
    },
  };
}

/** In the page. @param {Element} element */
function bringNear(element) {
  element.scrollIntoView({ block: "center", behavior: "instant" });
}

/** WebKitWebDriver on a free port, until it answers. */
async function startServer() {
  const port = await freePort();
  const command = ["-a", "dbus-run-session", "--", "WebKitWebDriver", `--port=${port}`];
  const added = { ...ENVIRONMENT, ...(getuid?.() === 0 ? AS_ROOT : {}) };
  const server = spawn("xvfb-run", command, { detached: true, stdio: "ignore", env: { ...env, ...added } });
  /** @type {string | undefined} */
  let ended;
  server.on("error", ({ message }) => (ended = message));
  server.on("exit", (status) => (ended ??= `it ended with status ${status}`));
  const stop = () => {
    if (ended === undefined && server.pid !== undefined) kill(-server.pid);
    ended ??= "it was stopped";
  };
  process.once("exit", stop);
  const address = `http://127.0.0.1:${port}`;
  const latest = performance.now() + PATIENCE_MS;
  while (!(await answers(address))) {
    if (ended === undefined && performance.now() > latest) stop();
    if (ended !== undefined) throw new Error(`WebKitWebDriver could not be started: ${ended}.`);
    await pause(RETRY_MS);
  }
  return { address, stop };
}

/** @param {string} address */
async function answers(address) {
  try {
    return (await fetch(`${address}/status`)).ok;
  } catch {
    return false;
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
