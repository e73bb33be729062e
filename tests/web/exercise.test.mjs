import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "../../web/src/exercise/session.js";
import { fillFrom, joinGrid, splitGrid } from "../../web/src/exercise/paste.js";
import { partingOf } from "../../web/src/exercise/paths.js";
import { LARGEST_SEED } from "../../wasm/seed.js";
import { Store } from "../../web/src/progress/store.js";
import { Runs } from "../../web/src/runs.js";
import { answerLabels, cellAt } from "../../web/src/target.js";
import { clockhand, core } from "./fake-core.js";

const chapter = /** @type {any} */ ({
  id: "c",
  runs: { one: { lab: "products", params: {} }, two: { lab: "products", params: { size: "3" } } },
  mistakes: {},
});

/** @param {object} [exercise] */
function open(exercise = {}) {
  const map = new Map();
  const storage = /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => map.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => map.set(key, value),
    removeItem: (/** @type {string} */ key) => map.delete(key),
  });
  const store = new Store(() => storage);
  const runs = new Runs(/** @type {any} */ (clockhand), chapter.runs);
  const full = /** @type {any} */ ({
    id: "e",
    kind: "number",
    run: "one",
    target: "grid[1].n1",
    draw: { factor: "integer 1 9" },
    hints: ["h1", "h2"],
    ...exercise,
  });
  const signal = new AbortController().signal;
  /** The exercise as a reload finds it. */
  const again = () => new Session({ chapter, core, runs, store: new Store(() => storage), signal }, full);
  return { store, runs, again, session: new Session({ chapter, core, runs, store, signal }, full) };
}

test("a chapter of many exercises is opened without computing any of them", (t) => {
  const run = t.mock.method(clockhand, "run");
  const { session } = open();
  assert.equal(run.mock.callCount(), 0);
  assert.equal(session.instance.result?.ok, true);
  assert.ok(run.mock.callCount() > 0, "the control: asked for, it is computed");
});

test("an answer is judged against the run as it stands, and follows its parameters", () => {
  const { session, runs } = open();
  assert.equal(session.submit("4")?.verdict, "correct");
  runs.set("one", "factor", "10");
  assert.equal(session.verdict, undefined);
  assert.equal(session.submit("4")?.verdict, "wrong");
  assert.equal(session.submit("40")?.verdict, "correct");
});

test("unreadable costs no attempt and is not remembered; wrong costs one; done stays done", () => {
  const { session } = open();
  session.submit("abc");
  assert.deepEqual(session.store.document.exercises, {});
  session.submit("5");
  assert.deepEqual([session.entry?.state, session.entry?.attempts], ["tried", 1]);
  session.submit("4");
  session.submit("5");
  assert.deepEqual([session.entry?.state, session.entry?.attempts], ["done", 3]);
});

test("after a shown answer the same instance does not count, a fresh one does", () => {
  const { session } = open();
  session.reveal();
  assert.deepEqual([session.settled, session.expected()], [true, [["4.00"]]]);
  session.submit("4");
  assert.equal(session.entry?.state, "revealed");
  session.another();
  assert.equal(session.settled, false);
  assert.deepEqual([session.seed, session.value("factor")], [1, "2"]);
  session.submit("8");
  assert.equal(session.entry?.state, "done");
});

test("changed parameters are a fresh instance too", () => {
  const { session, runs } = open();
  session.reveal();
  runs.set("one", "factor", "3");
  assert.equal(session.settled, false);
  session.submit("12");
  assert.equal(session.entry?.state, "done");
});

test("a link names the seed and the changed parameters that are not drawn", () => {
  const { session, runs } = open();
  assert.equal(session.link, "#/c/e?seed=0");
  runs.set("one", "factor", "3");
  runs.set("one", "size", "4");
  assert.equal(session.link, "#/c/e?seed=0&factor=3&size=4");
  session.select(7);
  assert.equal(session.link, "#/c/e?seed=7&size=4");
  session.select(7, ["factor"]);
  assert.equal(session.link, "#/c/e?seed=7&factor=3&size=4");
  assert.equal(session.value("factor"), "3");
  runs.reset("one");
  session.select(7, ["factor"]);
  assert.equal(session.link, "#/c/e?seed=7&factor=1", "fixed at the chapter's own value");
  assert.equal(open({ draw: undefined }).session.link, "#/c/e", "a single instance has no seed");
});

test("after the largest seed the drawn instances begin again", () => {
  const { session } = open();
  session.select(LARGEST_SEED);
  session.another();
  assert.equal(session.seed, 1);
});

