import assert from "node:assert/strict";
import { test } from "node:test";
import {
  countDone,
  emptyDocument,
  entryOf,
  latest,
  mergeDocuments,
  parseDocument,
} from "../../web/src/progress/document.js";
import { LARGEST_SEED } from "../../wasm/seed.js";
import { exportFile, readFile, readText } from "../../web/src/progress/file.js";
import { CORRUPT_KEY, KEY, Store } from "../../web/src/progress/store.js";

/** @param {string} state @param {number} updated */
const entry = (state, updated) => /** @type {any} */ ({ state, attempts: 1, seed: 0, answer: "1", hints: 0, updated });

/** Storage in memory. @param {Record<string, string>} [items] */
function memory(items = {}) {
  const map = new Map(Object.entries(items));
  return /** @type {any} */ ({
    map,
    getItem: (/** @type {string} */ key) => map.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void map.set(key, value),
    removeItem: (/** @type {string} */ key) => void map.delete(key),
  });
}

/** @param {any} storage @param {number} [start] */
function open(storage, start = 100) {
  let time = start;
  return new Store(
    () => storage,
    () => (time += 1),
  );
}

/** @param {any} storage */
const stored = (storage) => JSON.parse(storage.map.get(KEY));

for (const text of [
  "{",
  "[]",
  "1",
  "null",
  '"x"',
  "{}",
  '{"version":"1"}',
  '{"version":1}',
  '{"version":1,"exercises":{"a/b":{}}}',
  '{"version":1,"exercises":{"a/b":{"state":"flown","updated":1}}}',
]) {
  test(`${text} is no progress document`, () => {
    assert.equal(parseDocument(text).problem, "corrupt");
  });
}

test("nothing stored is an empty document, and no problem", () => {
  assert.deepEqual(parseDocument(null), { document: emptyDocument() });
  assert.deepEqual(parseDocument(""), { document: emptyDocument() });
});

test("a newer version is told from a corrupt one", () => {
  assert.deepEqual(parseDocument('{"version":9,"anything":1}'), {
    document: emptyDocument(),
    problem: "newer",
    version: 9,
  });
});

test("fields that this version does not know are kept", () => {
  const text =
    '{"version":1,"exercises":{"a/b":{"state":"done","attempts":1,"seed":0,"answer":"","hints":0,"updated":1,"note":"x"}},"settings":{"comma":true},"extra":[1]}';
  assert.deepEqual(JSON.parse(JSON.stringify(parseDocument(text).document)), JSON.parse(text));
});

test("for each exercise the later entry stays", () => {
  const ours = { ...emptyDocument(), exercises: { "a/1": entry("tried", 5), "a/2": entry("done", 9) } };
  const theirs = {
    ...emptyDocument(),
    exercises: { "a/1": entry("done", 6), "a/2": entry("tried", 8), "a/3": entry("done", 1) },
  };
  const { document, changed } = mergeDocuments(ours, theirs);
  assert.deepEqual(
    Object.entries(document.exercises).map(([key, { state }]) => [key, state]),
    [
      ["a/1", "done"],
      ["a/2", "done"],
      ["a/3", "done"],
    ],
  );
  assert.deepEqual(
    changed.map(({ key, before }) => [key, before?.state]),
    [
      ["a/1", "tried"],
      ["a/3", undefined],
    ],
  );
});

test("an entry without an answer never takes the place of one with", () => {
  const ours = { ...emptyDocument(), exercises: { "a/1": entry("done", 5), "a/2": entry("open", 9) } };
  const theirs = { ...emptyDocument(), exercises: { "a/1": entry("open", 7), "a/2": entry("tried", 2) } };
  const { document, changed } = mergeDocuments(ours, theirs);
  assert.deepEqual(
    Object.values(document.exercises).map(({ state }) => state),
    ["done", "tried"],
  );
  assert.deepEqual(
    changed.map(({ key }) => key),
    ["a/2"],
  );
});

