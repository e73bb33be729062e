import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./steps.mjs";

/** @returns {string[]} every C source and header, from the project's root */
export function cSources() {
  return ["core", "wasm", "tests/core", "tests/bench/c"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true })
      .map((path) => join(folder, String(path)))
      .filter((path) => /\.[ch]$/.test(path)),
  );
}
