/** npm start: from a fresh clone to the course on http://localhost:8080, rebuilt and reloaded on change. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { buildPresets } from "./cmake.mjs";
import { readFlags, readPort } from "./flags.mjs";
import { alone } from "./lock.mjs";
import { prepareMachine } from "./machine.mjs";
import { attempt, rebuilding } from "./rebuild.mjs";
import { serve } from "./serve.mjs";
import { CORE, SITE } from "./site.mjs";
import { Failed, ROOT, capture, command, say } from "./steps.mjs";
import { Texts } from "./texts.mjs";

const PARENT_MS = 300;

await command(async () => {
  const flags = readFlags(process.argv.slice(2), ["--no-watch", "--no-open"]);
  const watching = !flags.has("--no-watch");
  /** @type {() => void} */
  let ready = () => {};
  const served = await serve({
    folder: SITE,
    port: readPort(process.env.PORT),
    reload: watching,
    ready: new Promise((resolve) => (ready = () => resolve(undefined))),
  });
  let built = true;
  try {
    await prepareMachine({ tests: false, command: "npm start" });
    if (watching) built = await attempt(served, build);
    else await build();
  } catch (error) {
    served.close();
    throw error;
  }
  ready();
  say(`Clockhand is served on ${served.address}${built ? "" : ", and built again when a source changes."}`);
  const stopWatching = watching ? await watchAll(served, !built) : () => {};
  if (!flags.has("--no-open")) openBrowser(served.address);
  endWithParent(() => {
    stopWatching();
    served.close();
  });
});

/**
 * Ends on a signal, and when npm has ended: the shell between npm and this process does not pass signals on.
 * @param {() => void} close
 */
function endWithParent(close) {
  const parent = process.ppid;
  const end = () => {
    close();
    process.exit(0); // a rebuild under way is not waited for
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, end);
  setInterval(() => process.ppid === parent || end(), PARENT_MS).unref();
}

async function build() {
  await buildPresets(["emscripten", "wasi"]);
  const { status, output } = await capture("node", ["wasm/tools/site.mjs"]);
  if (status !== 0) throw new Failed(output.trim());
}

/** @param {import("./serve.mjs").Served} served @param {boolean} behind whether the page is older than its sources */
async function watchAll(served, behind) {
  const { watchSources } = await import("./watch.mjs"); // its package is there only by now
  const kept = new Texts({ root: join(ROOT, "content"), out: SITE, core: CORE });
  const texts = { rebuild: () => alone(() => kept.rebuild()), renew: () => kept.renew() };
  const stop = watchSources(rebuilding({ build, texts, served, behind }));
  return () => {
    void stop();
    kept.close();
  };
}

/** Opens the address where there is a screen; that it cannot is no failure. @param {string} address */
function openBrowser(address) {
  const mac = process.platform === "darwin";
  if (!mac && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const child = spawn(mac ? "open" : "xdg-open", [address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
