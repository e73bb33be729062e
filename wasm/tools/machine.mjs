/** Brings the machine to where it can build: system packages, then npm packages. Says what it installs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getuid, platform } from "node:process";
import { TOOLS, onPath } from "./packages.mjs";
import { ROOT, Refused, run, say } from "./steps.mjs";

/**
 * Installs what is missing, or throws a Refused that names the command to run.
 * @param {{ tests: boolean, command: string }} options command: what the person typed, to try again
 */
export async function prepareMachine({ tests, command }) {
  const missing = TOOLS.filter((tool) => (tests || tool.purpose === "build") && !tool.present());
  if (missing.length > 0) await installTools(missing, command);
  if (!npmPackagesPresent()) {
    say("Installing the npm packages of package-lock.json (npm ci).");
    await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
  }
}

/**
 * @param {import("./packages.mjs").Tool[]} missing
 * @param {string} command
 */
async function installTools(missing, command) {
  const names = missing.map((tool) => tool.name).join(", ");
  if (platform === "darwin") {
    const packages = unique(missing.map((tool) => tool.brew)).join(" ");
    throw new Refused(`Missing: ${names}. Run: brew install ${packages}, then ${command} again.`);
  }
  const packages = unique(missing.map((tool) => tool.apt));
  if (!onPath("apt-get")) {
    throw new Refused(
      `Missing: ${names}. Install them (Debian's packages: ${packages.join(" ")}), then ${command} again.`,
    );
  }
  const install = ["install", "--yes", "--no-install-recommends", ...packages];
  if (getuid?.() !== 0) {
    throw new Refused(`Missing: ${names}. Run: sudo apt-get ${install.join(" ")}, then ${command} again.`);
  }
  say(`Missing: ${names}.`);
  say(`Installing system packages with apt-get: ${packages.join(" ")}`);
  const quiet = { env: { DEBIAN_FRONTEND: "noninteractive" }, quiet: true };
  await run("apt-get", ["update"], quiet);
  await run("apt-get", install, quiet);
  const still = missing.filter((tool) => !tool.present()).map((tool) => tool.name);
  if (still.length > 0) throw new Refused(`Installed, but still not found: ${still.join(", ")}.`);
}

/** @param {string[]} items */
function unique(items) {
  return [...new Set(items)].filter((item) => item !== "");
}

/** Whether node_modules holds what the lock names: same versions, nothing missing but optional packages. */
function npmPackagesPresent() {
  const locked = readPackages(join(ROOT, "package-lock.json"));
  const installed = readPackages(join(ROOT, "node_modules", ".package-lock.json"));
  if (installed === undefined || locked === undefined) return false;
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === "") return true;
    return path in installed ? installed[path].version === version : optional === true;
  });
}

/**
 * @param {string} path
 * @returns {Record<string, { version: string, optional?: boolean }> | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return undefined;
  }
}
