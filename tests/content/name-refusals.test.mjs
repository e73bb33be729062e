/** What the builder refuses of what texts and exercises name: runs, tables, parameters, mistakes, other steps. */
import { editText } from "./course.mjs";
import { TEXT, append, data, exercise, testRefusals } from "./faults.mjs";

/** @import { Spoil } from "./faults.mjs" */

testRefusals([
  // Names that nothing answers to.
  [
    "an unknown lab",
    data((d) => {
      d.runs.pair.lab = "rope-none";
    }),
    /runs\.pair\.lab: "rope-none" is no lab; accepted is .*rope-one-pair/,
  ],
  [
    "a refused parameter",
    data((d) => {
      d.runs.pairs.params = { width: "3" };
    }),
    /runs\.pairs\.params: the core refuses the run: .*width/,
  ],
  [
    "an exercise on an unknown run",
    exercise("one-pair", (e) => {
      e.run = "none";
    }),
    /exercises\[0\] \(one-pair\)\.run: run "none" does not exist; accepted is pair, at-zero, pair-moved/,
  ],
  [
    "an exercise on a run that is computed apart",
    data((d) => {
      d.runs.pair.apart = true;
    }),
    /exercises\[0\] \(one-pair\)\.run: run "pair" is computed apart \("apart" in runs\.pair\), and an exercise cannot wait/,
  ],
  [
    "a figure of such a run in an exercise",
    data((d) => {
      d.runs.large = { lab: "rope-pairs", apart: true };
      d.exercises[0].hints[0] += ' <ch-value of="large.dots[0].n0"></ch-value>';
    }),
    /run "large" is computed apart .*an exercise cannot wait for it/,
  ],
  [
    "a long run that is to be computed apart",
    data((d) => {
      d.runs.depths = { lab: "norm-gradients", params: { depth: "1", seeds: "1" }, apart: true };
    }),
    /runs\.depths\.apart: lab "norm-gradients" is measured in workers already/,
  ],
  [
    "an unknown target table",
    exercise("one-pair", (e) => {
      e.target = "scores[0].dot";
    }),
    /exercises\[0\] \(one-pair\)\.target: .*table "scores" does not exist; perhaps score is meant; accepted is rotated or score/,
  ],
  [
    "an unknown target column",
    exercise("one-pair", (e) => {
      e.target = "score[0].dots";
    }),
    /exercises\[0\] \(one-pair\)\.target: .*column "dots" does not exist; score has m, n/,
  ],
  [
    "an unknown target row",
    exercise("one-pair", (e) => {
      e.target = "score[1].dot";
    }),
    /exercises\[0\] \(one-pair\)\.target: .*row 1 does not exist; score has rows 0 to 0/,
  ],
  [
    "a target of another shape",
    exercise("one-pair", (e) => {
      e.target = "rotated[0].after_x,after_y";
    }),
    /exercises\[0\] \(one-pair\)\.kind: is number \(one cell\), but .* is 1 by 2; write vector/,
  ],
  [
    "a draw for an unknown parameter",
    exercise("one-pair", (e) => {
      e.draw.z = "integer 1 2";
    }),
    /exercises\[0\] \(one-pair\)\.draw\.z: is no parameter of rope-one-pair; accepted is q, k/,
  ],
  [
    "a mistake of another lab",
    exercise("one-pair", (e) => {
      e.mistakes = ["no-scale"];
    }),
    /exercises\[0\] \(one-pair\)\.mistakes: "no-scale" is no mistake of rope-one-pair; accepted is .*clockwise/,
  ],
  [
    "a mistake without a sentence",
    data((d) => {
      delete d.mistakes.clockwise;
    }),
    /exercises\[1\] \(moved-pair\)\.mistakes: the mistake "clockwise" has no sentence; add it/,
  ],
  [
    "a sentence for no mistake",
    data((d) => {
      d.mistakes.widdershins = "x";
    }),
    /mistakes\.widdershins: is no mistake of this chapter's labs; accepted is/,
  ],
  [
    "a parameter in braces that is none",
    exercise("one-pair", (e) => {
      e.prompt += " {zeta}";
    }),
    /exercises\[0\] \(one-pair\)\.prompt: \{zeta\} names no parameter; accepted is q, k, m, n, theta, places/,
  ],
  [
    "an unknown table",
    append('<ch-table run="pairs" table="dotz"></ch-table>'),
    /"dotz" is no table of run "pairs"; perhaps dots is meant; accepted is rotations, dots/,
    "dotz",
  ],
  [
    "an unknown run",
    append('<ch-checks run="pears"></ch-checks>'),
    /run "pears" does not exist; perhaps pairs is meant; accepted is pair/,
    'run="pears"',
  ],
  [
    "an unknown check",
    append('<ch-checks run="pairs" only="equal-shifts"></ch-checks>'),
    /"equal-shifts" is no check of run "pairs"; perhaps equal-shift is meant; accepted is equal-shift/,
    "equal-shifts",
  ],
  [
    "an unknown parameter control",
    append('<ch-params run="pairs" only="width basis"></ch-params>'),
    /"basis" is no parameter of run "pairs"; perhaps base is meant; accepted is width/,
    "basis",
  ],
  [
    "an unknown parameter value",
    append('It is <ch-value param="pairs.basis"></ch-value>.'),
    /"basis" is no parameter of run "pairs"/,
    "basis",
  ],
  [
    "an unknown value",
    append('It is <ch-value of="pairs.dots[9].n0"></ch-value>.'),
    /row 9 does not exist; dots has rows 0 to 2/,
    "dots[9]",
  ],
  [
    "a value of several cells",
    append('It is <ch-value of="pairs.dots"></ch-value>.'),
    /"dots" of run "pairs" is 9 cells; name one/,
    'of="pairs.dots"',
  ],
  [
    "a figure that an exercise asks for",
    append('It is <ch-value of="pair.score[0].dot"></ch-value>.'),
    /score\[0\]\.dot is what exercise "one-pair" asks for; hold it back with after="one-pair"/,
    'of="pair.score[0].dot"',
  ],
  [
    "a figure held back for an exercise that is none",
    append('It is <ch-value of="pair.score[0].dot" after="one-pear"></ch-value>.'),
    /"one-pear" is no exercise; perhaps one-pair is meant; accepted is one-pair/,
    "one-pear",
  ],
  [
    "a figure of an instance where there is none",
    append('It is <ch-value of="instance.score[0].dot"></ch-value>.'),
    /"instance" is for the texts of an exercise with a run; elsewhere name a run, accepted is pair/,
    'of="instance',
  ],
  [
    "a figure of an instance that its lab does not have",
    exercise("one-pair", (e) => {
      e.hints[2] = 'It is <ch-value of="instance.rotated[2].angle"></ch-value>.';
    }),
    /exercises\[0\] \(one-pair\)\.hints\[2\]: .*row 2 does not exist; rotated has rows 0 to 1/,
  ],
  [
    "a parameter of an instance as a figure",
    exercise("one-pair", (e) => {
      e.explain = 'It is <ch-value param="instance.m"></ch-value>.';
    }),
    /exercises\[0\] \(one-pair\)\.explain: a parameter of the instance is written \{name\}, such as \{m\}/,
  ],
  [
    "hints that show the whole answer",
    exercise("position-zero", (e) => {
      e.hints[1] = 'First <ch-value of="instance.rotated[0].after_x"></ch-value>.';
      e.hints[3] = 'Then <ch-value of="instance.rotated.after_y"></ch-value>.';
    }),
    /exercises\[3\] \(position-zero\)\.hints: prompt and hints show all of "rotated\[0\]\.after_x,after_y", which is asked/,
  ],
  [
    "a run with the name of the instance",
    data((d) => {
      d.runs.instance = d.runs.pair;
    }),
    /runs\.instance: this name stands for the instance of an exercise; choose another/,
  ],
  ["a value of nothing", append("It is <ch-value></ch-value>."), /ch-value takes either of=/, "<ch-value></ch-value>"],
  [
    "an unknown exercise",
    append('<ch-exercise id="two-pair"></ch-exercise>'),
    /"two-pair" is no exercise; .*accepted is one-pair/,
    "two-pair",
  ],
  [
    "an unknown exercise to wait for",
    append('<ch-table run="pairs" table="dots" after="two-pair"></ch-table>'),
    /"two-pair" is no exercise; .*accepted is one-pair/,
    "two-pair",
  ],
  [
    "an unknown reference",
    append('As shown <ch-cite key="nobody"></ch-cite>.'),
    /reference "nobody" does not exist; accepted is vaswani-2017/,
    "nobody",
  ],
  [
    "an exercise placed twice",
    append('<ch-exercise id="one-pair"></ch-exercise>'),
    /exercise "one-pair" stands on the page already; place it once/,
  ],
  [
    "an exercise placed nowhere",
    (root) => editText(root, TEXT, (text) => text.replace('<ch-exercise id="one-pair"></ch-exercise>', "")),
    /chapter\.md: exercise "one-pair" is not on the page/,
  ],

  // What stays true when readers change parameters.
  [
    "a choice on a run that readers change",
    exercise("faster-pair", (e) => {
      e.run = "schedule";
      e.hints = ["The base is {base}."];
    }),
    /exercises\[2\] \(faster-pair\)\.run: readers change run "schedule", and a choice exercise must stay true; give it/,
  ],
  [
    "a written exercise on a run that readers change",
    exercise("norm-proof", (e) => {
      e.run = "pairs";
    }),
    /\(norm-proof\)\.run: readers change run "pairs", and a written exercise must stay true; give it a run without/,
  ],
  ...["explain", "prompt"].map(
    (field) =>
      /** @type {[string, Spoil, RegExp]} */ ([
        `a choice whose ${field} quotes a run that readers change`,
        exercise("check-cost", (e) => {
          e[field] += ' It is <ch-value param="pairs.base"></ch-value>.';
        }),
        new RegExp(`\\(check-cost\\)\\.${field}: "pairs\\.base" moves when readers change run "pairs"; quote a run`),
      ]),
  ),
  [
    "an option that quotes a run that readers change",
    exercise("check-cost", (e) => {
      e.options[1].feedback += ' It is <ch-value of="pairs.rotations[1].theta"></ch-value>.';
    }),
    /\(check-cost\)\.options\[1\]\.feedback: "pairs\.rotations\[1\]\.theta" moves when readers change/,
  ],
  [
    "an option that quotes a run that readers change, its attributes in another order",
    exercise("check-cost", (e) => {
      e.options[1].feedback += ' It is <ch-value after="one-pair" of="pairs.rotations[1].theta"></ch-value>.';
    }),
    /\(check-cost\)\.options\[1\]\.feedback: "pairs\.rotations\[1\]\.theta" moves when readers change/,
  ],
  [
    "an explanation that quotes the run, beside a fresh instance",
    exercise("slow-turn", (e) => {
      e.explain += ' It is <ch-value of="two-pairs.rotations[5].angle"></ch-value>.';
    }),
    /\(slow-turn\)\.explain: "two-pairs\.rotations\[5\]\.angle" is of the run, .* write "instance\.rotations\[5\]\.angle"/,
  ],
  [
    "a hint of a computed exercise that quotes another run that readers change",
    exercise("slow-turn", (e) => {
      e.hints[1] += ' It is <ch-value of="pairs.rotations[5].m"></ch-value>.';
    }),
    /\(slow-turn\)\.hints\[1\]: "pairs\.rotations\[5\]\.m" moves .*; quote a run without <ch-params> or "instance"/,
  ],
  [
    "a target that a reader's parameters take away",
    exercise("slow-turn", (e) => {
      e.run = "pairs";
    }),
    /\(slow-turn\)\.target: readers can set width of run "pairs" to 2, and then "rotations\[5\]\.after_x,after_y" is not there/,
  ],
  [
    "a target that a reader's parameters give another shape",
    exercise("offset-matrix", (e) => {
      e.run = "pairs";
    }),
    /\(offset-matrix\)\.target: readers can set positions of run "pairs" to 1, and then "offsets" is number, not a matrix/,
  ],
  [
    "a hint's figure that a reader's parameters take away",
    exercise("sinusoid-sum", (e) => {
      e.hints[2] += ' Then <ch-value of="instance.sum[2].angle"></ch-value>.';
    }),
    /\(sinusoid-sum\)\.hints\[2\]: readers can set embedding of run "added" to 1,0, and then "instance\.sum\[2\]\.angle"/,
  ],
  [
    "fresh instances that a reader's parameters make impossible",
    (root) => {
      editText(root, TEXT, (text) => `${text}\n<ch-params run="two-pairs" only="width"></ch-params>\n`);
      exercise("faster-pair", (e) => delete e.run && (e.prompt = "Which?") && (e.hints = ["None."]))(root);
      exercise("faster-pair", (e) => (e.explain = "So."))(root);
      exercise("shift-cells", (e) => delete e.run && (e.prompt = "Which?"))(root);
      exercise("slow-turn", (e) => {
        e.target = "rotations[0].after_x,after_y";
        e.prompt = "Which?";
        e.explain = "So.";
        e.hints = ["a", "b", "c", "d"];
      })(root);
    },
    /\(slow-turn\)\.draw: readers can set width of run "two-pairs" to 2, and then .*q.*; give the exercise a run/,
  ],

  // Chains.
  ...["one-pear", "chain-score"].map(
    (from) =>
      /** @type {[string, Spoil, RegExp]} */ ([
        `a chain that goes on from ${from}, which is not earlier`,
        exercise("chain-score", (e) => {
          e.carry[0].from = from;
        }),
        new RegExp(`carry\\[0\\]\\.from: "${from}" is no earlier exercise; .*accepted is one-pair, moved-pair`),
      ]),
  ),
  [
    "a chain that goes on from a choice",
    exercise("chain-score", (e) => {
      e.carry[0].from = "faster-pair";
    }),
    /carry\[0\]\.from: "faster-pair" is a choice exercise; only a computed value is carried/,
  ],
  [
    "a chain over two runs",
    exercise("chain-score", (e) => {
      e.carry[0].from = "one-pair";
    }),
    /carry\[0\]\.from: "one-pair" is on run "pair", this one on "pair-chain"; use one run/,
  ],
  [
    "a chain whose steps are drawn otherwise",
    exercise("chain-key", (e) => {
      e.draw.m = "integer 1 2";
    }),
    /carry\[1\]\.from: "chain-key" is drawn otherwise; give all steps of a chain the same "draw"/,
  ],
  [
    "a chain into a parameter that is none",
    exercise("chain-score", (e) => {
      e.carry[0].params.p = "0";
    }),
    /carry\[0\]\.params: "p" is no parameter of rope-one-pair; accepted is q, k/,
  ],
  [
    "a chain that carries nothing",
    exercise("chain-score", (e) => {
      e.carry[1].params.k = "1,0";
    }),
    /carry\[1\]\.params: no parameter takes the earlier answer; write \{answer\} where it goes/,
  ],
]);
