/** The sizes of the stacks whose gradients are measured, and what the measurement takes in floating-point operations. */

const WIDTH = 64;
const INNER = 256;
const SEQUENCES = 8;
const TOKENS = 16;
export const DEPTHS = [12, 24, 48];
const ORDERS = 2;
export const SEEDS = 20;

/** Rows of every linear layer's input. */
export const ROWS = SEQUENCES * TOKENS;

/** A block's linear layers: features in and out. */
export const LINEARS = [
  { name: "queries, keys and values", inner: WIDTH, outer: 3 * WIDTH },
  { name: "attention's output", inner: WIDTH, outer: WIDTH },
  { name: "first feed-forward", inner: WIDTH, outer: INNER },
  { name: "second feed-forward", inner: INNER, outer: WIDTH },
];

/** One product of all heads' scores, or of weights and values. */
const ATTENTION = 2 * SEQUENCES * TOKENS * TOKENS * WIDTH;
const FORWARD = 2;
const BACKWARD = 4;

/** Operations of a seed: of the linear layers by layer and form, and of attention. */
export function operationsOfSeed() {
  const blocks = ORDERS * DEPTHS.reduce((sum, depth) => sum + depth, 0);
  const below = blocks - ORDERS * DEPTHS.length; // nothing goes back behind the first feed-forward weight of a first block
  const product = LINEARS.map(({ inner, outer }) => 2 * ROWS * inner * outer);
  const linear = LINEARS.map((_, index) => ({
    forward: blocks * product[index],
    backward: (index === 3 ? blocks : below) * product[index],
    squares: index === 2 ? blocks * product[index] : 0, // of the one gradient that is asked for
  }));
  const attention = (blocks * FORWARD + below * BACKWARD) * ATTENTION;
  const total = linear.reduce((sum, { forward, backward, squares }) => sum + forward + backward + squares, attention);
  return { linear, attention, total };
}
