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

const REFUSED = [
  [],
  ["--seed", "0", "rand", "3"],
  ["--generator", "tf", "--seed", "0", "rand", "3"],
  ["--generator", "torch", "rand", "3"],
  ["--generator", "torch", "--seed", "x", "rand", "3"],
  ["--generator", "torch", "--seed", "18446744073709551616", "rand", "3"],
  ["--generator", "numpy", "--seed", "-1", "normal", "3"],
  ["--generator", "numpy", "--seed", "0"],
  ["--generator", "numpy", "--seed", "0", "randn", "3"],
  ["--generator", "torch", "--seed", "0", "randn", "2x"],
  ["--generator", "torch", "--seed", "0", "rand", "-3"],
  ["--generator", "torch", "--seed", "0", "rand"],
  ["--generator", "torch", "--seed", "0", "randint", "5", "5", "2"],
  ["--generator", "torch", "--seed", "0", "mha", "6", "4"],
  ["--generator", "torch", "--seed", "0", "rand", "3", "rand", "4000000000000"],
  ["--generator", "torch", "--seed", "0", "linear", "0", "4"],
];

for (const build of BUILDS) {
  test(`${build}: bad input is refused in one line, before anything is written`, () => {
    for (const args of REFUSED) {
      const { status, stdout, stderr } = clockhand(build, ["random", ...args]);
      assert.equal(status, 2, `${args.join(" ")}: ${stderr}`);
      assert.equal(stdout, "", args.join(" "));
      assert.match(stderr, /^clockhand: .+\.\n$/, args.join(" "));
    }
  });
}