test("hints open one by one, no further than there are, and are remembered before any attempt", () => {
  const { session, again } = open();
  session.openHint();
  session.openHint();
  session.openHint();
  assert.deepEqual([session.hints, session.entry?.hints, session.entry?.state], [2, 2, "open"]);
  assert.equal(again().hints, 2);
});

test("an answer is kept with its instance, and given back to no other", () => {
  const { session, runs, again } = open();
  session.submit("5");
  assert.equal(again().answer, "5");
  runs.set("one", "factor", "3");
  assert.deepEqual([session.answer, again().answer], ["", ""]);
  runs.set("one", "factor", "");
  assert.equal(again().answer, "5");
  session.another();
  session.openHint();
  assert.deepEqual([session.answer, again().answer, again().seed, again().hints], ["", "", 1, 1]);
});

test("another instance is remembered though nothing was done with it, and counts as nothing begun", () => {
  const { session, again } = open();
  session.another();
  session.another();
  assert.deepEqual([again().seed, again().entry?.state, again().entry?.attempts], [2, "open", 0]);
  session.first();
  assert.equal(again().seed, 0);
});

test("what was done with one instance is told apart from all", () => {
  const { session, again } = open();
  session.openHint();
  session.submit("5");
  session.submit("4");
  assert.deepEqual([session.solved, again().solved, again().settled], [true, true, true]);
  session.another();
  assert.deepEqual([session.solved, session.settled, session.hints, session.here?.attempts], [false, false, 0, 0]);
  session.submit("1");
  assert.deepEqual([session.entry?.state, session.entry?.attempts, session.here?.attempts], ["done", 3, 1]);
  session.first();
  assert.deepEqual([session.solved, again().solved], [true, true]);
});

test("an entry of before instances were kept apart belongs to the one of its seed", () => {
  const { session, store, again } = open();
  store.update(session.key, () => ({ state: "done", attempts: 2, seed: 1, answer: "8", hints: 1 }));
  const kept = again();
  assert.deepEqual([kept.seed, kept.answer, kept.hints, kept.solved], [1, "8", 1, true]);
  kept.another();
  kept.submit("1");
  kept.select(1);
  assert.equal(kept.solved, true);
});

test("what is forgotten elsewhere is forgotten here", () => {
  const { session, store } = open();
  session.another();
  session.submit("8");
  store.reset(() => true);
  assert.deepEqual([session.seed, session.verdict, session.hints, session.settled], [0, undefined, 0, false]);
});

test("a vector is read in the shape in which it is judged", () => {
  const { session } = open({ kind: "vector", target: "list.first" });
  /** @type {any[]} */
  const asked = [];
  session.core = { ...core, clockhand: { ...clockhand, read: (/** @type {any} */ one) => (asked.push(one), {}) } };
  session.read("1, 2");
  assert.deepEqual(asked, [{ text: "1, 2", rows: 2, columns: 1 }]);
});

test("an instance that is not there any more still knows its parameters", () => {
  const { session, runs } = open({ target: "grid[3].n3" });
  runs.set("one", "size", "1");
  session.core = { ...core, pick: () => assert.fail("no such row") };
  assert.match(session.instance.refusal ?? "", /does not exist/);
  assert.deepEqual([session.value("size"), session.value("factor")], ["1", "1"]);
});

test("a refused parameter keeps the last good result and both texts", () => {
  const { runs } = open();
  runs.set("one", "size", "9");
  const run = runs.get("one");
  assert.equal(run?.error?.argument, "size");
  assert.equal(run?.texts.size, "9");
  assert.equal(run?.result?.params.size, "2");
  runs.set("one", "factor", "5");
  assert.deepEqual(runs.get("one")?.texts, { size: "9", factor: "5" });
  runs.set("one", "size", "");
  assert.equal(runs.get("one")?.result?.params.factor, "5");
});

test("a link's parameters reach their run; the rest is named", () => {
  const { runs } = open();
  assert.deepEqual(
    runs.apply(
      [
        ["factor", "7"],
        ["two.size", "4"],
      ],
      "one",
    ),
    {
      problems: [],
      accepted: [
        { run: "one", name: "factor" },
        { run: "two", name: "size" },
      ],
    },
  );
  assert.deepEqual([runs.get("one")?.params.factor, runs.get("two")?.params.size], ["7", "4"]);
  const { problems, accepted } = runs.apply(
    [
      ["nothing", "1"],
      ["size", "99"],
      ["factor", "8"],
      ["three.size", "1"],
    ],
    "one",
  );
  assert.equal(problems.length, 3);
  assert.match(problems.join(" "), /“nothing”.*“three.size”.*size=99/);
  assert.equal(runs.get("one")?.params.factor, "8");
  assert.deepEqual(accepted, [{ run: "one", name: "factor" }]);
  assert.equal(runs.get("two")?.params.size, "3", "what a link does not name is the chapter's own again");
  assert.match(runs.apply([["size", "1"]], undefined).problems[0] ?? "", /“size”/);
});

