import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import test, { after } from "node:test";
import { Worker } from "node:worker_threads";
import { labOf, openChapter, runOf } from "../../content/author.mjs";
import { mistakesOf } from "../../content/builder/exercises.mjs";
import { listChapters, CONTENT } from "../../content/builder/folder.mjs";
import { loadCore } from "./course.mjs";
import { SEEDS, checkSeed } from "./separation.mjs";

/** @import { Asked } from "./separation.mjs" */

const clockhand = await loadCore();
const chapters = listChapters(CONTENT).map((id) => openChapter(id));

/** Every numeric exercise of the course as the core sees it. @type {[string, Asked][]} */
const exercises = chapters.flatMap((chapter) =>
  chapter.data.exercises.flatMap((exercise) => {
    const { id, target, places, tolerance, form, draw } = exercise;
    if (target === undefined) return [];
    const { lab, params } = runOf(chapter, exercise);
    const mistakes = mistakesOf(exercise, labOf(clockhand, lab));
    const asked = Object.entries({ places, tolerance, form }).filter(([, value]) => value !== undefined);
    return [[`${chapter.id}/${id}`, { lab, params, target, draw, mistakes, ...Object.fromEntries(asked) }]];
  }),
);

/**
 * Mistakes that no exercise of the course asks about yet: an instance for each lab that has such, drawn here.
 * @type {[string, Asked][]}
 */
const GENERATED = [
  [
    "softmax-saturation, the spread of scaled scores",
    {
      lab: "softmax-saturation",
      params: { queries: "8", keys: "5" },
      draw: { widths: "choice 9 16 25 36 49 64", seed: "integer 0 1000" },
      target: "spread[0].scaled",
      places: 2,
      mistakes: ["no-scale", "scale-by-dk", "scale-by-tokens"],
    },
  ],
  [
    "rope-frequencies, a far position",
    {
      lab: "rope-frequencies",
      params: {},
      draw: { width: "choice 8 16 32 64", base: "integer 100 10000", position: "integer 300 2000" },
      target: "frequencies[1].theta,angle,cosine,sine",
      places: 4,
      mistakes: [
        "exponent-halved",
        "degrees",
        "angles-in-16-bit",
        "position-off-by-one",
        "width-of-model",
        "sine-cosine-swapped",
      ],
    },
  ],
];

/** @typedef {{name: string, triples: number, fault?: string}} Found */

const began = performance.now();
const found = findAll([...exercises, ...GENERATED]);
let triples = 0;
after(() => {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${triples} (exercise, seed, mistake) triples over ${SEEDS} seeds in ${seconds} s\n`);
});

/**
 * All exercises over as many threads as the machine has processors, each with a core of its own.
 * @param {[string, Asked][]} list
 * @returns {Map<string, Promise<Found>>}
 */
function findAll(list) {
  const waiting = [...list];
  /** @type {Map<string, (found: Found) => void>} */
  const settle = new Map();
  const promises = new Map(
    list.map(([name]) => [name, new Promise((/** @type {(found: Found) => void} */ done) => settle.set(name, done))]),
  );
  for (let i = 0; i < Math.min(availableParallelism(), list.length); i += 1) {
    const worker = new Worker(new URL("separation-worker.mjs", import.meta.url));
    const next = () => {
      const one = waiting.shift();
      if (one === undefined) void worker.terminate();
      else worker.postMessage({ name: one[0], asked: one[1] });
    };
    worker.on("message", (/** @type {Found} */ one) => {
      settle.get(one.name)?.(one);
      next();
    });
    worker.on("error", (error) => settle.forEach((done, name) => done({ name, triples: 0, fault: error.message })));
    next();
  }
  return promises;
}

for (const [name, asked] of [...exercises, ...GENERATED]) {
  test(`${name}: over ${SEEDS} seeds the right value is accepted, one beside it is not, each mistake is named`, async () => {
    const one = await found.get(name);
    assert.equal(one?.fault, undefined);
    assert.equal(one?.triples, SEEDS * asked.mistakes.length);
    triples += one?.triples ?? 0;
  });
}

test("every mistake is recognised somewhere", () => {
  // A mistake that several labs can make is told apart where one of them is asked about; that each lab makes it is held by
  // tests/wasm/agreement.test.mjs.
  const looked = new Set([...exercises, ...GENERATED].flatMap(([, { mistakes }]) => mistakes));
  const all = new Set(clockhand.description.labs.flatMap(({ mistakes }) => mistakes.map(({ id }) => id)));
  assert.ok(all.size > 0);
  assert.deepEqual(
    [...all].filter((mistake) => !looked.has(mistake)),
    [],
  );
});

test("an instance whose mistake cannot be told, and a mistake that is not one, are found", () => {
  const [, onePair] = exercises.find(([name]) => name === "06-rope-pairs/one-pair") ?? exercises[0];
  const alike = { ...onePair, draw: {}, params: { ...onePair.params, m: "0", n: "0" } };
  assert.throws(() => checkSeed(clockhand, alike, 0), /query-only/);
  assert.throws(() => checkSeed(clockhand, { ...onePair, places: 0, draw: {} }, 0), /inseparable|seed 0/);
});
