// Runs a WASI command under Node: run-wasi.mjs PROGRAM.wasm [ARGUMENT]...
// The current folder and every argument that names a folder are opened to the program.
import { readFile } from "node:fs/promises";
import { statSync } from "node:fs";
import { argv, cwd, env, exit } from "node:process";
import { WASI } from "node:wasi";

const [program, ...args] = argv.slice(2);
if (!program) {
  console.error("run-wasi.mjs: name the .wasm program to run");
  exit(2);
}

/** @param {string} path */
function isFolder(path) {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // no folder of that name, or a text that can be no name
  }
}

const folders = [cwd(), ...args.filter(isFolder)];
const wasi = new WASI({
  version: "preview1",
  args: [program, ...args],
  env,
  preopens: Object.fromEntries(folders.map((path) => [path, path])),
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const imports = /** @type {WebAssembly.Imports} */ (wasi.getImportObject());
const instance = await WebAssembly.instantiate(module, imports);
process.exitCode = wasi.start(instance);
