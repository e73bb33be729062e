/** clockhand random: what it draws is held in tests/core; here the program's calls, order and refusals. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BUILDS, clockhand } from "./programs.mjs";

/** torch 1.13: manual_seed(0), then rand(3), randn(2, 2), nn.Linear(2, 1), randint(0, 10, (5,)), on four digits. */
const TORCH = {
  calls: ["rand", "3", "randn", "2x2", "linear", "2", "1", "randint", "0", "10", "5"],
  arrays: [[0.4963, 0.7682, 0.0885], [0.3643, 0.1344, 0.1642, 0.3058], [-0.139, -0.6755], [-0.4683], [8, 6, 6, 8, 4]],
};

/** numpy 1.24: default_rng(0), then standard_normal(3), integers(0, 10, 5), random(2), on four digits. */
const NUMPY = {
  calls: ["normal", "3", "integers", "0", "10", "5", "random", "2"],
  arrays: [
    [0.1257, -0.1321, 0.6404],
    [0, 0, 1, 8, 6],
    [0.6066, 0.7295],
  ],
};

/** @param {number[][]} arrays */
function rounded(arrays) {
  return arrays.map((values) => values.map((value) => Number(value.toFixed(4))));
}

for (const build of BUILDS) {
  for (const [generator, { calls, arrays }] of Object.entries({ torch: TORCH, numpy: NUMPY })) {
    test(`${build}: ${generator}'s calls draw in order from one generator`, () => {
      const { status, stdout, stderr } = clockhand(build, [
        "random",
        "--generator",
        generator,
        "--seed",
        "0",
        ...calls,
      ]);
      assert.equal(status, 0, stderr);
      assert.deepEqual(rounded(JSON.parse(stdout)), arrays);
    });
  }
}

test("every build draws the same bytes, with seeds beyond 32 and 64 bits", () => {
  const runs = [
    ["--generator", "torch", "--seed", "18446744073709551615", "mha", "8", "2", "embedding", "3", "5", "randn", "17"],
    ["--generator", "torch", "--seed", "-1", "linear", "3", "2", "nobias", "rand", "0"],
    ["--generator", "numpy", "--seed", "340282366920938463463374607431768211463", "normal", "500", "random", "3"],
  ];
  for (const args of runs) {
    const [first, ...others] = BUILDS.map((build) => clockhand(build, ["random", ...args]).stdout);
    assert.ok(first.length > 0);
    for (const other of others) assert.equal(other, first);
  }
});

const TORCH_SEEDED = ["--generator", "torch", "--seed", "0"];
const NUMPY_SEEDED = ["--generator", "numpy", "--seed", "0"];

/** What is refused, and the sentence. @type {[string[], string][]} */
const REFUSED = [
  [[], "--generator (blank) is refused: torch or numpy is accepted"],
  [["--seed", "0", "rand", "3"], "--generator (blank) is refused: torch or numpy is accepted"],
  [["--generator", "tf", "--seed", "0", "rand", "3"], "--generator tf is refused: torch or numpy is accepted"],
  [["--generator", "torch", "rand", "3"], "--seed (blank) is refused: a whole number of 64 bits is accepted"],
  [["--generator", "torch", "--seed", "x", "rand", "3"], "--seed x is refused: a whole number of 64 bits is accepted"],
  [
    ["--generator", "torch", "--seed", "18446744073709551616", "rand", "3"],
    "--seed 18446744073709551616 is refused: a whole number of 64 bits is accepted",
  ],
  [
    ["--generator", "numpy", "--seed", "-1", "normal", "3"],
    "--seed -1 is refused: a whole number from 0 to 2^4096 - 1 is accepted",
  ],
  [NUMPY_SEEDED, "call (blank) is refused: a call such as rand 3 or normal 3 is accepted"],
  [[...NUMPY_SEEDED, "randn", "3"], "call randn is refused: random, normal or integers is accepted"],
  [[...TORCH_SEEDED, "randn", "2x"], "randn 2x is refused: randn N or randn AxB is accepted"],
  [[...TORCH_SEEDED, "rand", "-3"], "rand -3 is refused: rand N is accepted"],
  [[...TORCH_SEEDED, "rand"], "rand (blank) is refused: rand N is accepted"],
  [[...TORCH_SEEDED, "randint", "5", "5", "2"], `randint 5 is refused: ${form("randint")} is accepted`],
  // Further apart than 63 bits count.
  [
    [...TORCH_SEEDED, "randint", "-4611686018427387905", "4611686018427387904", "1"],
    `randint -4611686018427387905 is refused: ${form("randint")} is accepted`,
  ],
  [
    [...NUMPY_SEEDED, "integers", "0", "9223372036854775808", "1"],
    `integers 9223372036854775808 is refused: ${form("integers")} is accepted`,
  ],
  [
    [...NUMPY_SEEDED, "integers", "-9223372036854775809", "0", "1"],
    `integers -9223372036854775809 is refused: ${form("integers")} is accepted`,
  ],
  [[...TORCH_SEEDED, "mha", "6", "4"], "mha 6 is refused: mha E H with H dividing E is accepted"],
  [[...TORCH_SEEDED, "rand", "3", "rand", "4000000000000"], "rand 4000000000000 is refused: rand N is accepted"],
  [[...TORCH_SEEDED, "rand", "16777215"], "rand 16777215 is refused: at most 64 MiB a call is accepted"],
  [[...TORCH_SEEDED, "linear", "0", "4"], "linear 0 is refused: linear IN OUT [nobias] is accepted"],
];

/** @param {"randint" | "integers"} call */
function form(call) {
  const order = `${call} LOW HIGH N with LOW below HIGH`;
  return call === "randint" ? `${order}, less than 2^32 apart` : `${order}, both of 64 bits`;
}

for (const build of BUILDS) {
  test(`${build}: bad input is refused in one sentence, before anything is written`, () => {
    for (const [args, sentence] of REFUSED) {
      const { status, stdout, stderr } = clockhand(build, ["random", ...args]);
      assert.equal(status, 2, `${args.join(" ")}: ${stderr}`);
      assert.equal(stdout, "", args.join(" "));
      assert.equal(stderr, `clockhand: ${sentence}.\n`, args.join(" "));
    }
  });
}

test("whole numbers go as far as 64 bits", () => {
  const ends = ["-9223372036854775808", "9223372036854775807"];
  for (const build of BUILDS) {
    const { stdout, stderr } = clockhand(build, ["random", ...NUMPY_SEEDED, "integers", ...ends, "2"]);
    assert.equal(stderr, "");
    assert.match(stdout, /^\[\[-?\d{18,19},-?\d{18,19}\]\]\n$/);
  }
});
