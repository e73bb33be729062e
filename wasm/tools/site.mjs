/**
 * Content and page to build/site/ and build/clockhand.html, given a built core. A program of its own, so that a watched
 * rebuild sees the builders' own changes. The old site stands until the new one is whole.
 */
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { alone } from "./lock.mjs";
import { ROOT, command, say } from "./steps.mjs";

export const SITE = join(ROOT, "build", "site");

async function buildSiteFolder() {
  const { load } = await import("../clockhand.js");
  const { buildContent } = await import("../../content/build.mjs");
  const { ContentError } = await import("../../content/builder/problem.mjs");
  const { buildSite } = await import("../../web/build.mjs");
  const wasm = join(ROOT, "build", "wasm", "clockhand.wasm");
  const out = `${SITE}.next`;
  rmSync(out, { recursive: true, force: true });
  try {
    buildContent({ out, clockhand: await load(readFileSync(wasm)) });
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
  await buildSite({ out, wasm, file: join(ROOT, "build", "clockhand.html") });
  if (existsSync(SITE)) renameSync(SITE, `${SITE}.old`);
  renameSync(out, SITE);
  rmSync(`${SITE}.old`, { recursive: true, force: true });
  say("Built build/site/ and build/clockhand.html.");
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await command(() => alone(buildSiteFolder));