test("merging twice, or with itself, changes nothing more", () => {
  const one = { ...emptyDocument(), exercises: { "a/1": entry("tried", 5) } };
  const two = { ...emptyDocument(), exercises: { "a/1": entry("done", 6), "b/1": entry("done", 2) } };
  const { document } = mergeDocuments(one, two);
  assert.deepEqual(mergeDocuments(document, two).changed, []);
  assert.deepEqual(mergeDocuments(document, document).changed, []);
  assert.deepEqual(mergeDocuments(two, one).document.exercises, document.exercises);
});

test("a count knows done from tried, and the latest entry is where to resume", () => {
  const document = {
    ...emptyDocument(),
    exercises: { "a/1": entry("done", 3), "a/2": entry("tried", 7), "b/1": entry("done", 5) },
  };
  assert.deepEqual(countDone(document, "a", [{ id: "1" }, { id: "2" }, { id: "3" }]), { total: 3, done: 1, tried: 2 });
  assert.equal(latest(document), "a/2");
  assert.equal(latest(emptyDocument()), undefined);
});

test("two tabs that write in turn keep both their entries", () => {
  const storage = memory();
  const [one, two] = [open(storage), open(storage, 200)];
  one.update("a/1", () => entry("done", 0));
  two.update("a/2", () => entry("tried", 0));
  one.update("a/3", () => entry("done", 0));
  assert.deepEqual(Object.keys(stored(storage).exercises).sort(), ["a/1", "a/2", "a/3"]);
  two.reload();
  assert.equal(two.entry("a/3")?.state, "done");
});

test("what another tab reset does not come back with the next write", () => {
  const storage = memory();
  const [one, two] = [open(storage), open(storage)];
  one.update("a/1", () => entry("done", 0));
  two.reload();
  one.reset((key) => key === "a/1");
  two.update("a/2", () => entry("done", 0));
  assert.deepEqual(Object.keys(stored(storage).exercises), ["a/2"]);
});

test("a change sees what the other tab wrote", () => {
  const storage = memory();
  const [one, two] = [open(storage), open(storage)];
  one.update("a/1", () => entry("done", 0));
  two.update("a/1", (before) => ({
    ...entry("tried", 0),
    state: before?.state ?? "tried",
    attempts: (before?.attempts ?? 0) + 1,
  }));
  assert.deepEqual([stored(storage).exercises["a/1"].state, stored(storage).exercises["a/1"].attempts], ["done", 2]);
});

test("a corrupt text is kept aside, and the page goes on", () => {
  const storage = memory({ [KEY]: "{broken" });
  const store = open(storage);
  assert.equal(store.problem, "corrupt");
  assert.equal(storage.map.get(CORRUPT_KEY), "{broken");
  store.update("a/1", () => entry("done", 0));
  assert.equal(stored(storage).exercises["a/1"].state, "done");
});

test("a second corrupt text does not push out the first", () => {
  const storage = memory({ [KEY]: "{second", [CORRUPT_KEY]: "{first" });
  open(storage);
  assert.deepEqual([...storage.map.values()].sort(), ["{first", "{second"]);
});

test("a corrupt text that cannot be kept aside is not written over", () => {
  const storage = memory({ [KEY]: "{broken" });
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const store = open(storage);
  store.update("a/1", () => entry("done", 0));
  assert.equal(storage.map.get(KEY), "{broken");
  assert.equal(store.entry("a/1")?.state, "done");
});

test("a newer document is left untouched, and progress lasts in memory", () => {
  const text = '{"version":9,"exercises":"new shape"}';
  const storage = memory({ [KEY]: text });
  const store = open(storage);
  store.update("a/1", () => entry("done", 0));
  assert.equal(store.problem, "newer");
  assert.equal(storage.map.get(KEY), text);
  assert.equal(store.entry("a/1")?.state, "done");
});

