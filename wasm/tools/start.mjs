/** npm start: from a fresh clone to the course on http://localhost:8080, rebuilt and reloaded on change. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { buildPresets } from "./cmake.mjs";
import { readFlags, readPort } from "./flags.mjs";
import { alone } from "./lock.mjs";
import { prepareMachine } from "./machine.mjs";
import { serve } from "./serve.mjs";
import { CORE, SITE } from "./site.mjs";
import { Failed, ROOT, capture, command, say } from "./steps.mjs";
import { Texts, inChapters } from "./texts.mjs";

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
  try {
    await prepareMachine({ tests: false, command: "npm start" });
    await build();
  } catch (error) {
    served.close();
    throw error;
  }
  ready();
  say(`Clockhand is served on ${served.address}`);
  const stopWatching = watching ? await watchAll(served) : () => {};
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

/** Rebuilds on change, the texts of chapters alone where nothing else has changed. @param {import("./serve.mjs").Served} served */
async function watchAll(served) {
  const { watchSources } = await import("./watch.mjs"); // its package is there only by now
  const texts = new Texts({ root: join(ROOT, "content"), out: SITE, core: CORE });
  let behind = false; // a page that did not build is still to be built, whatever changes next
  const stop = watchSources(async (paths) => {
    const outcome = !behind && inChapters(paths) ? await alone(() => texts.rebuild()) : "whole";
    try {
      if (typeof outcome === "object") throw new Failed(outcome.problem);
      if (outcome === "whole") {
        behind = true;
        await build();
        behind = false;
        texts.renew();
      }
      say("Rebuilt.");
      served.built();
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${sentence}\n`);
      served.broken(sentence);
    }
  });
  return () => {
    stop();
    texts.close();
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
