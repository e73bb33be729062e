/** clockhand op --mistake and --compare: what is told of outputs of one's own, how the command ends, and what it refuses. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { opCases, opCommand, ops, outputsOf } from "./ops.mjs";
import { comparisonText } from "../../wasm/op-compare.mjs";
import { tensorText } from "../../wasm/tensor-json.mjs";
import { ROOT } from "../../wasm/tools/steps.mjs";

/** @import { Comparison } from "../../wasm/op.js" */

const folder = mkdtempSync(join(tmpdir(), "clockhand-compare-"));
after(() => rmSync(folder, { recursive: true }));
const MINE = join(folder, "mine.json");

const cases = opCases("op-mistakes.txt");
const X = '{"x":{"shape":[1,4],"data":[1,2,3,4]}}';
const HALF = ["rope", "--pairing", "half", "--offset", "1"];

/** @param {string} text @param {string[]} args @param {string} [input] */
function compared(text, args, input = X) {
  writeFileSync(MINE, text);
  return opCommand([...args, "--compare", MINE], input);
}

/** @param {string[]} args */
const outputText = (...args) => opCommand(args, X).stdout;

test("every mistake's outputs come out of the adapter, and are told by its name alone", () => {
  for (const { name, op, inputs, parameters, mistake, outputs } of cases) {
    const own = ops.op(op, inputs, parameters, mistake);
    assert.ok(own.ok, name);
    const outcome = ops.compare(op, inputs, outputs, parameters);
    assert.ok(outcome.ok, name);
    const told = outcome.outputs.flatMap(({ explained }) =>
      explained.flatMap((one) => ("mistake" in one ? [one.mistake] : [])),
    );
    assert.deepEqual([...new Set(told)], [mistake], name);
    for (const { id, cells, absolute, differing } of outcome.outputs) {
      const same = ops.compare(op, inputs, { [id]: own.outputs[id] }, parameters);
      assert.ok(same.ok);
      assert.equal(same.outputs.length, 1);
      assert.ok(cells === outputs[id].data.length && absolute >= 0 && differing <= cells);
    }
  }
});

test("the right outputs agree, and any part of them may be compared", () => {
  const q = { shape: [2, 2], data: [1, 0, 0, 1] };
  const inputs = { q, k: q, v: q };
  const { weights, y } = outputsOf("attention", inputs);
  const both = ops.compare("attention", inputs, { y, weights });
  assert.ok(both.ok);
  assert.deepEqual(
    both.outputs.map(({ id, differing, absolute }) => [id, differing, absolute]),
    [
      ["weights", 0, 0],
      ["y", 0, 0],
    ],
  );
  assert.equal(both.tolerance, ops.tolerance);
});

test("the command says that all agrees, with status 0", () => {
  const { status, stdout, stderr } = compared(outputText(...HALF), HALF);
  assert.deepEqual([status, stdout, stderr], [0, "y agrees: every cell is the same\n", ""]);
});

test("the command says what differs, where, and which mistake gives it, with status 1", () => {
  const { status, stdout, stderr } = compared(outputText(...HALF, "--mistake", "clockwise"), HALF);
  assert.deepEqual([status, stderr], [1, ""]);
  assert.equal(
    stdout,
    `y differs in 4 of 4 cells: the largest difference is 5.05, 1.26 of the largest value, at [0,0], where ${MINE} has ` +
      "3.064715260291829 and -1.9841106485555495 is right\n" +
      "  it is what the mistake clockwise gives: turned by the transposed rotation, the other way round\n" +
      "  it is what --adjoint yes gives\n",
  );
});

test("control: what nothing gives is said to be none of them", () => {
  const { status, stdout } = compared('{"y":{"shape":[1,4],"data":[1,2,3,5]}}', HALF);
  assert.equal(status, 1);
  const { mistakes } = /** @type {import("../../wasm/op.js").Op} */ (ops.description.find(({ id }) => id === "rope"));
  assert.match(stdout, new RegExp(`\\n  none of the ${mistakes.length} known mistakes gives it, .*\\n$`));
});

