import assert from "node:assert/strict";
import { test } from "node:test";
import { formatHash, parseHash } from "../../web/src/router.js";

const READ = [
  ["", { page: "index" }],
  ["#", { page: "index" }],
  ["#/", { page: "index" }],
  ["#/progress", { page: "progress" }],
  ["#/glossary", { page: "glossary" }],
  ["#/glossary/head-width", { page: "glossary", anchor: "head-width" }],
  ["#/06-rope-pairs", { page: "chapter", chapter: "06-rope-pairs" }],
  ["#/06-rope-pairs/", { page: "chapter", chapter: "06-rope-pairs" }],
  ["#/06-rope-pairs/one-pair", { page: "chapter", chapter: "06-rope-pairs", anchor: "one-pair" }],
  [
    "#/06-rope-pairs/one-pair?seed=7&q=1,0",
    { page: "chapter", chapter: "06-rope-pairs", anchor: "one-pair", seed: 7, params: [["q", "1,0"]] },
  ],
  ["#/a/worksheet?seed=3", { page: "worksheet", chapter: "a", seed: 3 }],
  ["#/a?pairs.base=1e%2B4", { page: "chapter", chapter: "a", params: [["pairs.base", "1e+4"]] }],
  ["#/a?q=1+2", { page: "chapter", chapter: "a", params: [["q", "1+2"]] }],
  ["#/a/explain-the-turn%C3%A9", { page: "chapter", chapter: "a", anchor: "explain-the-turné" }],
];

for (const [hash, wanted] of READ) {
  test(`${hash || "an empty hash"} is read whole`, () => {
    assert.deepEqual(parseHash(/** @type {string} */ (hash)), {
      params: [],
      problems: [],
      .../** @type {object} */ (wanted),
    });
  });
}

const PARTLY = [
  ["#/a/b?seed=x", "x", { chapter: "a", anchor: "b" }],
  ["#/a/b?seed=-1", "-1", { chapter: "a" }],
  ["#/a/b?seed=99999999999", "99999999999", { chapter: "a" }],
  ["#/a/b?seed=1.5", "1.5", { chapter: "a" }],
  ["#/a/b?q", "q", { chapter: "a", anchor: "b" }],
  ["#/a/b?q=%E0%A4%A", "q=%E0%A4%A", { chapter: "a", anchor: "b" }],
  ["#/a/b?<i>=1&m=2", "<i>=1", { chapter: "a", params: [["m", "2"]] }],
  ["#/a/b?seed=4294967296", "4294967296", { chapter: "a" }],
  ["#/progress/zzz", "zzz", { page: "progress" }],
  ["#/judging/zzz/y", "zzz/y", { page: "judging" }],
  ["#/glossary/query/y", "y", { page: "glossary", anchor: "query" }],
  ["#/glossary/query?seed=3", "seed=3", { page: "glossary", anchor: "query" }],
  ["#/?seed=1", "seed=1", { page: "index" }],
  ["#?m=1", "m=1", { page: "index", params: [] }],
  ["#/progress?seed=1", "seed=1", { page: "progress" }],
  ["#/a/worksheet/zzz", "zzz", { page: "worksheet" }],
  ["#/a/b/c", "c", { chapter: "a", anchor: "b" }],
  ["#/../etc", "..", { page: "index" }],
  ["#/a/%zz", "%zz", { chapter: "a", page: "chapter" }],
];

for (const [hash, named, kept] of PARTLY) {
  test(`in ${hash} the unreadable part is named and the rest kept`, () => {
    const route = parseHash(/** @type {string} */ (hash));
    assert.equal(route.problems.length, 1);
    assert.ok(route.problems[0]?.includes(`“${named}”`), route.problems[0]);
    assert.deepEqual({ ...route, .../** @type {object} */ (kept) }, route);
    assert.equal(route.seed, undefined);
  });
}

test("a route written is the route read", () => {
  const route = {
    chapter: "a",
    anchor: "b",
    seed: 7,
    params: /** @type {[string, string][]} */ ([
      ["q", "1,0;2,3"],
      ["pairs.base", "1e+4 %&=?#é"],
    ]),
  };
  const read = parseHash(formatHash(route));
  assert.deepEqual(read, { page: "chapter", problems: [], ...route });
});

test("the course's own pages need no query", () => {
  assert.equal(formatHash({}), "#/");
  assert.equal(formatHash({ page: "progress" }), "#/progress");
  assert.equal(formatHash({ chapter: "a", page: "worksheet" }), "#/a/worksheet");
});

test("the first instance is named too", () => {
  assert.equal(formatHash({ chapter: "a", anchor: "b", seed: 0 }), "#/a/b?seed=0");
  assert.equal(parseHash("#/a/b?seed=0").seed, 0);
});

test("of two seeds the first counts and the other is named", () => {
  const { seed, problems } = parseHash("#/a/b?seed=1&seed=2");
  assert.equal(seed, 1);
  assert.match(problems.join(" "), /^[^“]*“seed”[^“]*“2”[^“]*$/);
});

test("the refusal of a seed names the largest", () => {
  assert.match(parseHash("#/a/b?seed=1e300").problems[0] ?? "", /from 0 to 4294967295.*“1e300”/);
});
