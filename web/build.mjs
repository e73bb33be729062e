/**
 * Writes the page: a folder for any static web server, and one file that opens from disk.
 * The content (course.json, chapters/) must already be in the folder; the content builder puts it there.
 */

import { copyFile, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
// Browsers with WebAssembly, <dialog>, cascade layers and DecompressionStream; no older one can run the page.
const TARGETS = ["chrome105", "firefox115", "safari16.4"];
const HASH_LENGTH = 8;
const WORKER = "long/worker.js";
const MANIFEST = "manifest.webmanifest";
const VERSION = "version.json";

const POLICY = {
  served: [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  file: [
    "default-src 'none'",
    "script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:",
    "worker-src blob:",
    "style-src 'unsafe-inline'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
};

/**
 * @typedef {object} Made
 * @property {string} out the folder, holding the content
 * @property {string[]} cores modules of the core, the one with every lab last
 * @property {Record<string, string>} coreOf chapter to the name of the module that it loads
 * @property {{ simd: string, scalar: string }} workers modules that workers load
 * @property {string} [file] where to write the one-file page, if it is wanted
 *
 * @param {Made} made
 */
export async function buildSite({ out, cores, coreOf, workers, file }) {
  await mkdir(out, { recursive: true });
  const [{ scripts, first, ahead }, style, worker] = await Promise.all([
    bundleParts("main.js", "start.js"),
    bundleStyle(),
    bundleWhole(WORKER),
  ]);
  const names = {
    script: first,
    style: `page-${hash(style)}.css`,
    worker: `worker-${hash(worker)}.js`,
  };
  await Promise.all([
    ...scripts.map(({ path, text }) => writeFile(join(out, basename(path)), text)),
    writeFile(join(out, names.style), style),
    writeFile(join(out, names.worker), worker),
    ...[...cores, ...Object.values(workers)].map((core) => copyFile(core, join(out, basename(core)))),
    ...["icon.svg", MANIFEST].map((name) => copyFile(join(HERE, name), join(out, name))),
  ]);
  // What a page asks later whether its data are still those of its code.
  const version = hash(JSON.stringify(await filesOf(out)));
  await writeFile(join(out, VERSION), JSON.stringify({ version }));
  const page = await fill({
    policy: POLICY.served,
    icon: `<link rel="icon" href="icon.svg" type="image/svg+xml" /><link rel="manifest" href="${MANIFEST}" />`,
    style: `<link rel="stylesheet" href="${names.style}" />`,
    first: [
      // At once, for what it asks for: the style is still on its way.
      `<script type="module" async src="${names.script}"></script>`,
      ...ahead.map((name) => `<link rel="modulepreload" href="${name}" />`),
    ].join(" "),
    last: "",
    data: dataOf({
      worker: names.worker,
      "core-simd": basename(workers.simd),
      "core-scalar": basename(workers.scalar),
      core: basename(cores.at(-1) ?? ""),
      cores: Object.entries(coreOf)
        .map((pair) => pair.join("="))
        .join(" "),
      version,
    }),
  });
  await writeFile(join(out, "index.html"), page);
  await writeFile(join(out, "sw.js"), await bundleKeeper(out));
  if (file !== undefined) await buildOneFile({ site: out, core: cores.at(-1) ?? "", workers, style, worker, file });
}

/** Names of files that the page's code must not guess. @param {Record<string, string>} names */
function dataOf(names) {
  return Object.entries(names)
    .map(([name, value]) => `data-${name}="${value}"`)
    .join(" ");
}

/**
 * @param {{ site: string, core: string, workers: Made["workers"], style: string, worker: string, file: string }} options site: the
 *   folder holding the content; style and worker: their text
 */
async function buildOneFile({ site, core, workers, style, worker, file }) {
  const script = await bundleWhole("onefile.js");
  const course = JSON.parse(await readFile(join(site, "course.json"), "utf8"));
  /** @type {Record<string, unknown>} */
  const chapters = {};
  for (const { id } of course.chapters)
    chapters[id] = JSON.parse(await readFile(join(site, "chapters", `${id}.json`), "utf8"));
  const [glossary, search, judging] = await Promise.all(
    ["glossary", "search", "judging"].map(async (name) =>
      JSON.parse(await readFile(join(site, `${name}.json`), "utf8")),
    ),
  );
  const icon = (await readFile(join(HERE, "icon.svg"))).toString("base64");
  const page = await fill({
    policy: POLICY.file,
    icon: `<link rel="icon" href="data:image/svg+xml;base64,${icon}" />`,
    style: `<style>${style.replaceAll("</style", "<\\/style")}</style>`,
    first: "",
    last: [
      packed("texts", JSON.stringify({ course, chapters, glossary, search, judging })),
      packed("core", await readFile(core)),
      packed("core-simd", await readFile(workers.simd)),
      packed("core-scalar", await readFile(workers.scalar)),
      packed("worker", worker),
      `<script>${script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--")}</script>`,
    ].join("\n    "),
    data: "",
  });
  await writeFile(file, page);
}

/** Indents out of the page's templates, where they stand for nothing: no minifier looks into them. @type {import("esbuild").Plugin} */
const WITHOUT_INDENTS = {
  name: "without-indents",
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]web[\\/]src[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(/\n +/g, "\n"),
    })),
};

