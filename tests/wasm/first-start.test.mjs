/** What a fresh clone runs first needs no package: it is there to install them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FIRST = ["wasm/tools/start.mjs", "wasm/tools/build.mjs", "tests/run.mjs"];

/** Packages that are loaded with a file, at once. @param {string} file */
async function packagesOf(file) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, file)],
    outdir: "build/nothing",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
  const [seen, found] = [new Set([file]), new Set()];
  for (const name of seen)
    for (const { path, kind, external } of metafile.inputs[name].imports) {
      if (kind !== "import-statement" || path.startsWith("node:")) continue;
      if (external) found.add(path);
      else seen.add(path);
    }
  return [...found];
}

for (const file of FIRST)
  test(`${file} loads no package before they are installed`, async () => assert.deepEqual(await packagesOf(file), []));

test("control: what is loaded later does", async () =>
  assert.deepEqual(await packagesOf("wasm/tools/watch.mjs"), ["chokidar"]));
