/** What the reader sets: how figures are written, read and asked for. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { Session } from "../../web/src/exercise/session.js";
import { doubtIn, parameterShown, parameterTyped, toPoint } from "../../web/src/exercise/typed.js";
import { decimalsOf, figure, list, notation, spaced } from "../../web/src/figures.js";
import { emptyDocument, parseDocument } from "../../web/src/progress/document.js";
import { Store } from "../../web/src/progress/store.js";
import { Runs } from "../../web/src/runs.js";
import { followSettings, setting } from "../../web/src/settings.js";
import { core } from "./fake-core.js";

afterEach(() => notation.set({ comma: false, decimals: undefined }));

/** @param {Record<string, unknown>} settings */
function storeWith(settings) {
  let text = JSON.stringify({ ...emptyDocument(), settings });
  const storage = {
    getItem: () => text,
    setItem: (/** @type {string} */ _, /** @type {string} */ value) => (text = value),
  };
  return new Store(() => /** @type {any} */ (storage));
}

/** @param {object} [parts] */
function sessionOf(parts = {}) {
  const exercise = { id: "last", kind: "number", title: "", prompt: "", run: "r", target: "list[0].last", ...parts };
  const chapter = { id: "c", runs: { r: { lab: "products", params: { factor: "0.25" } } }, exercises: [exercise] };
  const runs = new Runs(core.clockhand, /** @type {any} */ (chapter.runs));
  const context = { chapter, core, runs, store: storeWith({}), signal: new AbortController().signal };
  return new Session(/** @type {any} */ (context), /** @type {any} */ (exercise));
}

test("a setting stands at its first value until a known one is chosen, and unknown ones are kept as they are", () => {
  const store = storeWith({ decimals: "5", mark: "comma", theme: 7, later: { kept: true } });
  assert.equal(setting(store, "decimals"), "chapter");
  assert.equal(setting(store, "theme"), "system");
  assert.equal(setting(store, "mark"), "comma");
  store.setSetting("decimals", "3");
  assert.equal(setting(store, "decimals"), "3");
  assert.deepEqual(parseDocument(JSON.stringify(store.document)).document.settings.later, { kept: true });
});

test("figures follow the settings at once", () => {
  const store = storeWith({});
  followSettings(store);
  assert.equal(figure("-0.5"), "\u22120.5");
  let changes = 0;
  notation.addEventListener("change", () => (changes += 1));
  store.setSetting("mark", "comma");
  store.setSetting("hints", "off");
  assert.equal(changes, 1);
  assert.equal(figure("-0.5"), "\u22120,5");
});

test("with a comma, a list is told apart from decimals", () => {
  notation.set({ comma: true, decimals: undefined });
  assert.equal(spaced("1.5,-2;0.25,3"), "1,5; \u22122 | 0,25; 3");
  assert.equal(list(["0,5", "1"]), "0,5; 1");
  assert.equal(figure("one row, then 2. The rest"), "one row, then 2. The rest");
  for (const text of ["1.5,-2;0.25,3", "10000", "0.5"]) assert.equal(parameterTyped(parameterShown(text)), text);
  notation.set({ comma: false, decimals: undefined });
  assert.equal(spaced("1.5,-2;0.25,3"), "1.5, \u22122; 0.25, 3");
  assert.equal(parameterTyped("1,2;3,4"), "1,2;3,4");
});

for (const [typed, read] of [
  ["1,234", "1.234"],
  ["0,5; 1,5", "0.5; 1.5"],
  ["[0,5 1,5], [2 3]", "[0.5 1.5], [2 3]"],
  ["0.815", "0.815"],
  ["0\uff0c5", "0.5"],
]) {
  test(`with a comma, ${typed} is one thing only`, () => {
    notation.set({ comma: true, decimals: undefined });
    assert.equal(doubtIn(String(typed)), undefined);
    assert.equal(toPoint(String(typed)), read);
  });
}

for (const typed of ["1.234", "12.000,5", "1,5,2,5"]) {
  test(`with a comma, ${typed} is asked about`, () => {
    notation.set({ comma: true, decimals: undefined });
    assert.notEqual(doubtIn(typed), undefined);
    notation.set({ comma: false, decimals: undefined });
    assert.equal(doubtIn(typed), undefined);
  });
}

test("an answer typed with a comma is kept with a point, and what cannot be told costs nothing", () => {
  const session = sessionOf();
  notation.set({ comma: true, decimals: undefined });
  assert.equal(session.submit("0,5")?.verdict, "correct");
  assert.equal(session.answer, "0.5");
  assert.equal(session.typed(session.answer), "0,5");
  assert.equal(session.submit("1.234")?.verdict, "unreadable");
  assert.equal(session.here?.attempts, 1);
  notation.set({ comma: false, decimals: undefined });
  assert.equal(session.retyped("0,5"), "0.5");
});

test("decimals are those chosen, where an exercise has no form, tolerance or whole numbers of its own", () => {
  const own = { places: 4 };
  const kept = [{ ...own, tolerance: 0.1 }, { ...own, form: "integer" }, { places: 0 }].map((parts) =>
    sessionOf(parts),
  );
  const follows = sessionOf(own);
  notation.set({ comma: false, decimals: 3 });
  assert.equal(follows.places, 3);
  assert.equal(follows.value("places"), "3 decimals");
  notation.set({ comma: false, decimals: undefined });
  assert.equal(sessionOf({ places: 1 }).value("places"), "1 decimal");
  notation.set({ comma: false, decimals: 3 });
  assert.equal(sessionOf({ places: 1 }).value("places"), "3 decimals", "also where the text was written for one");
  assert.deepEqual(follows.expected(), [["0.500"]]);
  assert.equal(follows.submit("0.5004")?.verdict, "correct");
  assert.deepEqual(
    kept.map(({ places }) => places),
    [4, 4, 0],
  );
  notation.set({ comma: false, decimals: undefined });
  assert.equal(follows.submit("0.5004")?.verdict, "wrong");
  assert.deepEqual([decimalsOf(0), decimalsOf(12), decimalsOf(-1)], [0, 12, -1]);
});

test("so few decimals that a known mistake would pass are not asked for", () => {
  // A product of 1 and 2 against their sum, both 0.00.
  const near = sessionOf({ places: 4 });
  near.runs.set("r", "factor", "0.001");
  notation.set({ comma: false, decimals: 2 });
  assert.equal(near.places, 4);
  const far = sessionOf({ places: 4 });
  assert.equal(far.places, 2);
});