const PLUGINS = [WITHOUT_INDENTS];

const OPTIONS = /** @type {const} */ ({
  bundle: true,
  minify: true,
  write: false,
  target: TARGETS,
  logLevel: "warning",
  plugins: PLUGINS,
  legalComments: "none",
});

/**
 * The served page: its first script, and behind it the parts that it loads later, those of the page itself `ahead` of being asked for.
 * @param {string} entry @param {string} page the module that starts the page
 */
async function bundleParts(entry, page) {
  const { outputFiles, metafile } = await build({
    ...OPTIONS,
    metafile: true,
    entryPoints: [join(HERE, "src", entry)],
    format: "esm",
    conditions: ["production"],
    splitting: true,
    outdir: HERE,
    entryNames: "page-[hash]",
    chunkNames: "part-[hash]",
  });
  const outputs = Object.entries(metafile.outputs);
  const made = (/** @type {string} */ name) =>
    outputs.find(([, { entryPoint }]) => entryPoint !== undefined && basename(entryPoint) === name)?.[0] ?? "";
  const ahead = [...withImports([made(entry), made(page)], metafile.outputs)].filter((path) => path !== made(entry));
  return {
    scripts: outputFiles,
    first: basename(made(entry)),
    ahead: ahead.map((path) => basename(path)),
  };
}

/** Files and what they import, but for what they import later. @param {string[]} paths @param {import("esbuild").Metafile["outputs"]} outputs */
function withImports(paths, outputs) {
  const found = new Set(paths);
  for (const path of found) {
    for (const { path: imported, kind } of outputs[path].imports) {
      if (kind === "import-statement") found.add(imported);
    }
  }
  return found;
}

/** The one-file page: all of its code in one script. @param {string} entry */
async function bundleWhole(entry) {
  const { outputFiles } = await build({
    ...OPTIONS,
    entryPoints: [join(HERE, "src", entry)],
    format: "iife",
    conditions: ["production"],
  });
  return outputFiles[0].text;
}

/** All files of the site, each with a hash of what it holds. @param {string} site */
async function filesOf(site) {
  const names = (await readdir(site, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== "sw.js")
    .map((entry) => relative(site, join(entry.parentPath, entry.name)));
  return Promise.all(
    names.sort().map(async (name) => ({ url: name, revision: hash(await readFile(join(site, name))) })),
  );
}

/** The service worker with the list of all files of the site. @param {string} site */
async function bundleKeeper(site) {
  const files = await filesOf(site);
  const { outputFiles } = await build({
    ...OPTIONS,
    entryPoints: [join(HERE, "src", "offline", "worker.js")],
    format: "iife",
    define: { "globalThis.CLOCKHAND_FILES": JSON.stringify(files), "process.env.NODE_ENV": '"production"' },
  });
  return outputFiles[0].text;
}

async function bundleStyle() {
  const { outputFiles } = await build({ ...OPTIONS, entryPoints: [join(HERE, "styles", "main.css")] });
  return outputFiles[0].text;
}

/** @param {Record<string, string>} parts */
async function fill(parts) {
  const template = await readFile(join(HERE, "index.html"), "utf8");
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

/** Data in an inert element, compressed, in letters that cannot end it. @param {string} name @param {string | Buffer} data */
function packed(name, data) {
  return `<script type="text/plain" id="data-${name}">${gzipSync(data, { level: 9 }).toString("base64")}</script>`;
}

/** @param {string | Buffer} text */
function hash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
}