test("forbidden storage is said, not thrown", () => {
  const store = new Store(() => {
    throw new DOMException("denied", "SecurityError");
  });
  store.update("a/1", () => entry("done", 0));
  assert.equal(store.problem, "forbidden");
  assert.equal(store.entry("a/1")?.state, "done");
});

test("what did not fit is written once there is room", () => {
  const storage = memory();
  const { setItem } = storage;
  storage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const store = open(storage);
  store.update("a/1", () => entry("done", 0));
  assert.equal(store.problem, "full");
  storage.setItem = setItem;
  store.flush();
  assert.equal(store.problem, undefined);
  assert.equal(stored(storage).exercises["a/1"].state, "done");
});

test("an exported file is imported as it was; other files are refused", () => {
  const document = { ...emptyDocument(), exercises: { "a/1": entry("done", 5) } };
  const file = exportFile(document, new Date(0));
  assert.match(file.name, /^clockhand-progress-1970-01-01\.json$/);
  assert.deepEqual(readText(file.text), { document });
  assert.deepEqual(readText("  "), { problem: "empty" });
  assert.deepEqual(readText("x"), { problem: "corrupt" });
  assert.deepEqual(readText('{"version":2}'), { problem: "newer", version: 2 });
});

test("numbers that no exercise can have are not taken over", () => {
  for (const seed of [1e300, 2 ** 53, 2 ** 32, 1.5, -1, "7"]) {
    const odd = { ...entry("tried", 1), seed, attempts: 1e300, hints: 2 ** 53, updated: 1e300 };
    const text = JSON.stringify({ version: 1, exercises: { "a/1": odd }, settings: {} });
    const read = parseDocument(text).document.exercises["a/1"];
    assert.deepEqual(
      [read?.seed, read?.attempts, read?.hints, read?.updated, read?.answer],
      [0, 0, 0, 0, ""],
      `seed ${seed}`,
    );
  }
  const largest = { ...entry("tried", 1), seed: LARGEST_SEED };
  const text = JSON.stringify({ version: 1, exercises: { "a/1": largest } });
  assert.equal(parseDocument(text).document.exercises["a/1"]?.seed, LARGEST_SEED);
});

for (const key of ["__proto__", "constructor", "toString"]) {
  test(`an exercise called ${key} is checked, stored and merged like any other`, () => {
    const of = (/** @type {object} */ one) => `{"version":1,"exercises":{"${key}":${JSON.stringify(one)}}}`;
    assert.equal(parseDocument(of({ state: "flown", updated: 1 })).problem, "corrupt");
    const { document } = parseDocument(of({ ...entry("done", 5), attempts: "many" }));
    assert.deepEqual(Object.keys(document.exercises), [key]);
    assert.equal(entryOf(document, key)?.attempts, 0);
    assert.equal(Object.getPrototypeOf(document.exercises), Object.prototype);
    assert.equal(entryOf(emptyDocument(), key), undefined);
    const merged = mergeDocuments(emptyDocument(), document);
    assert.deepEqual([merged.changed.length, entryOf(merged.document, key)?.state], [1, "done"]);
    assert.deepEqual(mergeDocuments(merged.document, document).changed, []);
    const storage = memory({ [KEY]: of(entry("done", 5)) });
    const store = open(storage);
    store.update("a/1", () => entry("tried", 0));
    assert.deepEqual(Object.keys(stored(storage).exercises), [key, "a/1"]);
  });
}

test("a file that is too large or cannot be opened is refused before its text is taken", async () => {
  const good = new Blob(['{"version":1,"exercises":{}}']);
  assert.ok("document" in (await readFile(good)));
  const unread = { size: 2 ** 30, text: () => assert.fail("the text of a huge file was taken") };
  assert.deepEqual(await readFile(unread), { problem: "long" });
  const gone = { size: 5, text: () => Promise.reject(new DOMException("gone", "NotFoundError")) };
  assert.deepEqual(await readFile(gone), { problem: "unreadable" });
});
