/** Moves a picture from what it showed to what it shows now; the style sheet says for how long, where motion is allowed at all. */

/** @type {WeakMap<SVGElement, { at: any, frame: number }>} where each picture stands, and its next frame */
const moves = new WeakMap();

/**
 * @template T
 * @param {SVGElement} svg @param {T} to
 * @param {(from: T, to: T, part: number) => T} between what stands on the way, from 0 at the beginning to 1
 * @param {(at: T) => void} draw
 */
export function glide(svg, to, between, draw) {
  const before = moves.get(svg);
  cancelAnimationFrame(before?.frame ?? 0);
  /** @param {T} at */
  const show = (at) => {
    moves.set(svg, { at, frame: 0 });
    draw(at);
  };
  const milliseconds = parseFloat(getComputedStyle(svg).getPropertyValue("--glide-ms"));
  if (before === undefined || !(milliseconds > 0)) return show(to);
  const from = before.at;
  const begun = performance.now();
  const step = () => {
    if (!svg.isConnected) return;
    const part = Math.min(1, (performance.now() - begun) / milliseconds);
    show(part < 1 ? between(from, to, part) : to);
    if (part < 1) /** @type {{ frame: number }} */ (moves.get(svg)).frame = requestAnimationFrame(step);
  };
  step();
}
