/** Draws that a printed seed repeats. */

/** Mulberry32: 32 bits of state, enough to vary test inputs. @param {number} seed */
export function generator(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number from `low` to `high`, both included. @param {number} low @param {number} high */
  const integer = (low, high) => low + Math.floor(uniform() * (high - low + 1));
  return {
    uniform,
    integer,
    /** @template T @param {readonly T[]} items @returns {T} */
    one: (items) => items[integer(0, items.length - 1)],
    /** Doubles between -2 and 2. @param {number} count */
    reals: (count) => Float64Array.from({ length: count }, () => 4 * uniform() - 2),
  };
}
