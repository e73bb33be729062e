/** What a link does to a chapter that is open: the same every time, whatever was set before it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openChapter } from "../../web/src/chapter.js";
import { parseHash } from "../../web/src/router.js";
import { Store } from "../../web/src/progress/store.js";
import { core } from "./fake-core.js";

const browser = /** @type {any} */ (globalThis);
browser.location = { hash: "" };
browser.history = { state: null, replaceState: () => undefined };
browser.document = new EventTarget();
browser.window = new EventTarget();

const drawn = { kind: "number", run: "one", target: "grid[1].n1", title: "", prompt: "" };
const chapter = /** @type {any} */ ({
  id: "c",
  html: '<h2 id="place"></h2>',
  runs: { one: { lab: "products", params: {} }, two: { lab: "products", params: { size: "3" } } },
  exercises: [
    { id: "e", ...drawn, draw: { factor: "integer 1 9" } },
    { id: "single", ...drawn },
  ],
  mistakes: {},
  references: { known: {} },
});

async function open() {
  const map = new Map();
  const storage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => map.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => map.set(key, value),
    removeItem: (/** @type {string} */ key) => map.delete(key),
  });
  const course = /** @type {any} */ ({ chapters: [{ id: "c" }] });
  const source = /** @type {any} */ ({ chapter: () => Promise.resolve(chapter) });
  const opened = await openChapter(
    { cores: { open: async () => core }, course, source, store: new Store(() => storage) },
    "c",
  );
  if ("failure" in opened) throw new Error(opened.failure);
  const { context, close } = opened;
  const session = /** @type {import("../../web/src/exercise/session.js").Session} */ (context.session("e"));
  const follow = (/** @type {string} */ hash) => {
    const route = parseHash(hash);
    return [...route.problems, ...opened.apply(route)];
  };
  const state = () => [session.seed, session.value("factor"), context.runs.get("two")?.params.size];
  return { ...opened, session, follow, state, close };
}

const STATES = [
  ["#/c/e?seed=7", [7, "8", "3"]],
  ["#/c/e?seed=0", [0, "1", "3"]],
  ["#/c/e?seed=7&factor=2", [7, "2", "3"]],
  ["#/c/e?seed=7&one.factor=2", [7, "2", "3"]],
  ["#/c/e?seed=7&factor=1", [7, "1", "3"]],
  ["#/c/e?seed=0&two.size=4", [0, "1", "4"]],
  ["#/c/e?factor=5", [0, "5", "3"]],
];

for (const [hash, wanted] of STATES) {
  test(`${hash} means the same after any other link, and is the address of what it sets`, async () => {
    for (const [before] of STATES) {
      const { context, follow, state, close } = await open();
      follow(/** @type {string} */ (before));
      assert.deepEqual(follow(/** @type {string} */ (hash)), []);
      assert.deepEqual(state(), wanted, `after ${before}`);
      const address = context.address({ anchor: "e" });
      follow("#/c/e?seed=3&factor=9&two.size=1");
      follow(address);
      assert.deepEqual(state(), wanted, `${address} after ${before}`);
      close();
    }
  });
}

test("a link to the chapter alone means its own parameters, and leaves the instance worked on", async () => {
  const { follow, state, close } = await open();
  follow("#/c/e?seed=7&two.size=4");
  follow("#/c");
  assert.deepEqual(state(), [7, "8", "3"]);
  follow("#/c/e?seed=7&factor=2");
  follow("#/c/place");
  assert.deepEqual(state(), [7, "8", "3"], "nothing stays fixed by an earlier link");
  close();
});

test("a parameter that is left out of a link is drawn as if it were not there", async () => {
  for (const left of ["factor=zz", "two.factor=2", "three.factor=2", "unknown=1"]) {
    const { follow, session, close } = await open();
    const problems = follow(`#/c/e?seed=7&${left}`);
    assert.equal(problems.length, left.startsWith("two.") ? 0 : 1, left);
    assert.equal(session.value("factor"), "8", left);
    close();
  }
});

test("a seed that does nothing is named", async () => {
  const { follow, close } = await open();
  assert.match(follow("#/c?seed=1").join(" "), /seed belongs to no exercise/);
  assert.match(follow("#/c/place?seed=1").join(" "), /seed belongs to no exercise/);
  assert.match(follow("#/c/single?seed=1").join(" "), /one instance only/);
  assert.deepEqual(follow("#/c/single?seed=0"), []);
  close();
});

test("a place of the chapter has an address in which nothing is lost", async () => {
  const { context, follow, close } = await open();
  follow("#/c/e?seed=7&factor=2&size=4&two.size=4");
  assert.equal(context.address({ anchor: "e" }), "#/c/e?seed=7&factor=2&size=4&two.size=4");
  assert.equal(context.address({ anchor: "place" }), "#/c/place?one.factor=2&one.size=4&two.size=4");
  assert.equal(context.address({ page: "worksheet" }), "#/c/worksheet?one.factor=2&one.size=4&two.size=4");
  close();
});

test("a source is a place of the chapter that cites it, and of no other", async () => {
  const { follow, close } = await open();
  assert.deepEqual(follow("#/c/source-known"), []);
  assert.match(follow("#/c/source-constructor").join(" "), /no place “source-constructor”/);
  close();
});

test("however long a link is, what is said of it is short, and ends with a stop", async () => {
  const { follow, close } = await open();
  const long = "y".repeat(1e5);
  const links = [
    "c/LONG",
    "c/e?LONG=1",
    "c/e?LONG",
    "c/e/LONG",
    "%LONG",
    "c/e?factor=1&factor=LONG",
    "progress?a=LONG",
  ];
  for (const link of links) {
    const said = follow(`#/${link.replace("LONG", long)}`).join(" ");
    assert.ok(said.includes("…") && said.length < 300, `${link}: ${said.length} characters`);
    assert.match(said, /\.$/);
  }
  close();
});
