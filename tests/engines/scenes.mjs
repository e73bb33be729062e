/** What a person does with the page. Each scene has what must not be there yet, or must be refused, beside what must. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pick } from "../../wasm/clockhand.js";
import { CHAPTER, SITE, openCore } from "../browser/site.mjs";
import { writeBits } from "./bits.mjs";

/** @typedef {import("./reader.mjs").Reader} Reader @typedef {import("./reader.mjs").Place} Place */

const LONG = { chapter: "02-residuals-and-norms", run: "measured", lab: "norm-gradients", table: "layers" };
const APART = {
  chapter: "03-sinusoidal-positions",
  run: "many",
  lab: "sinusoidal-table",
  figure: "rows[1].distinct",
};
/** The worker's file in the served site. */
const WORKER = /\/worker-[^/]*$/;
/** Parameters by which the long run has several units. */
const SEVERAL = { depth: "1,2", seeds: "3..6" };
const core = await openCore();

/** @type {Place} */
const EXERCISE = { selector: "[role=group]", name: "The score of one pair" };
/** @type {Place} */
const SCORE = { selector: 'ch-table[run="pair"][table="score"]' };
/** @type {Place} */
const LONG_TABLE = { selector: `ch-table[run="${LONG.run}"][table="${LONG.table}"]` };
/** @type {Place} */
const MEASURE = { selector: "button", name: "Measure", within: LONG_TABLE };
/** @type {Place} */
const ROTATED = { selector: 'ch-table[run="pair"][table="rotated"]' };

/** The score of the pair as the page shows it. @param {Record<string, string>} [params] @param {string} [mistake] @param {number} [places] */
function score(params = {}, mistake, places = 4) {
  const result = core.run({ lab: "rope-one-pair", params, mistake });
  assert.ok(result.ok);
  return core.format(Number(pick(result, "score[0].dot").cells[0]), places);
}

/** @param {Reader} reader @param {string} answer @param {string} verdict */
async function predict(reader, answer, verdict) {
  await reader.fill({ selector: "input", name: "Your prediction", within: EXERCISE }, answer);
  await reader.enter();
  await reader.holds({ selector: ".verdict-name", within: EXERCISE }, verdict);
}

/** With nothing stored, as all files on a disk share one storage. @param {Reader} reader @param {string} address */
async function openFresh(reader, address) {
  await reader.open(`${address}#/${CHAPTER}`);
  await reader.evaluate(() => localStorage.clear());
  await reader.reload();
}

/** @param {Reader} reader @param {string} address */
async function predictions(reader, address) {
  await reader.open(`${address}#/${CHAPTER}`);
  await predict(reader, "zero", "Could not be read");
  await predict(reader, score({}, "degrees"), "A known mistake");
  await predict(reader, "0.3", "Not yet");
  await predict(reader, score(), "Correct");
}

/** @param {Reader} reader @param {string} address */
async function parameter(reader, address) {
  await reader.open(`${address}#/${CHAPTER}`);
  await predict(reader, score(), "Correct");
  const [before, after] = [score({}, undefined, 6), score({ theta: "0.5" }, undefined, 6)];
  await reader.holds(SCORE, before);
  assert.ok(!(await reader.text(SCORE)).includes(after));
  await reader.fill({ selector: 'ch-params[run="pair"] input[type=text]', name: "frequency" }, "0.5");
  await reader.holds(SCORE, after);
  await predict(reader, score({ theta: "0.5" }), "Correct");
}

/** @param {Reader} reader @param {string} address */
async function progress(reader, address) {
  const chip = { selector: ".exercise-head", within: EXERCISE };
  await openFresh(reader, address);
  assert.ok(!(await reader.text(chip)).includes("Done"), "nothing is done by a fresh reader");
  assert.ok(!(await reader.text(SCORE)).includes(score({}, undefined, 6)), "the table is covered");
  await predict(reader, score(), "Correct");
  await reader.reload();
  await reader.holds(chip, "Done");
  await reader.holds(SCORE, score({}, undefined, 6));
}

