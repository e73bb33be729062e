/** The reader of tensors against JSON.parse, on texts that are whole and texts that are not; seeds are named by a failure. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TensorError, readTensors, tensorText } from "../../wasm/tensor-json.mjs";
import { generator } from "./seeded.mjs";

/** @typedef {ReturnType<typeof generator>} Draw */

const SEEDS = 4000;
const PIECES = [
  '"',
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  " ",
  "\n",
  "-",
  "0",
  "1e5",
  ".",
  "e",
  "NaN",
  '"NaN"',
  "null",
  "true",
  "\\",
  "\\u0041",
  "é",
  "\u0000",
];
const NUMBERS = [0, -0, 1, -1.5, 1e300, 5e-324, 0.1, 123456789012345680000, NaN, Infinity, -Infinity];

/** @param {Draw} draw */
function drawTensors(draw) {
  const names = ["x", "q", "mask", "a b", "é", "__proto__"].slice(0, draw.integer(0, 6));
  return Object.fromEntries(
    names.map((name) => {
      const count = draw.integer(0, 5);
      return [name, { shape: [count], data: Float64Array.from({ length: count }, () => draw.one(NUMBERS)) }];
    }),
  );
}

/** A text with some of its characters taken out, put in, doubled or moved. @param {Draw} draw @param {string} text */
function spoil(draw, text) {
  let spoiled = text;
  for (let i = draw.integer(1, 3); i > 0; i -= 1) {
    const at = draw.integer(0, spoiled.length);
    const to = Math.min(spoiled.length, at + draw.integer(0, 4));
    spoiled =
      spoiled.slice(0, at) + draw.one([draw.one(PIECES), "", spoiled.slice(at, to).repeat(2)]) + spoiled.slice(to);
  }
  return spoiled;
}

/** What JSON.parse makes of it: tensors, or undefined where it is none or no JSON. @param {string} text */
function reference(text) {
  /** @type {any} */
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isObject = (/** @type {unknown} */ item) => typeof item === "object" && item !== null && !Array.isArray(item);
  const isList = (/** @type {unknown} */ list) =>
    Array.isArray(list) && list.every((item) => numberOf(item) !== undefined);
  if (!isObject(value)) return undefined;
  for (const tensor of Object.values(value)) {
    if (!isObject(tensor) || Object.keys(tensor).sort().join() !== "data,shape") return undefined;
    if (!isList(tensor.shape) || !isList(tensor.data)) return undefined;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, { shape, data }]) => [
      name,
      { shape: shape.map(Number), data: Float64Array.from(data, Number) },
    ]),
  );
}

/** @param {unknown} item @returns {number | undefined} */
function numberOf(item) {
  if (typeof item === "number") return Number.isFinite(item) ? item : undefined;
  return item === "NaN" ? NaN : item === "Infinity" ? Infinity : item === "-Infinity" ? -Infinity : undefined;
}

/** @param {string} text */
function reading(text) {
  try {
    return { tensors: readTensors(Buffer.from(text)) };
  } catch (error) {
    if (!(error instanceof TensorError)) throw error;
    return { refused: error.message };
  }
}

test("what is written is read back, bit for bit", () => {
  for (let seed = 1; seed <= SEEDS / 10; seed += 1) {
    const tensors = drawTensors(generator(seed));
    const { tensors: read, refused } = reading([...tensorText(tensors, [])].join(""));
    assert.equal(refused, undefined, `seed ${seed}`);
    assert.deepEqual(read, tensors, `seed ${seed}`);
  }
});

test("spoiled texts are read as JSON.parse reads them, or refused with their place", () => {
  const count = { read: 0, refused: 0, twice: 0 };
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const draw = generator(seed);
    const text = spoil(draw, [...tensorText(drawTensors(draw), [])].join(""));
    const { tensors, refused } = reading(text);
    const wanted = reference(text);
    const what = `seed ${seed}: ${JSON.stringify(text)}`;
    if (refused?.includes("is given twice")) {
      count.twice += 1; // JSON.parse keeps the last one
    } else if (refused !== undefined) {
      count.refused += 1;
      assert.match(refused, /^[^\n]+ \(line \d+, column \d+\)$/, what);
      assert.equal(wanted, undefined, what);
    } else {
      count.read += 1;
      assert.deepEqual(tensors, wanted, what);
    }
  }
  assert.ok(count.read > SEEDS / 50 && count.refused > SEEDS / 2, JSON.stringify(count));
});

test("long lists are read in stretches, words and faults among them", () => {
  const numbers = Array.from({ length: 50000 }, (_, index) => index / 7 - 1000);
  const textOf = (/** @type {(number | string)[]} */ items) =>
    `{"x":{"shape":[${items.length}],"data":[${items.join(",")}]}}`;
  const { tensors } = reading(textOf(numbers));
  assert.deepEqual(Array.from(tensors?.x.data ?? []), numbers);
  const withWord = reading(textOf([...numbers, '"NaN"', ...numbers]));
  assert.equal(withWord.tensors?.x.data.length, 100001);
  assert.ok(Number.isNaN(withWord.tensors?.x.data[50000]));
  for (const fault of ["true", "[1]", "", "01", "1e999", '"1,2"']) {
    const { refused } = reading(textOf([...numbers, fault, ...numbers]));
    assert.match(refused ?? "", /^x\.data\[50000\] /, fault);
  }
  assert.match(reading(textOf([...numbers, ""])).refused ?? "", /^x\.data\[50000\] \] /);
});

test("the notes that stand beside tensors are read over, none among them", () => {
  const y = '"y":{"shape":[1],"data":[2]}';
  for (const notes of ['"notes":[]', '"notes" : [ ]', '"notes":["one"]', '"notes":["one", "two"]']) {
    const { tensors, refused } = reading(`{${y},${notes}}`);
    assert.equal(refused, undefined, notes);
    assert.deepEqual(Object.keys(tensors ?? {}), ["y"], notes);
  }
  assert.match(reading(`{${y},"notes":[1]}`).refused ?? "", /^a note 1 is refused/);
  assert.match(reading(`{${y},"notes":["one",]}`).refused ?? "", /^a note \] is refused/);
});

test("large tensors are written in pieces that join to one text", () => {
  const data = Float64Array.from({ length: 200000 }, (_, index) => (index % 1000 === 0 ? NaN : index / 3));
  const pieces = [...tensorText({ y: { shape: [200000], data } }, ["a note"])];
  assert.ok(pieces.length > 4);
  const { y, notes } = JSON.parse(pieces.join(""));
  assert.deepEqual(notes, ["a note"]);
  assert.deepEqual(Float64Array.from(y.data, Number), data);
});
