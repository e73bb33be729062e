/** A static server for one folder, with live reload: for the author's machine, not for the world. */
import { createServer } from "node:http";
import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { Refused } from "./steps.mjs";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};
const COMPRESSED = new Set([".html", ".js", ".css", ".json", ".map", ".wasm", ".svg", ".txt"]);

const EVENTS = "/clockhand-changes";
const CLIENT = "/clockhand-reload.js";

/** Stands before the fault. */
const BROKEN = "The sources of this page do not build:\n\n";

/** In the page: reload after a good build, and show what is wrong after a bad one. */
const CLIENT_SOURCE = `
const events = new EventSource(${JSON.stringify(EVENTS)});
let note;
events.addEventListener("built", () => location.reload());
events.addEventListener("problem", (event) => {
  note ??= document.querySelector("[data-build-problem]") ?? document.body.appendChild(document.createElement("pre"));
  note.setAttribute("role", "alert");
  note.setAttribute("data-build-problem", "");
  note.textContent = ${JSON.stringify(BROKEN)} + JSON.parse(event.data);
  note.style.cssText = "position:fixed;inset:auto 0 0 0;max-height:60vh;overflow:auto;margin:0;padding:1rem;" +
    "background:#fff;color:#000;border-block-start:4px solid #b00;white-space:pre-wrap;z-index:1000";
});
`;

const WORKER = "/sw.js";

/** In the place of the worker that keeps the site for reading offline, which would answer with what it kept: it leaves. */
const WORKER_SOURCE = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  const pages = await clients.matchAll();
  await registration.unregister();
  for (const page of pages) page.navigate(page.url);
}
`;

/**
 * @typedef {object} Served
 * @property {string} address
 * @property {() => void} built tells open pages to reload
 * @property {(problem: string) => void} broken shows a sentence in open pages
 * @property {() => void} close
 */

/**
 * Listens at once, so that a taken port is refused before anything is built; requests wait for `ready`.
 * @param {{ folder: string, port: number, reload: boolean, ready: Promise<unknown> }} options
 * @returns {Promise<Served>}
 */
export async function serve({ folder, port, reload, ready }) {
  /** @type {Set<import("node:http").ServerResponse>} */
  const listeners = new Set();
  /** @type {string | undefined} */
  let problem;
  const server = createServer(async (request, response) => {
    await ready;
    const [path] = (request.url ?? "/").split(/[?#]/);
    if (reload && path === EVENTS) return listen(response);
    if (reload && path === CLIENT) return send(request, response, 200, ".js", Buffer.from(CLIENT_SOURCE));
    if (reload && path === WORKER) return send(request, response, 200, ".js", Buffer.from(WORKER_SOURCE));
    if (problem !== undefined && path === "/" && (await findFile(folder, path)) === undefined)
      return send(request, response, 503, ".html", withClient(`<!doctype html><body>${noteOf(problem)}</body>`));
    await answer(request, response, { folder, path, reload });
  });

  /** @param {import("node:http").ServerResponse} response */
  function listen(response) {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    response.write(problem === undefined ? ": waiting\n\n" : message("problem", problem));
    listeners.add(response);
    response.on("close", () => listeners.delete(response));
  }

  /** @param {string} name @param {string} data */
  const tell = (name, data) => listeners.forEach((response) => response.write(message(name, data)));
  const address = await open(server, port);
  return {
    address,
    built: () => {
      problem = undefined;
      tell("built", "");
    },
    broken: (sentence) => {
      problem = sentence;
      tell("problem", sentence);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} name @param {string} data */
function message(name, data) {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * @param {import("node:http").Server} server
 * @param {number} port
 * @returns {Promise<string>}
 */
function open(server, port) {
  return new Promise((resolve, reject) => {
    server.on("error", (/** @type {NodeJS.ErrnoException} */ error) => {
      const reason = error.code === "EADDRINUSE" ? "is taken" : `cannot be used (${error.code})`;
      reject(
        new Refused(
          `Port ${port} ${reason}: choose another one with PORT, such as PORT=${port === 65535 ? port - 1 : port + 1} npm start.`,
        ),
      );
    });
    server.listen(port, "127.0.0.1", () => {
      const bound = server.address();
      resolve(`http://localhost:${bound !== null && typeof bound === "object" ? bound.port : port}`);
    });
  });
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {{ folder: string, path: string, reload: boolean }} what
 */
async function answer(request, response, { folder, path, reload }) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return send(request, response, 405, ".txt", Buffer.from("Only GET and HEAD are answered.\n"));
  }
  const file = await findFile(folder, path);
  // A build puts another folder in this one's place: what was there a moment ago may be gone.
  const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (file === undefined || bytes === undefined)
    return send(request, response, 404, ".txt", Buffer.from("There is no such file.\n"));
  const type = extname(file);
  send(request, response, 200, type, reload && type === ".html" ? withClient(bytes.toString()) : bytes);
}

/** @param {string} html */
function withClient(html) {
  return Buffer.from(html.replace("</body>", () => `<script type="module" src="${CLIENT}"></script></body>`));
}

/** In the place of a page that there is none of yet. @param {string} problem */
function noteOf(problem) {
  const text = `${BROKEN}${problem}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<pre role="alert" data-build-problem>${text}</pre>`;
}

/**
 * @param {string} folder
 * @param {string} path as in the address
 * @returns {Promise<string | undefined>} undefined for what is not there or not inside
 */
async function findFile(folder, path) {
  try {
    let file = normalize(join(folder, decodeURIComponent(path)));
    if (file !== folder && !file.startsWith(folder + sep)) return undefined;
    if ((await stat(file)).isDirectory()) file = join(file, "index.html");
    return (await stat(file)).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {number} status
 * @param {string} type a file name's ending
 * @param {Buffer} bytes
 */
function send(request, response, status, type, bytes) {
  const zip = COMPRESSED.has(type) && /\bgzip\b/.test(`${request.headers["accept-encoding"]}`);
  const body = zip ? gzipSync(bytes) : bytes;
  response.writeHead(status, {
    "Content-Type": TYPES[type] ?? "application/octet-stream",
    "Content-Length": body.length,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    Vary: "Accept-Encoding",
    ...(zip ? { "Content-Encoding": "gzip" } : {}),
  });
  response.end(request.method === "HEAD" ? undefined : body);
}