test("another axis, or a parameter or a tensor that is left out, is told", () => {
  const told = (
    /** @type {string} */ op,
    /** @type {any} */ inputs,
    /** @type {any} */ without,
    /** @type {any[]} */ ...other
  ) => {
    const outcome = ops.compare(op, inputs, { y: outputsOf(op, without, other[1]).y }, other[0]);
    assert.ok(outcome.ok);
    return outcome.outputs[0].explained.map(({ absolute: _, ...one }) => one);
  };
  const x = { shape: [2, 3], data: [1, 2, 4, 8, 3, 1] };
  const weight = { shape: [3], data: [2, 3, 5] };
  assert.deepEqual(told("rmsnorm", { x, weight }, { x }), [{ without: "weight" }]);
  assert.deepEqual(told("rmsnorm", { x }, { x }, { eps: 0.5 }, {}), [{ default: "eps" }]);
  assert.deepEqual(told("softmax", { x }, { x }, { axis: -1 }, {}), []);
  const deep = { x: { shape: [2, 2, 3], data: [1, 2, 4, 8, 3, 1, 0, 3, 2, 5, 1, 7] } };
  assert.deepEqual(told("softmax", deep, deep, {}, { axis: 0 }), [{ parameter: "axis", value: "0" }]);
  assert.deepEqual(told("layernorm", deep, deep, {}, { axis: 1 }), [{ parameter: "axis", value: "1" }]);
  assert.deepEqual(told("layernorm", deep, deep, { axis: 0 }, { axis: 2 }), [{ parameter: "axis", value: "2" }]);
});

/**
 * What is told of y, which was made with other tensors or parameters than those that are named.
 * @param {string} op
 * @param {{inputs: Record<string, any>, parameters?: Record<string, any>, mistake?: string}} mine
 * @param {Record<string, any>} inputs
 * @param {Record<string, any>} parameters
 */
function toldOf(op, mine, inputs, parameters) {
  const own = ops.op(op, mine.inputs, mine.parameters, mine.mistake);
  assert.ok(own.ok);
  const outcome = ops.compare(op, inputs, own.outputs, parameters);
  assert.ok(outcome.ok);
  return outcome.outputs;
}

test("a mistake and another choice at once are told where neither alone gives the output", () => {
  let pairs = 0;
  for (const { name, op, inputs, parameters, mistake } of cases) {
    const described = /** @type {import("../../wasm/op.js").Op} */ (ops.description.find(({ id }) => id === op));
    for (const { id, choices = [], default: standard } of described.parameters) {
      const own = parameters[id] ?? standard;
      for (const value of choices.filter((choice) => choice !== own)) {
        const mine = { inputs, parameters: { ...parameters, [id]: value }, mistake };
        if (!ops.op(op, inputs, mine.parameters, mistake).ok) continue;
        for (const { differing, explained, id: output } of toldOf(op, mine, inputs, parameters)) {
          assert.ok(differing === 0 || explained.length > 0, `${name} ${id} ${value} ${output}`);
          const both = explained.flatMap((one) => ("both" in one ? [one.both] : []));
          assert.ok(both.length === 0 || both.length === explained.length, "one change alone goes first");
          if (both.length === 0) continue;
          pairs += 1;
          const wanted = both.filter(
            ([one, two]) => "mistake" in one && "value" in two && two.value === value && one.mistake === mistake,
          );
          assert.equal(wanted.length, 1, `${name} ${id} ${value} ${output}`);
        }
      }
    }
  }
  assert.ok(pairs > 50, `${pairs} pairs`);
});

test("two parameters, or two tensors, wrong at once are told", () => {
  const deep = { shape: [2, 3, 4], data: Array.from({ length: 24 }, (_, i) => (i * 7) % 11) };
  const weight = { shape: [4], data: [2, 3, 5, 7] };
  const told = (/** @type {Parameters<typeof toldOf>} */ ...asked) =>
    toldOf(...asked)[0].explained.map(({ absolute: _, ...one }) => one);
  assert.deepEqual(
    told(
      "rope",
      { inputs: { x: deep }, parameters: { pairing: "half" } },
      { x: deep },
      { pairing: "interleaved", offset: 5 },
    ),
    [
      { both: [mistakeOf("rope", "other-pairing"), { default: "offset" }] },
      { both: [mistakeOf("rope", "cache-restart"), { parameter: "pairing", value: "half" }] },
      { both: [{ parameter: "pairing", value: "half" }, { default: "offset" }] },
    ],
  );
  const y = toldOf("layernorm", { inputs: { x: deep } }, { x: deep, weight, bias: weight }, {}).find(
    ({ id }) => id === "y",
  );
  assert.deepEqual(
    y?.explained.map(({ absolute: _, ...one }) => one),
    [{ both: [{ without: "weight" }, { without: "bias" }] }],
  );
});

/** @param {string} op @param {string} mistake */
function mistakeOf(op, mistake) {
  const { mistakes } = /** @type {import("../../wasm/op.js").Op} */ (ops.description.find(({ id }) => id === op));
  return { mistake, help: mistakes.find(({ id }) => id === mistake)?.help };
}

