/** clockhand op refuses in one sentence that names what, where and what is accepted: status 2, nothing on standard output. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { opCommand, ops } from "./ops.mjs";
import { TensorError, readTensors } from "../../wasm/tensor-json.mjs";

/** @param {string} text */
function readingOf(text) {
  try {
    return JSON.stringify(readTensors(Buffer.from(text)));
  } catch (error) {
    if (error instanceof TensorError) return error.message;
    throw error;
  }
}

/** Texts on standard input, and their sentences. @type {[string, string][]} */
const TEXTS = [
  ["", "the input (blank) is refused: an object of tensors is accepted (line 1, column 1)"],
  ["  \n ", "the input (blank) is refused: an object of tensors is accepted (line 2, column 2)"],
  ["[1,2]", "the input [ is refused: an object of tensors is accepted (line 1, column 1)"],
  ["null", "the input null is refused: an object of tensors is accepted (line 1, column 1)"],
  ["x", "the input x is refused: an object of tensors is accepted (line 1, column 1)"],
  ["{", "a name (the input ends) is refused: a string in double quotes is accepted (line 1, column 2)"],
  ["{x:1}", "a name x:1 is refused: a string in double quotes is accepted (line 1, column 2)"],
  ["{'x':1}", "a name 'x':1 is refused: a string in double quotes is accepted (line 1, column 2)"],
  ['{"x" 1}', 'what follows "x" 1 is refused: a colon is accepted (line 1, column 6)'],
  ['{"x":[1,2]}', 'x [ is refused: an object with "shape" and "data" is accepted (line 1, column 6)'],
  ['{"x":3}', 'x 3 is refused: an object with "shape" and "data" is accepted (line 1, column 6)'],
  ['{"x":{"shape":[1]}}', "x.data is missing: a list of numbers is accepted (line 1, column 6)"],
  ['{"x":{"data":[1]}}', "x.shape is missing: a list of numbers is accepted (line 1, column 6)"],
  ['{"x":{}}', "x.shape is missing: a list of numbers is accepted (line 1, column 6)"],
  ['{"x":{"dtype":"f4"}}', 'x.dtype is refused: "shape" and "data" are accepted (line 1, column 6)'],
  ['{"x":{"shape":2,"data":[1]}}', "x.shape 2 is refused: a flat list of numbers is accepted (line 1, column 15)"],
  ['{"x":{"shape":[1],"data":1}}', "x.data 1 is refused: a flat list of numbers is accepted (line 1, column 26)"],
  ['{"x":{"shape":[1],"data":"1"}}', 'x.data "1" is refused: a flat list of numbers is accepted (line 1, column 26)'],
  [
    '{"x":{"shape":[2,2],"data":[[1,2],[3,4]]}}',
    'x.data[0] [ is refused: a number, "NaN", "Infinity" or "-Infinity" is accepted: data is one flat list in row-major order, ' +
      "the shape says how it folds (line 1, column 29)",
  ],
  [
    '{"x":{"shape":[2],"data":[1,true]}}',
    'x.data[1] true is refused: a number, "NaN", "Infinity" or "-Infinity" is accepted (line 1, column 29)',
  ],
  [
    '{"x":{"shape":[2],"data":[1,null]}}',
    'x.data[1] null is refused: a number, "NaN", "Infinity" or "-Infinity" is accepted (line 1, column 29)',
  ],
  [
    '{"x":{"shape":[2],"data":["1",2]}}',
    'x.data[0] "1" is refused: a number, "NaN", "Infinity" or "-Infinity" is accepted (line 1, column 27)',
  ],
  [
    '{"x":{"shape":[2],"data":[1,NaN]}}',
    'x.data[1] NaN is refused: a number, "NaN", "Infinity" or "-Infinity" is accepted (line 1, column 29)',
  ],
  [
    '{"x":{"shape":[2],"data":[1,"nan"]}}',
    'x.data[1] "nan" is refused: a number, "NaN", "Infinity" or "-Infinity" is accepted (line 1, column 29)',
  ],
  [
    '{"x":{"shape":[2],"data":[1,01]}}',
    "x.data[1] 01 is refused: a number as JSON writes it is accepted (line 1, column 29)",
  ],
  [
    '{"x":{"shape":[2],"data":[1,1.]}}',
    "x.data[1] 1. is refused: a number as JSON writes it is accepted (line 1, column 29)",
  ],
  [
    '{"x":{"shape":[2],"data":[1,-]}}',
    "x.data[1] - is refused: a number as JSON writes it is accepted (line 1, column 29)",
  ],
  [
    '{"x":{"shape":[2],"data":[1,0x1]}}',
    "x.data[1] 0x1 is refused: a number as JSON writes it is accepted (line 1, column 29)",
  ],
  [
    '{"x":{"shape":[2],"data":[1,1e999]}}',
    "x.data[1] 1e999 is refused: a number that a double can hold is accepted (line 1, column 29)",
  ],
  [
    '{"x":{"shape":[2],"data":[1,]}}',
    'x.data[1] ] is refused: a number, "NaN", "Infinity" or "-Infinity" is accepted (line 1, column 29)',
  ],
  [
    '{"x":{"shape":[2],"data":[1 2]}}',
    "what follows a value 2 is refused: a comma or ] is accepted (line 1, column 29)",
  ],
  [
    '{"x":{"shape":[2],"data":[1,2',
    "what follows a value (the input ends) is refused: a comma or ] is accepted (line 1, column 30)",
  ],
  [
    '{"x":{"shape":[2],\n"data":[1,2]',
    "what follows a value (the input ends) is refused: a comma or } is accepted (line 2, column 13)",
  ],
  ['{"x":{"shape":[1],"data":[1]}} {}', "what follows the input { is refused: nothing is accepted (line 1, column 32)"],
  [
    '{"x":{"shape":[1],"data":[1]},"x":{"shape":[1],"data":[1]}}',
    '"x" is given twice: each name once is accepted (line 1, column 31)',
  ],
  [
    '{"x":{"shape":[1],"shape":[1],"data":[1]}}',
    '"shape" is given twice: each name once is accepted (line 1, column 19)',
  ],
  ['{"x', "a string is not closed: a double quote is accepted (line 1, column 2)"],
  ['{"\\q":1}', "a string cannot be read: characters and escapes of JSON are accepted (line 1, column 2)"],
];

