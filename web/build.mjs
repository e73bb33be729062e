/**
 * Writes the page: a folder for any static web server, and one file that opens from disk.
 * The content (course.json, chapters/) must already be in the folder; the content builder puts it there.
 */

import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
// Browsers with WebAssembly, <dialog>, cascade layers and DecompressionStream; no older one can run the page.
const TARGETS = ["chrome105", "firefox115", "safari16.4"];
const HASH_LENGTH = 8;

const POLICY = {
  served: [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
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
 * @param {{ out: string, wasm: string, file?: string }} options out: the folder, holding the content; wasm: the core;
 *   file: where to write the one-file page, if it is wanted
 */
export async function buildSite({ out, wasm, file }) {
  await mkdir(out, { recursive: true });
  for (const name of await readdir(out)) {
    if (/^page-\w+\.(js|css)$/.test(name)) await rm(join(out, name));
  }
  const { script, style } = await bundle("main.js", "esm");
  const names = { script: `page-${hash(script)}.js`, style: `page-${hash(style)}.css` };
  await Promise.all([
    writeFile(join(out, names.script), script),
    writeFile(join(out, names.style), style),
    copyFile(wasm, join(out, "clockhand.wasm")),
    copyFile(join(HERE, "icon.svg"), join(out, "icon.svg")),
  ]);
  const page = await fill({
    policy: POLICY.served,
    icon: `<link rel="icon" href="icon.svg" type="image/svg+xml" />`,
    style: `<link rel="stylesheet" href="${names.style}" />`,
    script: `<script type="module" src="${names.script}"></script>`,
  });
  await writeFile(join(out, "index.html"), page);
  if (file !== undefined) await buildOneFile({ site: out, wasm, file });
}

/** @param {{ site: string, wasm: string, file: string }} options site: the folder holding the content */
export async function buildOneFile({ site, wasm, file }) {
  const { script, style } = await bundle("onefile.js", "iife");
  const course = JSON.parse(await readFile(join(site, "course.json"), "utf8"));
  /** @type {Record<string, unknown>} */
  const chapters = {};
  for (const { id } of course.chapters)
    chapters[id] = JSON.parse(await readFile(join(site, "chapters", `${id}.json`), "utf8"));
  const [glossary, judging] = await Promise.all(
    ["glossary", "judging"].map(async (name) => JSON.parse(await readFile(join(site, `${name}.json`), "utf8"))),
  );
  const icon = (await readFile(join(HERE, "icon.svg"))).toString("base64");
  const page = await fill({
    policy: POLICY.file,
    icon: `<link rel="icon" href="data:image/svg+xml;base64,${icon}" />`,
    style: `<style>${style.replaceAll("</style", "<\\/style")}</style>`,
    script: [
      packed("texts", JSON.stringify({ course, chapters, glossary, judging })),
      packed("core", await readFile(wasm)),
      `<script>${script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--")}</script>`,
    ].join("\n    "),
  });
  await writeFile(file, page);
}

/** @param {string} entry @param {"esm"|"iife"} format */
async function bundle(entry, format) {
  const options = /** @type {const} */ ({
    bundle: true,
    minify: true,
    write: false,
    target: TARGETS,
    logLevel: "warning",
    legalComments: "none",
  });
  const script = await build({
    ...options,
    entryPoints: [join(HERE, "src", entry)],
    format,
    conditions: ["production"],
  });
  const style = await build({ ...options, entryPoints: [join(HERE, "styles", "main.css")] });
  return { script: script.outputFiles[0].text, style: style.outputFiles[0].text };
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

/** @param {string} text */
function hash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);
}
