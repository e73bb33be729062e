/**
 * npm run lighthouse: Lighthouse's scores for the first load of three chapters, on its desktop and its mobile profile, from a server
 * that compresses. Not part of npm test; a score below what is asked ends with status 1, and names the audits that cost it.
 */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildPresets } from "../../wasm/tools/cmake.mjs";
import { readFlags } from "../../wasm/tools/flags.mjs";
import { prepareMachine } from "../../wasm/tools/machine.mjs";
import { serve } from "../../wasm/tools/serve.mjs";
import { SITE } from "../../wasm/tools/site.mjs";
import { ROOT, command, run, say } from "../../wasm/tools/steps.mjs";

const HERE = join(ROOT, "tests", "lighthouse");
const CHAPTERS = ["02-residuals-and-norms", "03-sinusoidal-positions", "06-rope-pairs"];
const ASKED = /** @type {const} */ ({
  desktop: { performance: 100, accessibility: 100, "best-practices": 100 },
  mobile: { performance: 95, accessibility: 100, "best-practices": 100 },
});
/** Of several loads the middle one counts: the machine has other work, too. */
const LOADS = 3;
const CHROMIUM = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking"];

/** @typedef {keyof typeof ASKED} Profile */
/** @typedef {{ score: number, auditRefs: { id: string, weight: number }[] }} Category */
/** @typedef {{ categories: Record<string, Category>, audits: Record<string, { score: number | null, title: string, displayValue?: string }> }} Report */

await command(async () => {
  readFlags(process.argv.slice(2), []);
  await prepareMachine({ tests: true, command: "npm run lighthouse" });
  await buildPresets(["emscripten"]);
  await run("node", ["wasm/tools/site.mjs"], { quiet: true });
  if (!isInstalled()) await run("npm", ["ci", "--prefix", HERE, "--loglevel=error"], { quiet: true });
  const { default: lighthouse, desktopConfig } = await load("lighthouse");
  const { launch } = await load("chrome-launcher");
  const served = await serve({ folder: SITE, port: 0, reload: false, ready: Promise.resolve() });
  const chrome = await launch({ chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium", chromeFlags: CHROMIUM });
  try {
    const judge = async (/** @type {string} */ url, /** @type {Profile} */ profile) => {
      const options = { port: chrome.port, logLevel: "error", onlyCategories: Object.keys(ASKED[profile]) };
      const { lhr } = await lighthouse(url, options, profile === "desktop" ? desktopConfig : undefined);
      return /** @type {Report} */ (lhr);
    };
    return await judgeAll(served.address, judge);
  } finally {
    chrome.kill();
    served.close();
  }
});

/**
 * @param {string} address
 * @param {(url: string, profile: Profile) => Promise<Report>} judge
 * @returns {Promise<number>} the exit status
 */
async function judgeAll(address, judge) {
  let status = 0;
  say("chapter                  profile  performance  accessibility  best practices");
  for (const chapter of CHAPTERS) {
    for (const profile of /** @type {Profile[]} */ (Object.keys(ASKED))) {
      const reports = [];
      for (let i = 0; i < LOADS; i += 1) reports.push(await judge(`${address}/#/${chapter}`, profile));
      const report = middle(reports);
      const scores = Object.entries(ASKED[profile]).map(([id, asked]) => ({ id, asked, score: scoreOf(report, id) }));
      const [first, second, third] = scores.map(({ score }) => `${score}`);
      say(
        `${chapter.padEnd(24)} ${profile.padEnd(7)} ${first.padStart(12)} ${second.padStart(14)} ${third.padStart(15)}`,
      );
      for (const { id } of scores.filter(({ score, asked }) => score < asked)) {
        status = 1;
        for (const line of costs(report, id)) say(`    ${line}`);
      }
    }
  }
  return status;
}

/** @param {Report} report @param {string} id of a category */
function scoreOf({ categories }, id) {
  return Math.round(100 * categories[id].score);
}

/** @param {Report[]} reports */
function middle(reports) {
  return reports.sort((a, b) => scoreOf(a, "performance") - scoreOf(b, "performance"))[reports.length >> 1];
}

/** The audits that took points. @param {Report} report @param {string} id of a category */
function costs({ categories, audits }, id) {
  return categories[id].auditRefs
    .filter((ref) => ref.weight > 0 && (audits[ref.id].score ?? 1) < 1)
    .map((ref) => `${ref.id}: ${audits[ref.id].title} ${audits[ref.id].displayValue ?? ""}`.trimEnd());
}

/** Whether what the lock names is there. */
function isInstalled() {
  const [lock, there] = ["package-lock.json", "node_modules/.package-lock.json"].map((name) => join(HERE, name));
  const version = (/** @type {string} */ file) =>
    JSON.parse(readFileSync(file, "utf8")).packages["node_modules/lighthouse"]?.version;
  return existsSync(there) && version(lock) === version(there);
}

/** A package of this folder's own. @param {string} name @returns {Promise<any>} */
function load(name) {
  return import(pathToFileURL(createRequire(join(HERE, "run.mjs")).resolve(name)).href);
}