for (const [text, sentence] of TEXTS) {
  test(`refused: ${text || "(blank)"}`, () => assert.equal(readingOf(text), sentence));
}

test("what is not refused: white space, a byte order mark, words, every way to write a number", () => {
  const text = '\ufeff { "x" :\t{ "data" : [ 1 , -0.5e+3,\r\n"NaN", "-Infinity",1E2,0e0,-0 ] , "shape":[7] } }\n';
  const { x } = readTensors(Buffer.from(text));
  assert.deepEqual(x.shape, [7]);
  assert.deepEqual(Array.from(x.data), [1, -500, NaN, -Infinity, 100, 0, -0]);
  assert.deepEqual(readTensors(Buffer.from("{}")), {});
});

const VECTOR = '{"x":{"shape":[1,4],"data":[1,2,3,4]}}';

/** Arguments, standard input, and what the sentence says. @type {[string[], string, RegExp][]} */
const COMMANDS = [
  [[], VECTOR, /^op \(missing\) is refused: one of rope, .*relative-bias is accepted/],
  [[""], VECTOR, /^op \(blank\) is refused: one of rope, /],
  [["ropes"], VECTOR, /^op ropes is refused: one of rope, /],
  [["rope"], VECTOR, /^pairing \(missing\) is refused: interleaved or half is accepted/],
  [["rope", "--pairing"], VECTOR, /^--pairing is given no value: interleaved.* is accepted/],
  [["attention", "--causal"], VECTOR, /^--causal is given no value: .*top-left.* is accepted/],
  [["rope", "--nothing"], VECTOR, /^--nothing is given no value: a value behind it is accepted/],
  [["rope", "--pairing", "half", "--pairing=half"], VECTOR, /^--pairing is given twice/],
  [["rope", "--pairing", "half", "half"], VECTOR, /^argument half is refused: clockhand op rope --pairing /],
  [["rope", "--pairing", "half", "--angle", "3"], VECTOR, /^parameter angle does not exist here: pairing, base, /],
  [["rope", "--pairing", "half", "--rotary-dim", "3"], VECTOR, /^rotary-dim 3 is refused: an even number from 2 to /],
  [["rope", "--pairing", "half", "--offset", "-1"], VECTOR, /^offset -1 is out of range: a whole number from 0/],
  [["rope", "--pairing", "half"], '{"x":{"shape":[4],"data":[1,2,3,4]}}', /^x 4 has the wrong shape: 2 to 8 axes/],
  [
    ["rope", "--pairing", "half"],
    '{"x":{"shape":[1,4],"data":[1,2,3]}}',
    /^x\.data of length 3 .*: 4 numbers for the shape 1,4/,
  ],
  [
    ["rope", "--pairing", "half"],
    '{"x":{"shape":[1,4.5],"data":[1,2,3]}}',
    /^x\.shape 1,4\.5 is refused: a list of whole numbers/,
  ],
  [
    ["rope", "--pairing", "half"],
    '{"x":{"shape":[1,"NaN"],"data":[1]}}',
    /^x\.shape 1,NaN is refused: a list of whole numbers/,
  ],
  [
    ["rope", "--pairing", "half"],
    '{"x":{"shape":[1e30],"data":[1]}}',
    /^x\.shape 1e\+30 is refused: a list of whole numbers/,
  ],
  [
    ["rope", "--pairing", "half"],
    '{"y":{"shape":[1],"data":[1]}}',
    /^tensor y is refused: x, positions, cos or sin is accepted/,
  ],
  [["rope", "--pairing", "half"], "{}", /^x \(missing\) is refused: \(\.\., T, d\) is accepted/],
  [["rope", "--pairing", "half"], "", /^the input \(blank\) is refused/],
  [
    ["rope", "--pairing", "half"],
    VECTOR.replace("}}", '},"positions":{"shape":[1],"data":["NaN"]}}'),
    /^positions\[0\] NaN is refused: a whole number from 0/,
  ],
  [
    ["sinusoidal", "--positions", "32768", "--width", "8192"],
    "",
    /^memory of 2147516416 bytes is refused: at most 536870912 bytes/,
  ],
  [["softmax", ""], VECTOR, /^argument \(blank\) is refused/],
  [["softmax", "--__proto__", "1"], VECTOR, /^parameter __proto__ does not exist here/],
  [["softmax"], VECTOR.replace("x", "__proto__"), /^tensor __proto__ is refused/],
  [["softmax"], VECTOR.replace("x", "x=1,4:4\\u0000tensor.x"), /^tensor x\ufffd1,4:4\ufffdtensor.x is refused/],
  [["softmax", "--axis", "7"], VECTOR, /^axis 7 is refused: a whole number from -2 to 1 is accepted/],
];

