/** What every engine computes: each lab at two settings, right and with each of its mistakes. */

/**
 * @typedef {import("../../wasm/clockhand.js").Clockhand} Clockhand
 * @typedef {import("../../wasm/clockhand.js").Lab} Lab
 * @typedef {import("./bits.mjs").Setting} Setting
 */

/** @param {Clockhand} clockhand @returns {Setting[]} */
export function allSettings(clockhand) {
  return clockhand.description.labs.flatMap((lab) => {
    const first = lab.long ? smallest(clockhand, lab) : {};
    return [first, changed(clockhand, lab, first)].flatMap((params) =>
      [undefined, ...lab.mistakes.map(({ id }) => id)].map((mistake) => ({ lab: lab.id, params, mistake })),
    );
  });
}

/** A long lab with every size as small as it may be. @param {Clockhand} clockhand @param {Lab} lab */
function smallest(clockhand, lab) {
  const sizes = lab.parameters.filter(({ type, min }) => min !== undefined && type !== "range");
  const accepts = (/** @type {Setting} */ setting) => clockhand.begin(setting).ok;
  return keep(lab, {}, accepts, (parameter) => (sizes.includes(parameter) ? [`${parameter.min}`] : []));
}

/** Every parameter another one, where the lab takes it. @param {Clockhand} clockhand @param {Lab} lab @param {Record<string, string>} first */
function changed(clockhand, lab, first) {
  const accepts = (/** @type {Setting} */ setting) => clockhand.run(setting).ok;
  return keep(lab, first, accepts, (parameter) => others(parameter, first[parameter.id] ?? parameter.default));
}

/** @param {import("../../wasm/clockhand.js").Parameter} parameter @param {string} text */
function others({ type, step = 1, choices = [] }, text) {
  const number = Number(text);
  if (type === "choice") return choices.map(({ id }) => id).filter((id) => id !== text);
  if (type === "integer") return [`${number + step}`, `${number - step}`];
  if (type === "real") return [`${number * 1.1 + 0.1}`, `${number * 0.9}`];
  if (type === "range") return [`${Number.parseInt(text, 10) + 1}`];
  return [inEach(text, (cell) => cell * 0.9 + 0.3), inEach(text, (cell) => cell + 1)];
}

/** @param {string} text @param {(cell: number) => number} change */
function inEach(text, change) {
  return text.replace(/-?\d+(\.\d+)?/g, (cell) => `${change(Number(cell))}`);
}

/**
 * Takes one parameter after the other, the first of its texts that the lab accepts beside those taken before.
 * @param {Lab} lab @param {Record<string, string>} first @param {(setting: Setting) => boolean} accepts
 * @param {(parameter: import("../../wasm/clockhand.js").Parameter) => string[]} texts
 */
function keep(lab, first, accepts, texts) {
  return lab.parameters.reduce((params, parameter) => {
    const tried = texts(parameter).map((text) => ({ ...params, [parameter.id]: text }));
    return tried.find((candidate) => accepts({ lab: lab.id, params: candidate })) ?? params;
  }, first);
}
