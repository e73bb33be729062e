/** What the page asks of the core all the time: verdicts on typed answers, and runs of labs with their tables. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "../../wasm/clockhand.js";
import { ROOT } from "../../wasm/tools/steps.mjs";
import { median, plain, repeated, takeTurns } from "./measure.mjs";

const ROUNDS = 11;
const QUESTION = { lab: "rope-one-pair", target: "score[0].dot", places: 4 };
const ANSWERS = { right: "0.8415", "a mistake's": "0.0175", wrong: "0.3", unreadable: "zero" };

/** @returns {Promise<import("./measure.mjs").Row[]>} */
export async function measureAnswers() {
  const core = await load(readFileSync(join(ROOT, "build", "wasm", "clockhand.wasm")));
  const labs = core.description.labs.filter(({ long }) => long !== true).map(({ id }) => id);
  for (const lab of labs) if (!core.run({ lab }).ok) throw new Error(`${lab} refuses its defaults`);
  const times = await takeTurns(
    [
      ...Object.values(ANSWERS).map((answer) => repeated(() => core.judge({ ...QUESTION, answer }))),
      repeated(() => labs.forEach((lab) => core.run({ lab }))),
    ],
    ROUNDS,
  );
  const perSecond = (/** @type {number[]} */ found, many = 1) => ((1000 * many) / median(found)).toFixed(0);
  return [
    ...Object.keys(ANSWERS).map((kind, index) => plain(`Answers judged a second, ${kind}`, perSecond(times[index]))),
    plain(`Lab runs a second, over all ${labs.length} short labs`, perSecond(times[times.length - 1], labs.length)),
  ];
}