test("a link that says what stands already leaves answers alone, and one with nothing resets", () => {
  const { session, runs } = open();
  runs.set("one", "factor", "3");
  session.submit("5");
  runs.apply([["factor", "3"]], "one");
  assert.equal(session.verdict?.verdict, "wrong");
  runs.apply([], undefined);
  assert.deepEqual([session.verdict, runs.get("one")?.params.factor], [undefined, undefined]);
});

test("a parameter named twice in a link counts once, under whichever name", () => {
  const { runs } = open();
  const { problems } = runs.apply(
    [
      ["factor", "2"],
      ["one.factor", "3"],
      ["factor", "4"],
    ],
    "one",
  );
  assert.deepEqual([problems.length, runs.get("one")?.params.factor], [2, "2"]);
  assert.match(problems.join(" "), /“one.factor”.*“3”.*“factor”.*“4”/);
});

test("a block fills from its cell on, and what falls outside is left out", () => {
  assert.deepEqual(
    fillFrom(["", "", "", ""], { rows: 2, columns: 2 }, 1, [
      ["1", "2"],
      ["3", "4"],
    ]),
    ["", "1", "", "3"],
  );
});

test("a grid's answer is as large as the grid, and none of another shape takes its place", () => {
  const shape = { rows: 2, columns: 2 };
  const four = ["1", "", "3", "4"];
  assert.deepEqual(splitGrid(joinGrid(four, shape), shape), four);
  assert.equal(joinGrid([...four, "5", "6"], shape), joinGrid(four, shape));
  assert.equal(joinGrid(["1"], shape), "1\t\n\t");
  assert.deepEqual(splitGrid("1\t2\t3\n4\t5\t6\n7\t8\t9", shape), []);
  assert.deepEqual(splitGrid("1\t2\t3\t4", shape), []);
});

test("fields are labelled from the table, whatever part of it is asked", () => {
  const result = /** @type {any} */ (clockhand.run({ lab: "products", params: {} }));
  assert.deepEqual(answerLabels(result, "grid", { rows: 2, columns: 2 }), {
    rows: ["m = 1", "m = 2"],
    columns: ["n = 1", "n = 2"],
  });
  assert.deepEqual(answerLabels(result, "list[0].first,last", { rows: 1, columns: 2 }), {
    rows: ["row 1"],
    columns: ["first", "last"],
  });
  assert.deepEqual(answerLabels(result, "nothing", { rows: 1, columns: 1 }), {
    rows: ["row 1"],
    columns: ["column 1"],
  });
  assert.equal(cellAt(result, "grid[1].n1")?.value, 4);
  assert.equal(cellAt(result, "grid[9].n1"), undefined);
});

test("a refused parameter leaves the verdict standing", () => {
  const { session, runs } = open();
  session.submit("5");
  runs.set("one", "size", "9");
  assert.equal(session.verdict?.verdict, "wrong");
});

test("where a mistake parts from the right path, without giving the asked cell away", () => {
  const params = { size: "2" };
  const right = /** @type {any} */ (clockhand.run({ lab: "products", params }));
  const wrong = /** @type {any} */ (clockhand.run({ lab: "products", params, mistake: "added" }));
  const hidden = partingOf(right, wrong, "grid[0].n0", false, clockhand.format);
  assert.deepEqual(hidden, {
    caption: "Products",
    row: "m = 1",
    steps: [{ label: "n = 1", right: undefined, wrong: "2.00", differs: true }],
  });
  const elsewhere = partingOf(right, wrong, "grid[1].n1", false, clockhand.format);
  assert.deepEqual(elsewhere?.steps, [{ label: "n = 1", right: "1.00", wrong: "2.00", differs: true }]);
  const settled = partingOf(right, wrong, "grid[0].n0", true, clockhand.format);
  assert.deepEqual(
    settled?.steps.map(({ right: ours }) => ours),
    ["1.00", "2.00"],
  );
  assert.equal(partingOf(right, right, "grid", true, clockhand.format), undefined);
});