for (const [args, input, sentence] of COMMANDS) {
  test(`refused: op ${args.join(" ")} < ${input}`, () => {
    const { status, stdout, stderr } = opCommand(args, input);
    assert.equal(stdout, "");
    assert.match(stderr, /^clockhand: [^\n]*\.\n$/);
    assert.match(stderr.replace(/^clockhand: /, ""), sentence);
    assert.equal(status, 2);
  });
}

test("two gigabytes are refused before any memory is taken", () => {
  const before = process.memoryUsage().arrayBuffers;
  const outcome = ops.op("sinusoidal", {}, { positions: 32768, width: 8192 });
  assert.ok(!outcome.ok);
  assert.match(outcome.error.message, /2147516416 bytes/);
  assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 22);
});

test("the adapter refuses with the core's sentence, and the next call works", () => {
  const x = { shape: [1, 4], data: [1, 2, 3, 4] };
  const refused = ops.op("rope", { x }, { pairing: "split" });
  assert.ok(!refused.ok);
  assert.equal(refused.error.message, "pairing split cannot be read: interleaved or half is accepted");
  const long = ops.op("rope", { x }, { pairing: "h".repeat(100000) });
  assert.ok(!long.ok);
  assert.match(long.error.message, /^This is \d+ bytes long: at most \d+ are accepted$/);
  assert.ok(ops.op("rope", { x }, { pairing: "half", adjoint: false }).ok);
});

