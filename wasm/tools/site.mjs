/**
 * Content and page to build/site/ and build/clockhand.html, given a built core. A program of its own, so that a watched
 * rebuild sees the builders' own changes. The old site stands until the new one is whole.
 */
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PARTS } from "./cmake.mjs";
import { alone } from "./lock.mjs";
import { ROOT, Refused, command, say } from "./steps.mjs";

/** The core with every lab, for chapters that no smaller one serves, and the smaller ones, which are tried first. */
const EVERY = "clockhand.wasm";
const CORES = [...PARTS.map((part) => `clockhand-${part}.wasm`), EVERY];

export const SITE = join(ROOT, "build", "site");
const MODULES = join(ROOT, "build", "wasm");
export const CORE = join(MODULES, EVERY);

async function buildSiteFolder() {
  const { load } = await import("../clockhand.js");
  const { buildContent } = await import("../../content/build.mjs");
  const { ContentError } = await import("../../content/builder/problem.mjs");
  const { buildSite } = await import("../../web/build.mjs");
  const cores = await Promise.all(
    CORES.map(async (name) => {
      const file = join(MODULES, name);
      return { name, file, labs: new Set((await load(readFileSync(file))).description.labs.map(({ id }) => id)) };
    }),
  );
  const out = `${SITE}.next`;
  rmSync(out, { recursive: true, force: true });
  /** @type {import("../../content/build.mjs").Built} */
  let course;
  try {
    course = buildContent({ out, clockhand: await load(readFileSync(CORE)) });
  } catch (error) {
    throw error instanceof ContentError ? new Refused(error.message) : error;
  }
  const coreOf = course.chapters.map(({ id, labs }) => {
    const [core] = cores.filter((one) => labs.every((lab) => one.labs.has(lab)));
    return /** @type {const} */ ([id, /** @type {{name: string}} */ (core).name]);
  });
  await buildSite({
    out,
    cores: cores.map(({ file }) => file),
    coreOf: Object.fromEntries(coreOf),
    workers: {
      simd: join(MODULES, "clockhand-worker-simd.wasm"),
      scalar: join(MODULES, "clockhand-worker-scalar.wasm"),
    },
    file: join(ROOT, "build", "clockhand.html"),
  });
  if (existsSync(SITE)) renameSync(SITE, `${SITE}.old`);
  renameSync(out, SITE);
  rmSync(`${SITE}.old`, { recursive: true, force: true });
  say("Built build/site/ and build/clockhand.html.");
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await command(() => alone(buildSiteFolder));
