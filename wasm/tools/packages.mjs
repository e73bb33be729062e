/**
 * What the commands need from the machine, and the package that brings it. One line a tool.
 *
 * @typedef {"build" | "test"} Purpose
 * @typedef {object} Tool
 * @property {string} name what a person would call it
 * @property {Purpose} purpose "test": only `npm test` needs it
 * @property {() => boolean} present
 * @property {string} apt Debian package
 * @property {string} brew Homebrew formula; "" when macOS brings it
 */
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { env, platform } from "node:process";

const BREW = ["/opt/homebrew/opt", "/usr/local/opt"];
const LLVM = BREW.map((folder) => join(folder, "llvm", "bin"));

/** @type {Tool[]} */
export const TOOLS = [
  { name: "CMake", purpose: "build", present: () => onPath("cmake"), apt: "cmake", brew: "cmake" },
  { name: "Ninja", purpose: "build", present: () => onPath("ninja"), apt: "ninja-build", brew: "ninja" },
  { name: "clang", purpose: "build", present: hasClang, apt: "clang", brew: "llvm" },
  { name: "llvm-ar", purpose: "build", present: () => onPath("llvm-ar", LLVM), apt: "llvm", brew: "llvm" },
  { name: "wasm-ld", purpose: "build", present: hasLld, apt: "lld", brew: "lld" },
  { name: "C library headers", purpose: "build", present: hasLibc, apt: "libc6-dev", brew: "" },
  { name: "Emscripten", purpose: "build", present: () => onPath("emcc"), apt: "emscripten", brew: "emscripten" },
  { name: "wasi-libc", purpose: "build", present: hasWasiLibc, apt: "wasi-libc", brew: "wasi-libc" },
  {
    name: "compiler-rt for wasm32",
    purpose: "build",
    present: hasWasmBuiltins,
    apt: "libclang-rt-dev-wasm32",
    brew: "wasi-runtimes",
  },
  { name: "sanitizers", purpose: "test", present: hasSanitizers, apt: "libclang-rt-dev", brew: "" },
  {
    name: "clang-format",
    purpose: "test",
    present: () => onPath("clang-format", LLVM),
    apt: "clang-format",
    brew: "clang-format",
  },
  {
    name: "Chromium",
    purpose: "test",
    present: () => chromium() !== undefined,
    apt: "chromium",
    brew: "--cask chromium",
  },
  {
    name: "Firefox",
    purpose: "test",
    present: () => firefox() !== undefined,
    apt: "firefox-esr",
    brew: "--cask firefox",
  },
  { name: "WebKitGTK", purpose: "test", present: hasWebkit, apt: "webkit2gtk-driver", brew: "" },
  { name: "Valgrind", purpose: "test", present: onDebian("valgrind"), apt: "valgrind", brew: "" },
  { name: "a display without a screen", purpose: "test", present: onDebian("xvfb-run"), apt: "xvfb", brew: "" },
  { name: "the keys of that display", purpose: "test", present: onDebian("xauth"), apt: "xauth", brew: "" },
  { name: "a message bus", purpose: "test", present: onDebian("dbus-run-session"), apt: "dbus", brew: "" },
];

/** @returns {string | undefined} the browser the tests drive; CHROMIUM names another one */
export function chromium() {
  return firstOf([env.CHROMIUM, "/usr/bin/chromium", application("Chromium"), application("Google Chrome")]);
}

/** @returns {string | undefined} FIREFOX names another one */
export function firefox() {
  return firstOf([env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox", application("Firefox", "firefox")]);
}

/** @returns {string | undefined} the browser that comes with WebKitGTK; there is none for macOS */
export function webkit() {
  const folders = existsSync("/usr/lib") ? readdirSync("/usr/lib").filter((name) => name.endsWith("-linux-gnu")) : [];
  return firstOf(folders.map((folder) => join("/usr/lib", folder, "webkit2gtk-4.1", "MiniBrowser")));
}

/** @param {string} name @param {string} [program] */
function application(name, program = name) {
  return `/Applications/${name}.app/Contents/MacOS/${program}`;
}

/** @param {(string | undefined)[]} paths */
function firstOf(paths) {
  return paths.find((path) => path && existsSync(path));
}

/**
 * @param {string} command
 * @param {string[]} [elsewhere] folders to look in after PATH
 */
export function onPath(command, elsewhere = []) {
  return [...(env.PATH ?? "").split(delimiter), ...elsewhere].some((folder) => isExecutable(join(folder, command)));
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function isMac() {
  return platform === "darwin";
}

/** macOS has no WebKitGTK, and so no need of what it runs in. @param {string} command */
function onDebian(command) {
  return () => isMac() || onPath(command);
}

function hasWebkit() {
  return isMac() || (onPath("WebKitWebDriver") && webkit() !== undefined);
}

/** On macOS Apple's clang builds the native programs, but only LLVM's knows WebAssembly. */
function hasClang() {
  return isMac() ? LLVM.some((folder) => existsSync(join(folder, "clang"))) : onPath("clang");
}

function hasLld() {
  return onPath(
    "wasm-ld",
    BREW.map((folder) => join(folder, "lld", "bin")),
  );
}

function hasLibc() {
  return isMac() || existsSync("/usr/include/stdio.h");
}

function hasWasiLibc() {
  const places = isMac() ? BREW.map((folder) => join(folder, "wasi-libc")) : ["/usr/include/wasm32-wasi/stdio.h"];
  return [env.WASI_SYSROOT, ...places].some((path) => path && existsSync(path));
}

function hasWasmBuiltins() {
  if (isMac()) return BREW.some((folder) => existsSync(join(folder, "wasi-runtimes")));
  return existsSync(clangSays("--target=wasm32-wasi", "-print-libgcc-file-name"));
}

function hasSanitizers() {
  if (isMac()) return true;
  const runtime = join(clangSays("-print-resource-dir"), "lib");
  return (
    existsSync(runtime) && readdirSync(runtime, { recursive: true }).some((path) => /clang_rt\.asan/.test(`${path}`))
  );
}

/** @param {string[]} args */
function clangSays(...args) {
  try {
    return execFileSync("clang", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}