test("the command tells two changes in one sentence, and which sizes it does not try them for", () => {
  const input =
    '{"q":{"shape":[2,2],"data":[1,2,3,5]},"k":{"shape":[2,2],"data":[1,0,2,1]},"v":{"shape":[2,2],"data":[1,2,3,4]}}';
  const own = opCommand(["attention", "--mistake", "no-scale"], input).stdout;
  const { status, stdout } = compared(own, ["attention", "--causal", "top-left"], input);
  assert.equal(status, 1);
  assert.match(stdout, /\n {2}it is what the mistake no-scale gives: .*\nweights differs/);
  assert.match(
    stdout,
    /\ny differs in .*\n {2}it is what two changes give at once: the mistake no-scale \(scores not divided .*\), and --causal none\n$/,
  );
  const large = { shape: [600, 200], data: new Float64Array(120_000).fill(1) };
  const wrong = { y: { shape: large.shape, data: Float64Array.from(large.data, (_, i) => i) } };
  const outcome = ops.compare("rope", { x: large }, wrong, { pairing: "half" });
  assert.ok(outcome.ok && !outcome.pairs);
  assert.match(
    comparisonText(outcome, "mine.json"),
    /; two of these at once are tried when all tensors together have at most 262144 numbers\n$/,
  );
});

test("one tolerance for all: float32 passes, and a smaller one refuses it", () => {
  const { x } = { x: { shape: [1, 4], data: [0.1, 0.7, 0.3, 0.9] } };
  const { y } = outputsOf("rope", { x }, { pairing: "half", offset: 3 });
  const coarse = { y: { shape: y.shape, data: Float32Array.from(y.data) } };
  const at = (/** @type {number | undefined} */ tolerance) =>
    /** @type {Comparison} */ (ops.compare("rope", { x }, coarse, { pairing: "half", offset: 3 }, tolerance))
      .outputs[0];
  assert.equal(at(undefined).differing, 0);
  assert.ok(at(1e-12).differing > 0);
});

test("what angles in float32 leave is told to be that, and what is further off is not", () => {
  const [T, d, offset] = [4, 64, 30000];
  const x = { shape: [T, d], data: Float64Array.from({ length: T * d }, (_, i) => ((i * 5) % 7) - 3) };
  const y = { shape: [T, d], data: new Float64Array(T * d) };
  for (let i = 0; i < T * d; i += 2) {
    const frequency = Math.fround(1 / Math.fround(10000 ** Math.fround((i % d) / d)));
    const angle = Math.fround((offset + Math.floor(i / d)) * frequency);
    const [a, b] = x.data.subarray(i, i + 2);
    y.data[i] = a * Math.cos(angle) - b * Math.sin(angle);
    y.data[i + 1] = a * Math.sin(angle) + b * Math.cos(angle);
  }
  const text = (/** @type {number} */ off, /** @type {number} */ at) => {
    const mine = { y: { shape: y.shape, data: y.data.map((cell, i) => (i === 5 ? cell + off : cell)) } };
    const outcome = ops.compare("rope", { x }, mine, { pairing: "interleaved", offset: at });
    assert.ok(outcome.ok);
    return comparisonText(outcome, "mine.json");
  };
  const told =
    /^y differs in .*\n {2}angles in float32 may explain it: at 30000 radians they leave up to 0\.00536 of the largest value, which --tolerance 0\.00536 accepts\n$/;
  assert.match(text(0, offset), told);
  assert.match(text(0.02, offset), /\n {2}none of the .* known mistakes gives it/);
  assert.match(text(0, 0), /^y differs in .*\n {2}it is what the mistake|\n {2}none of the/);
});

test("cells that are no number agree with their like alone, and JSON says them", () => {
  const input = '{"x":{"shape":[2,2],"data":[1,"NaN",1,2]}}';
  const own = opCommand(["softmax"], input).stdout;
  assert.equal(compared(own, ["softmax"], input).status, 0);
  const { status, stdout } = compared(own.replace('"NaN"', "0.5"), ["softmax", "--json"], input);
  assert.equal(status, 1);
  const [{ differing, absolute, yours, right }] = JSON.parse(stdout).outputs;
  assert.deepEqual([differing, absolute, yours, right], [1, "Infinity", 0.5, "NaN"]);
});

test("empty tensors agree", () => {
  const input = '{"x":{"shape":[0,3],"data":[]}}';
  const { status, stdout } = compared('{"y":{"shape":[0,3],"data":[]}}', ["softmax"], input);
  assert.deepEqual([status, stdout], [0, "y agrees: it has no cells\n"]);
});

