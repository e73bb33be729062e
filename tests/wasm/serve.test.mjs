/** The server of npm start. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "../../wasm/tools/serve.mjs";

const parent = mkdtempSync(join(tmpdir(), "clockhand-"));
const folder = join(parent, "site");
/** @type {import("../../wasm/tools/serve.mjs").Served} */
let served;

before(async () => {
  mkdirSync(join(folder, "chapters"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "<!doctype html><body><p>page</p></body>");
  writeFileSync(join(folder, "clockhand.wasm"), "\0asm");
  writeFileSync(join(folder, "chapters", "a.json"), "{}");
  writeFileSync(join(parent, "secret.txt"), "secret");
  served = await serve({ folder, port: 0, reload: true, ready: Promise.resolve() });
});

after(() => {
  served.close();
  rmSync(parent, { recursive: true });
});

/** @type {[string, string][]} */
const FILES = [
  ["/", "text/html; charset=utf-8"],
  ["/index.html?x=1", "text/html; charset=utf-8"],
  ["/clockhand.wasm", "application/wasm"],
  ["/chapters/a.json", "application/json; charset=utf-8"],
];

for (const [path, type] of FILES) {
  test(`${path} is served as ${type}`, async () => {
    const response = await fetch(served.address + path);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), type);
    await response.arrayBuffer();
  });
}

for (const path of [
  "/nothing",
  "/chapters",
  "/../secret.txt",
  "/%2e%2e/secret.txt",
  "/..%2fsecret.txt",
  "/%00",
  "/%ff",
  "//nothing",
]) {
  test(`${path} is not there`, async () => {
    assert.equal(await rawStatus(path), 404);
  });
}

/** As typed: fetch would tidy the path. @param {string} path @returns {Promise<number | undefined>} */
function rawStatus(path) {
  const { port } = new URL(served.address);
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });
}

test("a file that cannot be read any more is not there, and the server goes on", async () => {
  // Linux lets nobody read this one from its start, whoever opens it.
  symlinkSync("/proc/self/mem", join(folder, "gone.json"));
  assert.equal(await rawStatus("/gone.json"), 404);
  assert.equal(await rawStatus("/index.html"), 200);
});

test("only GET and HEAD are answered", async () => {
  assert.equal((await fetch(served.address, { method: "POST" })).status, 405);
  const head = await fetch(served.address, { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), "");
});

test("text is compressed for who accepts it", async () => {
  const response = await fetch(served.address, { headers: { "accept-encoding": "gzip" } });
  assert.equal(response.headers.get("content-encoding"), "gzip");
  assert.match(await response.text(), /<p>page<\/p>/);
});

test("an open page is told of a problem, and of the build that ends it", async () => {
  const page = await (await fetch(served.address)).text();
  const [, client] = /<script type="module" src="([^"]+)">/.exec(page) ?? [];
  assert.match(await (await fetch(served.address + client)).text(), /new EventSource/);
  const events = await fetch(`${served.address}/clockhand-changes`);
  assert.ok(events.body);
  const reader = events.body.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, ": waiting\n\n");
  served.broken("chapter.md: no such table");
  assert.equal((await reader.read()).value, 'event: problem\ndata: "chapter.md: no such table"\n\n');
  const late = await fetch(`${served.address}/clockhand-changes`);
  assert.ok(late.body);
  const lateReader = late.body.pipeThrough(new TextDecoderStream()).getReader();
  assert.match((await lateReader.read()).value ?? "", /^event: problem/);
  served.built();
  assert.equal((await reader.read()).value, 'event: built\ndata: ""\n\n');
  await Promise.all([reader.cancel(), lateReader.cancel()]);
});
