/**
 * Addresses of the page. A route is a hash: `#/chapter/anchor?seed=1&name=value`. Whatever cannot be read is named
 * in `problems` and left out; the rest of the link still works.
 */

/**
 * @typedef {object} Route
 * @property {"index"|"progress"|"judging"|"glossary"|"chapter"|"worksheet"} page
 * @property {string} [chapter]
 * @property {string} [anchor] an exercise or a heading of the chapter, an entry of the glossary
 * @property {number} [seed]
 * @property {[string, string][]} params
 * @property {string[]} problems one sentence for each part that was ignored
 */

import { SEEDS, readSeed } from "../../wasm/seed.js";
import { quoted } from "./texts.js";

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
/** Pages of the course itself, by the first part of their address. @type {ReadonlySet<string>} */
const PAGES = new Set(["progress", "judging", "glossary"]);
const PARAMETER = /^(?:[A-Za-z0-9_-]+\.)?[A-Za-z][A-Za-z0-9_-]*$/;

/** @param {string} hash @returns {Route} */
export function parseHash(hash) {
  /** @type {Route} */
  const route = { page: "index", params: [], problems: [] };
  const text = hash.replace(/^#/, "");
  const mark = text.indexOf("?");
  const path = mark < 0 ? text : text.slice(0, mark);
  if (mark >= 0) readQuery(text.slice(mark + 1), route);

  const parts = path.split("/").filter((part) => part !== "");
  const names = parts.map((part) => decode(part));
  if (names.length === 0) return placeOnly(route, route.page);
  const [chapter, anchor, ...rest] = names;
  if (chapter === undefined || !ID.test(chapter)) {
    route.problems.push(`This link names no page that can be read: “${quoted(parts[0] ?? "")}”.`);
    return placeOnly(route, route.page);
  }
  if (PAGES.has(chapter)) {
    const entry = chapter === "glossary" && anchor ? anchor : undefined;
    const used = entry === undefined ? 1 : 2;
    if (parts.length > used) route.problems.push(unknown("the part", parts.slice(used).join("/")));
    const page = placeOnly(route, /** @type {Route["page"]} */ (chapter));
    return entry === undefined ? page : { ...page, anchor: entry };
  }
  route.page = "chapter";
  route.chapter = chapter;
  if (names.length > 1) {
    if (anchor === undefined || anchor === "") route.problems.push(ignored("the place", parts[1] ?? ""));
    else if (anchor === "worksheet") route.page = "worksheet";
    else route.anchor = anchor;
  }
  if (rest.length > 0) route.problems.push(unknown("the part", parts.slice(2).join("/")));
  return route;
}

/** A page of the course itself has neither seed nor parameters. @param {Route} route @param {Route["page"]} page @returns {Route} */
function placeOnly({ seed, params, problems }, page) {
  const pairs = /** @type {[string, string][]} */ (seed === undefined ? params : [["seed", String(seed)], ...params]);
  const left = pairs.map(([name, value]) => unknown("the part", `${name}=${value}`));
  return { page, params: [], problems: [...problems, ...left] };
}

/**
 * @param {{ chapter?: string, anchor?: string, page?: string, seed?: number, params?: [string, string][] }} route
 * @returns {string}
 */
export function formatHash({ chapter, anchor, page, seed, params = [] }) {
  const own = page !== undefined && (PAGES.has(page) || page === "worksheet") ? page : undefined;
  const place = [chapter, own, page === "worksheet" ? undefined : anchor].filter(Boolean).join("/");
  const query = formatQuery(seed, params);
  return `#/${place}${query === "" ? "" : `?${query}`}`;
}

/** @param {number|undefined} seed @param {[string, string][]} params @returns {string} */
export function formatQuery(seed, params) {
  const pairs = params.map(([name, value]) => `${name}=${encode(value)}`);
  if (seed !== undefined) pairs.unshift(`seed=${seed}`);
  return pairs.join("&");
}

/** @param {string} query @param {Route} route */
function readQuery(query, route) {
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? undefined : decode(pair.slice(equals + 1));
    if (name === undefined || value === undefined || !PARAMETER.test(name))
      route.problems.push(ignored("the part", pair));
    else if (name !== "seed") route.params.push([name, value]);
    else readSeedInto(route, value);
  }
}

/** @param {Route} route @param {string} value */
function readSeedInto(route, value) {
  const seed = readSeed(value);
  if (seed === undefined) route.problems.push(ignored(`the seed, which is ${SEEDS},`, value));
  else if (route.seed === undefined) route.seed = seed;
  else route.problems.push(repeated("seed", value));
}

/** @param {string} name @param {string} value */
export function repeated(name, value) {
  return `In this link “${quoted(name)}” stands more than once: the first counts, “${quoted(value)}” was left out.`;
}

/** @param {string} what @param {string} text */
function unknown(what, text) {
  return `In this link ${what} “${quoted(text)}” belongs to nothing on this page and was left out.`;
}

/** @param {string} what @param {string} text */
function ignored(what, text) {
  return `In this link ${what} “${quoted(text)}” could not be read and was left out.`;
}

/** @param {string} text @returns {string|undefined} */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Commas, semicolons and slashes stay readable in a link. @param {string} text */
function encode(text) {
  return encodeURIComponent(text).replace(/%2C/g, ",").replace(/%3B/g, ";").replace(/%2F/g, "/");
}