/** @param {Reader} reader @param {string} address */
async function pictures(reader, address) {
  await openFresh(reader, address);
  assert.equal(
    await reader.evaluate(() => document.querySelectorAll(".picture > *").length),
    0,
    "none before it is near",
  );
  await press(reader, /Show me/);
  await reader.approach(ROTATED);
  await reader.until("its slider is there", hasSlider, ROTATED.selector);
  for (const m of ["1", "5"]) {
    await reader.evaluate(setSlider, ROTATED.selector, m);
    const result = core.run({ lab: "rope-one-pair", params: { m } });
    assert.ok(result.ok);
    const [x, y] = pick(result, "rotated[0].after_x,after_y").cells.map(Number);
    await reader.until(`the arrow points to ${x}, ${y}`, pointsTo, ROTATED.selector, x, y);
  }
  await reader.until("every picture is drawn", allDrawn);
}

/** @param {Reader} reader @param {string} address */
async function oneUnit(reader, address) {
  await reader.open(`${address}#/${LONG.chapter}`);
  await reader.approach(LONG_TABLE);
  await measured(reader, await ownParams());
}

/** @param {Reader} reader @param {string} address */
async function severalUnits(reader, address) {
  await openLong(reader, address);
  await reader.evaluate(watchMeasure, LONG_TABLE.selector);
  await reader.click(MEASURE);
  await measured(reader, { ...(await ownParams()), ...SEVERAL });
  const { hired, shares } = await reader.evaluate(() => /** @type {any} */ (globalThis).watched);
  assert.ok(hired > 0, "workers do it");
  const between = shares.filter((/** @type {number} */ share) => share > 0 && share < 1);
  assert.ok(between.length > 0, "its progress is shown");
  assert.deepEqual(
    between,
    between.toSorted((/** @type {number} */ a, /** @type {number} */ b) => a - b),
    "it only grows",
  );
}

/** A run that a worker computes, while the page goes on. @param {Reader} reader @param {string} address */
export async function apart(reader, address) {
  const { chapter, run, lab, figure } = APART;
  await reader.open(`${address}#/${chapter}`);
  const { params } = JSON.parse(await readFile(join(SITE, "chapters", `${chapter}.json`), "utf8")).runs[run];
  const result = core.run({ lab, params });
  assert.ok(result.ok);
  await reader.holds({ selector: `ch-value[of="${run}.${figure}"]` }, String(pick(result, figure).cells[0]));
}

/** @param {Reader} reader @param {string} address */
async function apartInWorker(reader, address) {
  await apart(reader, address);
  const asked = (await requests(reader)).some((url) => WORKER.test(url));
  assert.equal(asked, address.startsWith("http"), "a worker's file is loaded, or stands in the page");
}

/** The control of the scene before: who else could have done it? @param {Reader} reader @param {string} address */
export async function noWorker(reader, address) {
  await openLong(reader, address);
  await reader.click(MEASURE);
  await reader.holds({ ...LONG_TABLE, selector: `${LONG_TABLE.selector} .measure-words` }, "It stopped: ");
}

/** Several units wait to be started. @param {Reader} reader @param {string} address */
async function openLong(reader, address) {
  const query = Object.entries(SEVERAL).map(([name, text]) => `${LONG.run}.${name}=${text}`);
  await reader.open(`${address}#/${LONG.chapter}?${query.join("&")}`);
  await reader.holds(LONG_TABLE, "Nothing is measured yet");
}

/** The chapter's own parameters of the long run. @returns {Promise<Record<string, string>>} */
async function ownParams() {
  const chapter = JSON.parse(await readFile(join(SITE, "chapters", `${LONG.chapter}.json`), "utf8"));
  return chapter.runs[LONG.run].params ?? {};
}