/** What JavaScript can hand over that is no tensor, and what its sentence says. @type {[any, RegExp][]} */
const VALUES = [
  [undefined, /^x\.shape is refused: a list of whole numbers is accepted$/],
  [{ data: [1] }, /^x\.shape is refused: /],
  [{ shape: 4, data: [1] }, /^x\.shape is refused: /],
  [{ shape: [4] }, /^x\.data is refused: a flat list of numbers is accepted$/],
  [{ shape: [1], data: "1" }, /^x\.data is refused: /],
  [{ shape: [1], data: new DataView(new ArrayBuffer(8)) }, /^x\.data is refused: /],
  [{ shape: [1], data: [[1]] }, /^x\.data\[0\] is refused: a number is accepted, data is one flat list/],
  [{ shape: [2], data: [1, true] }, /^x\.data\[1\] is refused: /],
  [{ shape: [2], data: [1, "NaN"] }, /^x\.data\[1\] is refused: /],
  [{ shape: [1], data: new BigInt64Array(1) }, /^x\.data\[0\] is refused: /],
  [{ shape: [2.5], data: [1] }, /^x\.shape 2\.5 is refused: a list of whole numbers from 0 to /],
  [{ shape: ["\0"], data: [1] }, /^x\.shape . is refused: /],
  [{ shape: [2], data: [1, 2, 3] }, /^x\.data of length 3 has the wrong shape: 2 numbers for the shape 2 is accepted$/],
];

for (const [x, sentence] of VALUES) {
  const shown = JSON.stringify(x, (_, value) => (typeof value === "bigint" ? String(value) : value));
  test(`the adapter refuses ${shown}`, () => {
    const refused = ops.op("softmax", { x });
    assert.ok(!refused.ok);
    assert.match(refused.error.message, sentence);
  });
}

test("the adapter takes any typed array of numbers, and plain lists", () => {
  for (const data of [[1, 2], new Float32Array([1, 2]), new Int8Array([1, 2]), new Float64Array([1, 2])]) {
    const outcome = ops.op("softmax", { x: { shape: [2], data } });
    assert.ok(outcome.ok);
    assert.ok(outcome.outputs.y.data instanceof Float64Array);
    assert.equal(outcome.outputs.y.data[1], 1 / (1 + Math.exp(-1)));
  }
});

test("a flag is given alone, with = or with a word behind it", () => {
  const turned = (/** @type {string[]} */ ...flag) =>
    opCommand(["rope", "--pairing", "half", "--offset", "1", ...flag], VECTOR).stdout;
  assert.equal(turned("--adjoint"), turned("--adjoint", "yes"));
  assert.equal(turned("--adjoint"), turned("--adjoint=yes"));
  assert.equal(turned(), turned("--adjoint", "no"));
  assert.notEqual(turned(), turned("--adjoint"));
});

test("help says what every op takes, and the program's help names op", () => {
  const general = opCommand(["--help"]);
  assert.equal(general.status, 0);
  for (const { id, inputs, parameters, outputs } of ops.description) {
    assert.match(general.stdout, new RegExp(`^  ${id} `, "m"));
    const { status, stdout } = opCommand([id, "--help"]);
    assert.equal(status, 0);
    for (const name of [...inputs, ...outputs].map((item) => item.id))
      assert.match(stdout, new RegExp(`^  ${name} `, "m"));
    for (const parameter of parameters) assert.match(stdout, new RegExp(`^  --${parameter.id} `, "m"));
  }
});
