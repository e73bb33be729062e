/** What must hold of the ops for any tensors: drawn from seeds that a failure names, each with a negative control. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { outputsOf } from "./ops.mjs";
import { generator } from "./seeded.mjs";

/** @typedef {ReturnType<typeof generator>} Draw */
/** @typedef {{shape: number[], data: Float64Array}} Tensor */

const SEEDS = 60;
const NEAR = 1e-12;

/** @param {number[]} shape */
const sizeOf = (shape) => shape.reduce((product, axis) => product * axis, 1);

/** @param {Draw} draw @param {number[]} shape @returns {Tensor} */
const drawTensor = (draw, shape) => ({ shape, data: draw.reals(sizeOf(shape)) });

/** @param {Draw} draw @param {number} rank */
const drawShape = (draw, rank) => Array.from({ length: rank }, () => draw.integer(1, 4));

/** @param {ArrayLike<number>} left @param {ArrayLike<number>} right */
const dot = (left, right) => Array.from(left).reduce((sum, value, index) => sum + value * right[index], 0);

/** @param {ArrayLike<number>} left @param {ArrayLike<number>} right */
function distance(left, right) {
  assert.equal(left.length, right.length);
  return Array.from(left).reduce((most, value, index) => Math.max(most, Math.abs(value - right[index])), 0);
}

/**
 * A property that gives 0 up to rounding, and gives more when `spoiled`.
 * @param {string} name
 * @param {(draw: Draw, spoiled: boolean) => number} gap
 */
function property(name, gap) {
  test(name, () => {
    let spoiled = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const found = gap(generator(seed), false);
      assert.ok(found <= NEAR, `seed ${seed}: off by ${found}`);
      if (gap(generator(seed), true) > NEAR) spoiled += 1;
    }
    assert.ok(spoiled > SEEDS / 2, `the control is noticed for ${spoiled} of ${SEEDS} seeds`);
  });
}

/** @param {Draw} draw */
function drawRope(draw) {
  const width = 2 * draw.integer(1, 3);
  const x = drawTensor(draw, [...drawShape(draw, draw.integer(1, 3)), width + draw.integer(0, 2)]);
  const parameters = { pairing: draw.one(["interleaved", "half"]), offset: draw.integer(0, 99), "rotary-dim": width };
  return { x, parameters };
}

property("rope: the adjoint undoes the rotation", (draw, spoiled) => {
  const { x, parameters } = drawRope(draw);
  const { y } = outputsOf("rope", { x }, parameters);
  const back = outputsOf("rope", { x: y }, { ...parameters, adjoint: !spoiled });
  return distance(back.y.data, x.data);
});

property("rope: <R x, z> = <x, R' z>", (draw, spoiled) => {
  const { x, parameters } = drawRope(draw);
  const z = drawTensor(draw, x.shape);
  const turned = outputsOf("rope", { x }, parameters).y.data;
  const back = outputsOf("rope", { x: z }, { ...parameters, adjoint: !spoiled }).y.data;
  return Math.abs(dot(turned, z.data) - dot(x.data, back));
});

property("rope: an offset is the positions it stands for, in every batch", (draw, spoiled) => {
  const { x, parameters } = drawRope(draw);
  const { offset, ...rest } = parameters;
  const tokens = x.shape[x.shape.length - 2];
  const places = Float64Array.from({ length: tokens }, (_, index) => offset + index + (spoiled ? 1 : 0));
  const given = outputsOf("rope", { x, positions: { shape: [tokens], data: places } }, rest);
  return distance(given.y.data, outputsOf("rope", { x }, parameters).y.data);
});

property("rope: a table of cosines and sines is the rotation it is made of", (draw, spoiled) => {
  const width = 2 * draw.integer(1, 3);
  const x = drawTensor(draw, [2, 3, width]);
  const angles = Array.from({ length: 3 * (width / 2) }, (_, index) => {
    return Math.floor(index / (width / 2)) * 10000 ** ((-2 * (index % (width / 2))) / width);
  });
  const shape = [3, width / 2];
  const cos = { shape, data: angles.map(Math.cos) };
  const sin = { shape, data: angles.map(spoiled ? Math.cos : Math.sin) };
  const given = outputsOf("rope", { x, cos, sin }, { pairing: "half" });
  return distance(given.y.data, outputsOf("rope", { x }, { pairing: "half" }).y.data);
});

property("rope: dot products of rotated rows depend on the offset between them", (draw, spoiled) => {
  const pairing = draw.one(["interleaved", "half"]);
  const x = drawTensor(draw, [2, 6]);
  const shift = draw.integer(1, 50);
  const scoreAt = (/** @type {number} */ first, /** @type {number} */ second) => {
    const positions = { shape: [2], data: [first, second] };
    const { data } = outputsOf("rope", { x, positions }, { pairing }).y;
    return dot(data.slice(0, 6), data.slice(6));
  };
  return Math.abs(scoreAt(2, 5) - scoreAt(2 + shift, 5 + shift + (spoiled ? 1 : 0)));
});

/** @param {Draw} draw @param {number[]} lead */
function drawHeads(draw, lead) {
  const [Tq, Tk, dk, dv] = drawShape(draw, 4);
  const [q, k, v] = [
    [Tq, dk],
    [Tk, dk],
    [Tk, dv],
  ].map((rest) => drawTensor(draw, [...lead, ...rest]));
  return { q, k, v };
}