/** Once it is done, the page shows Node's figures, and holds their bits. @param {Reader} reader @param {Record<string, string>} params */
async function measured(reader, params) {
  const result = core.run({ lab: LONG.lab, params });
  assert.ok(result.ok);
  const { rows, columns } = /** @type {import("../../wasm/clockhand.js").Table} */ (
    result.tables.find(({ id }) => id === LONG.table)
  );
  await reader.until("the measurement is done", isMeasured, LONG_TABLE.selector);
  await press(reader, /Show the table/);
  for (const row of rows)
    for (const [at, cell] of row.entries())
      await reader.holds(LONG_TABLE, typeof cell === "number" ? core.format(cell, columns[at].digits) : cell);
  const setting = { lab: LONG.lab, params };
  const page = await reader.evaluate(writeBits, { settings: [setting], whole: true, run: LONG.run });
  assert.deepEqual(page, await writeBits({ settings: [setting], whole: true }, core));
}

/** Every button of that name in a table. @param {Reader} reader @param {RegExp} name */
function press(reader, name) {
  return reader.evaluate((source) => {
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("ch-table button")))
      if (new RegExp(source).test(button.textContent ?? "")) button.click();
  }, name.source);
}

/** What was asked of the network, or of the disk. @param {Reader} reader @returns {Promise<string[]>} */
export function requests(reader) {
  return reader.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => !/^(blob|data):/.test(name)),
  );
}

/** In the page: what a table's progress bar shows, and how many workers are hired, from now on. @param {string} selector */
function watchMeasure(selector) {
  const watched = { hired: 0, shares: /** @type {number[]} */ ([]) };
  const Hired = Worker;
  Object.assign(globalThis, {
    watched,
    Worker: class extends Hired {
      /** @param {string} address */
      constructor(address) {
        super(address);
        watched.hired += 1;
      }
    },
  });
  const look = (/** @type {MutationRecord[]} */ records) => {
    for (const { target } of records)
      if (target instanceof HTMLProgressElement && target.closest(selector)) watched.shares.push(target.position);
  };
  new MutationObserver(look).observe(document, { subtree: true, attributes: true, attributeFilter: ["value"] });
}

/** In the page. @param {string} selector */
function isMeasured(selector) {
  const table = document.querySelector(selector);
  return table !== null && table.querySelector("progress") === null && table.querySelector("table, svg") !== null;
}

/** In the page. @param {string} selector */
function hasSlider(selector) {
  return document.querySelector(`${selector} input[type=range]`) !== null;
}

/** In the page. @param {string} selector @param {string} text */
function setSlider(selector, text) {
  const table = /** @type {HTMLElement} */ (document.querySelector(selector));
  table.scrollIntoView();
  const slider = /** @type {HTMLInputElement} */ (table.querySelector("input[type=range]"));
  slider.value = text;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

/** In the page: whether the first arrow ends in this direction. @param {string} selector @param {number} x @param {number} y */
function pointsTo(selector, x, y) {
  const tip = document.querySelector(`${selector} circle.tip`);
  const shown = Math.atan2(-Number(tip?.getAttribute("cy")), Number(tip?.getAttribute("cx")));
  return tip !== null && Math.abs(shown - Math.atan2(y, x)) < 1e-6;
}

/** In the page: brings each picture near in turn, and says whether all have an extent. */
async function allDrawn() {
  const pictures = /** @type {SVGSVGElement[]} */ ([...document.querySelectorAll("svg.picture")]);
  for (const picture of pictures) {
    picture.scrollIntoView();
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return pictures.length > 1 && pictures.every((svg) => svg.childElementCount > 0 && svg.getBBox().width > 0);
}

export const EVERYWHERE = {
  "a prediction is unreadable, a known mistake, wrong, right": predictions,
  "a table follows a parameter": parameter,
  "progress is kept over a reload": progress,
  "pictures are drawn and follow their sliders": pictures,
  "a long lab of one unit runs by itself": oneUnit,
  "one of several units runs in workers when asked to": severalUnits,
  "a run of much work is computed in a worker": apartInWorker,
};