test("notes of an op are read over, and told", () => {
  const input = [
    ...tensorText({ q: tensor([1, 2]), k: tensor([1, 2]), v: tensor([1, 2]), mask: tensor([1, 1], 0) }, []),
  ].join("");
  const own = opCommand(["attention"], input).stdout;
  assert.match(own, /"notes":\["/);
  const { status, stdout } = compared(own, ["attention"], input);
  assert.equal(status, 0);
  assert.match(stdout, /\nnote: query rows that may see no key: 1 of 1/);
});

/** @param {number[]} shape */
function tensor(shape, value = 1) {
  return { shape, data: new Float64Array(shape.reduce((a, b) => a * b)).fill(value) };
}

const Y = '{"y":{"shape":[1,4],"data":[1,2,3,4]}}';

/** What stands in the file, arguments, and what the sentence says. @type {[string, string[], RegExp][]} */
const REFUSED = [
  ["", HALF, /^\S+mine\.json: the input \(blank\) is refused: an object of tensors is accepted \(line 1, column 1\)/],
  ['{"y":{"shape":[1,4],"data":[1,', HALF, /^\S+mine\.json: y\.data\[1\] \(the input ends\) is refused/],
  ["{}", HALF, /^compared tensor \(none\) is refused: y is accepted/],
  ['{"z":{"shape":[1],"data":[1]}}', HALF, /^compared tensor z is refused: y is accepted/],
  ['{"y":{"shape":[4],"data":[1,2,3,4]}}', HALF, /^compared y 4 has the wrong shape: 1,4 is accepted/],
  [
    '{"y":{"shape":[1,4],"data":[1]}}',
    HALF,
    /^compared y\.data of length 1 has the wrong shape: 4 numbers for the shape 1,4/,
  ],
  ['{"y":{"shape":[1.5],"data":[1]}}', HALF, /^compared y\.shape 1\.5 is refused: a list of whole numbers/],
  [
    '{"y":{"shape":[1],"data":[1]},"notes":[1]}',
    HALF,
    /^\S+mine\.json: a note 1 is refused: a string in double quotes/,
  ],
  ['{"notes":{"shape":[1],"data":[1]}}', HALF, /^compared tensor notes is refused: y is accepted/],
  [Y, [...HALF, "--tolerance", "x"], /^tolerance x cannot be read: a finite number from 0 to 1 is accepted/],
  [Y, [...HALF, "--tolerance", "2"], /^tolerance 2 is out of range: a finite number from 0 to 1 is accepted/],
  [Y, [...HALF, "--mistake", "clockwise"], /^--mistake beside --compare is refused: one of the two is accepted/],
  [Y, [...HALF, "--json=maybe"], /^--json maybe is refused: yes or no is accepted/],
  [Y, ["rope"], /^pairing \(missing\) is refused/],
];

for (const [text, args, sentence] of REFUSED) {
  test(`refused: ${args.join(" ")} --compare a file with ${text || "nothing"}`, () =>
    assertRefused(compared(text, args), sentence));
}

/** Arguments, and what the sentence says. @type {[string[], RegExp][]} */
const ARGUMENTS = [
  [
    ["--compare", join(folder, "none.json")],
    /^--compare \S+none\.json cannot be read \(ENOENT\): a file of tensors as JSON is accepted/,
  ],
  [["--compare", folder], /^--compare \S+ cannot be read \(EISDIR\)/],
  [["--compare", ""], /^--compare \(blank\) cannot be read \(ENOENT\)/],
  [["--compare"], /^--compare is given no value: a file of tensors as JSON is accepted/],
  [["--mistake", "no-mask"], /^mistake no-mask is refused: other-pairing, clockwise, .* or one-turned is accepted/],
  [["--mistake", "none"], /^mistake none is refused/],
  [["--mistake"], /^--mistake is given no value/],
  [["--tolerance", "0.1"], /^--tolerance is refused: it is accepted beside --compare/],
  [["--json"], /^--json is refused: it is accepted beside --compare/],
];

for (const [args, sentence] of ARGUMENTS) {
  test(`refused: rope ${args.join(" ").replace(folder, "")}`, () =>
    assertRefused(opCommand([...HALF, ...args], X), sentence));
}

/** @param {ReturnType<typeof opCommand>} outcome @param {RegExp} sentence */
function assertRefused({ status, stdout, stderr }, sentence) {
  assert.equal(stdout, "");
  assert.match(stderr, /^clockhand: [^\n]*\.\n$/);
  assert.match(stderr.replace(/^clockhand: /, ""), sentence);
  assert.equal(status, 2);
}

test("the help of an op lists its mistakes with their sentences", () => {
  for (const { id, mistakes } of ops.description) {
    const { stdout } = opCommand([id, "--help"]);
    for (const mistake of mistakes)
      assert.ok(stdout.includes(`  ${mistake.id} `) && stdout.includes(mistake.help), mistake.id);
  }
});

test("the example of the root README names the mistake that it makes", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [, mine, input, args] =
    /^echo '(.*?)' > mine\.json +#.*\necho '(.*?)' \| npx clockhand op (.*?) --compare mine\.json /m.exec(readme) ?? [];
  const { status, stdout } = compared(mine, args.split(" "), input);
  assert.equal(status, 1);
  assert.match(stdout, /what the mistake other-pairing gives/);
});