property("attention: the weights of a row sum to 1, of an unseen row to 0", (draw, spoiled) => {
  const heads = drawHeads(draw, [2]);
  const causal = draw.one(["none", "top-left", "bottom-right"]);
  const { weights, y } = outputsOf("attention", heads, { causal });
  const [, Tq, Tk] = weights.shape;
  const dv = heads.v.shape[2];
  let most = 0;
  for (let row = 0; row < 2 * Tq; row += 1) {
    const sum = weights.data.slice(row * Tk, (row + 1) * Tk).reduce((a, b) => a + b, 0);
    const seen = causal !== "bottom-right" || (row % Tq) + Tk - Tq >= 0;
    most = Math.max(most, Math.abs(sum - (seen === spoiled ? 0 : 1)));
    if (!seen && !spoiled) most = Math.max(Math.abs(sum), ...y.data.slice(row * dv, (row + 1) * dv).map(Math.abs));
  }
  return most;
});

property("attention: what the mask hides changes nothing", (draw, spoiled) => {
  const { q, k, v } = drawHeads(draw, []);
  const [Tq, Tk] = [q.shape[0], k.shape[0]];
  const hidden = draw.integer(0, Tk - 1);
  const mask = { shape: [1, Tk], data: Array.from({ length: Tk }, (_, j) => (j === hidden && !spoiled ? 0 : 1)) };
  const other = { shape: v.shape, data: v.data.slice() };
  for (let d = 0; d < v.shape[1]; d += 1) other.data[hidden * v.shape[1] + d] += 100;
  const before = outputsOf("attention", { q, k, v, mask }).y;
  const after = outputsOf("attention", { q, k, v: other, mask }).y;
  assert.equal(before.shape[0], Tq);
  return distance(before.data, after.data);
});

property("attention: each head is worked on alone", (draw, spoiled) => {
  const heads = drawHeads(draw, [2, 2]);
  const { y } = outputsOf("attention", heads);
  const alone = (/** @type {Tensor} */ { shape, data }, /** @type {number} */ head) => {
    const size = data.length / 4;
    return { shape: shape.slice(2), data: data.slice(head * size, (head + 1) * size) };
  };
  const parts = [0, 1, 2, 3].map((head) => {
    const keys = spoiled ? (head + 1) % 4 : head;
    const one = { q: alone(heads.q, head), k: alone(heads.k, keys), v: alone(heads.v, keys) };
    return outputsOf("attention", one).y.data;
  });
  return distance(
    y.data,
    parts.flatMap((part) => Array.from(part)),
  );
});

property("softmax: along any axis the weights sum to 1", (draw, spoiled) => {
  const shape = drawShape(draw, draw.integer(1, 4));
  const axis = draw.integer(0, shape.length - 1);
  const { y } = outputsOf("softmax", { x: drawTensor(draw, shape) }, { axis: draw.one([axis, axis - shape.length]) });
  const stride = sizeOf(shape.slice(axis + 1));
  const sums = new Map();
  y.data.forEach((value, index) => {
    const lane = `${Math.floor(index / (stride * shape[axis]))},${index % stride}`;
    sums.set(lane, (sums.get(lane) ?? 0) + value);
  });
  return Math.max(...[...sums.values()].map((sum) => Math.abs(sum - (spoiled ? 0.5 : 1))));
});

property("softmax: a shift of all values changes nothing", (draw, spoiled) => {
  const x = drawTensor(draw, [3, 4]);
  const moved = x.data.map((value, index) => value + (spoiled ? index : 1));
  const shifted = outputsOf("softmax", { x: { shape: [3, 4], data: moved } });
  return distance(outputsOf("softmax", { x }).y.data, shifted.y.data);
});

property("layernorm: y is x less its mean, times rstd; several axes are one", (draw, spoiled) => {
  const x = drawTensor(draw, [2, 3, 2]);
  const { y, mean, rstd } = outputsOf("layernorm", { x }, { axis: 1 });
  const flat = outputsOf("layernorm", { x: { shape: [2, 6], data: x.data } }, { axis: spoiled ? 0 : 1 });
  const made = x.data.map(
    (value, index) => (value - mean.data[Math.floor(index / 6)]) * rstd.data[Math.floor(index / 6)],
  );
  return Math.max(distance(y.data, made), distance(y.data, flat.y.data));
});

property("rmsnorm: a row that is scaled gives the same", (draw, spoiled) => {
  const x = drawTensor(draw, [3, 4]);
  const scaled = { shape: x.shape, data: x.data.map((value) => 8 * value) };
  const eps = spoiled ? 1 : 0;
  return distance(outputsOf("rmsnorm", { x }, { eps }).y.data, outputsOf("rmsnorm", { x: scaled }, { eps }).y.data);
});

property("relative-bias: equal offsets take equal biases", (draw, spoiled) => {
  const table = drawTensor(draw, [2 * draw.integer(1, 4) + 1]);
  const tokens = draw.integer(2, 6);
  const { data } = outputsOf("relative-bias", { table }, { tokens }).bias;
  let most = 0;
  for (let i = 1; i < tokens; i += 1) {
    for (let j = 1; j < tokens; j += 1) {
      const other = spoiled ? data[(i - 1) * tokens + j] : data[(i - 1) * tokens + j - 1];
      most = Math.max(most, Math.abs(data[i * tokens + j] - other));
    }
  }
  return most;
});

property("sinusoidal: both layouts hold the same numbers", (draw, spoiled) => {
  const [positions, width] = [draw.integer(1, 5), draw.integer(2, 9)];
  const pairs = Math.ceil(width / 2);
  const [one, other] = ["interleaved", "halves"].map(
    (layout) => outputsOf("sinusoidal", {}, { positions, width, layout }).pe.data,
  );
  const moved = one.map((_, index) => {
    const [row, feature] = [Math.floor(index / width), index % width];
    const sine = spoiled ? feature % 2 === 1 : feature % 2 === 0;
    return other[row * width + (sine ? 0 : pairs) + Math.floor(feature / 2)];
  });
  return distance(one, moved);
});
