import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Measurement } from "../../web/src/long/measurement.js";
import { measureSentence } from "../../web/src/texts.js";

mock.timers.enable({ apis: ["setTimeout"] });

const SETTING = { lab: "long", params: {} };
const STEPS = 2;

/** A worker that does a unit when the test lets it. */
class FakeWorker {
  /** @type {any[]} */ orders = [];
  terminated = false;
  /** @type {(event: { data: any }) => void} */ onmessage = () => {};
  /** @type {(event: { message: string }) => void} */ onerror = () => {};

  /** @param {any} order */
  postMessage(order) {
    this.orders.push(order);
  }

  terminate() {
    this.terminated = true;
  }

  /** The unit it was given last. */
  get unit() {
    return this.orders.at(-1).unit;
  }

  /** Reports that unit as done. */
  finish() {
    const { unit } = this;
    for (let step = 0; step < STEPS; step += 1) this.onmessage({ data: { stepped: true } });
    this.onmessage({ data: { unit, result: Float64Array.of(1, unit * 10) } });
  }
}

/** @param {number} units @param {number} most */
function begin(units, most) {
  const measurement = new Measurement(SETTING, { units, steps: STEPS });
  /** @type {FakeWorker[]} */
  const workers = [];
  const crew = /** @type {any} */ ({
    module: {},
    most,
    hire: () => workers[workers.push(new FakeWorker()) - 1],
  });
  /** @type {string[]} */
  const heard = [];
  for (const type of ["unit", "silent", "end"]) measurement.addEventListener(type, () => heard.push(type));
  return { measurement, workers, crew, heard };
}

test("units go to as many workers as there are, each once, and are kept whoever did them", () => {
  const { measurement, workers, crew, heard } = begin(3, 2);
  measurement.start(crew, 0);
  assert.deepEqual(
    workers.map(({ unit }) => unit),
    [0, 1],
  );
  workers[1]?.finish();
  assert.equal(workers[1]?.unit, 2, "the first to be done takes the next");
  workers[1]?.finish();
  assert.equal(measurement.done, false);
  workers[0]?.finish();
  assert.equal(measurement.done, true);
  assert.deepEqual(
    [...measurement.results].sort().map(([unit, [, value]]) => [unit, value]),
    [
      [0, 0],
      [1, 10],
      [2, 20],
    ],
  );
  assert.deepEqual(heard, ["unit", "unit", "unit", "end"]);
  assert.ok(workers.every(({ terminated }) => terminated));
});

test("no more workers than units", () => {
  const { measurement, workers, crew } = begin(1, 8);
  measurement.start(crew, 0);
  assert.equal(workers.length, 1);
});

test("a stop keeps what is done, and going on does the rest alone", () => {
  const { measurement, workers, crew } = begin(3, 1);
  measurement.start(crew, 0);
  workers[0]?.finish();
  measurement.stop();
  assert.equal(measurement.running, false);
  assert.equal(measurement.share, 1 / 3, "steps of a unit that was broken off do not count");
  workers[0]?.finish();
  assert.equal(measurement.results.size, 1, "a worker that was stopped is not heard");
  measurement.start(crew, 0);
  assert.equal(workers[1]?.unit, 1);
  workers[1]?.finish();
  workers[1]?.finish();
  assert.equal(measurement.done, true);
});

test("workers that are silent for long are told, until one is heard again", () => {
  const { measurement, workers, crew, heard } = begin(2, 1);
  measurement.start(crew, 0);
  mock.timers.tick(29_000);
  workers[0]?.onmessage({ data: { stepped: true } });
  mock.timers.tick(29_000);
  assert.equal(measurement.silent, false);
  mock.timers.tick(1_000);
  assert.match(measureSentence(measurement, 5), /nothing has come/);
  workers[0]?.finish();
  assert.doesNotMatch(measureSentence(measurement, 5), /nothing has come/);
  measurement.stop();
  mock.timers.tick(60_000);
  assert.deepEqual(heard, ["silent", "unit", "end"]);
});

test("a refusal ends it with the sentence, and it can be tried again", () => {
  const { measurement, workers, crew } = begin(2, 2);
  measurement.start(crew, 0);
  workers[0]?.onmessage({ data: { refused: "too large" } });
  assert.equal(measurement.refusal, "too large");
  assert.ok(workers.every(({ terminated }) => terminated));
  measurement.start(crew, 0);
  assert.equal(measurement.refusal, undefined);
  workers[2]?.onerror({ message: "not allowed" });
  assert.equal(measurement.refusal, "not allowed");
});

test("the time left follows the pace so far, and is not guessed before", () => {
  const { measurement, workers, crew } = begin(4, 1);
  assert.equal(measurement.secondsLeft(1000), undefined);
  measurement.start(crew, 0);
  assert.equal(measurement.secondsLeft(1000), undefined);
  workers[0]?.finish();
  assert.equal(measurement.secondsLeft(2000), 6, "a quarter took two seconds");
});
