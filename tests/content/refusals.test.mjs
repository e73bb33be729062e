import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { readCourse } from "../../content/build.mjs";
import { listChapters } from "../../content/builder/folder.mjs";
import { lineOfField } from "../../content/builder/lines.mjs";
import { ContentError } from "../../content/builder/problem.mjs";
import { copyContent, editJson, editText, lineOf, loadCore } from "./course.mjs";

const clockhand = await loadCore();
const DATA = "06-rope-pairs/chapter.json";
const TEXT = "06-rope-pairs/chapter.md";

/** @typedef {(root: string) => void} Spoil */

/** @param {string} id @param {(exercise: any) => void} change @returns {Spoil} */
const exercise = (id, change) => (root) =>
  editJson(root, DATA, ({ exercises }) => change(exercises.find((/** @type {any} */ one) => one.id === id)));
/** @param {(data: any) => void} change @returns {Spoil} */
const data = (change) => (root) => editJson(root, DATA, change);
/** @param {string} line @returns {Spoil} */
const append = (line) => (root) => editText(root, TEXT, (text) => `${text}\n${line}\n`);

/**
 * Each fault once: what spoils a copy of the content, what the one sentence must say, and what stands on its line.
 * @type {[string, Spoil, RegExp, string?][]}
 */
const FAULTS = [
  // Schema: file, field and remedy.
  [
    "a field of the wrong type",
    exercise("one-pair", (e) => {
      e.places = "four";
    }),
    /chapter\.json:\d+: exercises\[0\] \(one-pair\)\.places: is "four"; write a value of type integer/,
  ],
  [
    "a number out of range",
    exercise("one-pair", (e) => {
      e.places = 40;
    }),
    /exercises\[0\] \(one-pair\)\.places: is 40; write a number <= 12/,
  ],
  [
    "a missing field",
    exercise("one-pair", (e) => {
      delete e.explain;
    }),
    /exercises\[0\] \(one-pair\): the field "explain" is missing; add it/,
  ],
  [
    "an unknown field",
    exercise("one-pair", (e) => {
      e.hint = "x";
    }),
    /exercises\[0\] \(one-pair\): the field "hint" is unknown; rename or remove it; accepted is id, kind/,
  ],
  [
    "an unknown kind",
    exercise("one-pair", (e) => {
      e.kind = "essay";
    }),
    /exercises\[0\] \(one-pair\): "kind" is "essay"; accepted is number, vector/,
  ],
  [
    "an unreadable draw",
    exercise("one-pair", (e) => {
      e.draw.m = "some";
    }),
    /exercises\[0\] \(one-pair\)\.draw\.m: is "some"; write it as described: integer LO HI/,
  ],
  [
    "a badly formed id",
    exercise("one-pair", (e) => {
      e.id = "One Pair";
    }),
    /exercises\[0\] \(One Pair\)\.id: is "One Pair"; write it as described: a permanent id/,
  ],
  [
    "a badly named run",
    data((d) => {
      d.runs["Pair Two"] = d.runs.pair;
    }),
    /runs: the name "Pair Two" is not accepted/,
  ],
  [
    "a parameter that is no text",
    data((d) => {
      d.runs.pair.params = { m: 1 };
    }),
    /runs\.pair\.params\.m: is 1; write a value of type string/,
  ],
  [
    "hints missing",
    exercise("one-pair", (e) => {
      delete e.hints;
    }),
    /exercises\[0\] \(one-pair\): the field "hints" is missing; add it \(at least four hints/,
  ],
  [
    "too few hints",
    exercise("one-pair", (e) => {
      e.hints.length = 3;
    }),
    /exercises\[0\] \(one-pair\)\.hints: holds 3; give at least 4/,
  ],
  [
    "JSON that is none",
    (root) => editText(root, DATA, (text) => text.replace('"title":', '"title"')),
    /chapter\.json:2: is not JSON: /,
  ],
  [
    "a reference without a year",
    (root) =>
      editJson(root, "references.json", (d) => {
        delete d["su-2021"].year;
      }),
    /references\.json:\d+: su-2021: the field "year" is missing/,
  ],

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
    "an unknown target table",
    exercise("one-pair", (e) => {
      e.target = "scores[0].dot";
    }),
    /exercises\[0\] \(one-pair\)\.target: .*table "scores" does not exist; accepted is rotated or score/,
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
    /"dotz" is no table of run "pairs"; accepted is rotations, dots/,
    "dotz",
  ],
  [
    "an unknown run",
    append('<ch-checks run="pears"></ch-checks>'),
    /run "pears" does not exist; accepted is pair/,
    'run="pears"',
  ],
  [
    "an unknown check",
    append('<ch-checks run="pairs" only="equal-shifts"></ch-checks>'),
    /"equal-shifts" is no check of run "pairs"; accepted is equal-shift/,
    "equal-shifts",
  ],
  [
    "an unknown parameter control",
    append('<ch-params run="pairs" only="width basis"></ch-params>'),
    /"basis" is no parameter of run "pairs"; accepted is width/,
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
    /"one-pear" is no exercise; accepted is one-pair/,
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
    /"two-pair" is no exercise; accepted is one-pair/,
    "two-pair",
  ],
  [
    "an unknown exercise to wait for",
    append('<ch-table run="pairs" table="dots" after="two-pair"></ch-table>'),
    /"two-pair" is no exercise; accepted is one-pair/,
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
        new RegExp(`carry\\[0\\]\\.from: "${from}" is no earlier exercise; accepted is one-pair, moved-pair`),
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

  // Markup.
  [
    "an unknown element",
    append("<ch-plot></ch-plot>"),
    /element <ch-plot> is not accepted; placeholders are ch-params/,
    "ch-plot",
  ],
  ["a script", append("<script>alert()</script>"), /element <script> is not accepted/, "<script>"],
  ["an event attribute", append('<p onclick="alert()">x</p>'), /attribute onclick of <p> is not accepted/, "onclick"],
  [
    "a script link",
    append('<a href="javascript:alert()">x</a>'),
    /the link to "javascript:alert\(\)" is not accepted/,
    "javascript:",
  ],
  [
    "an unknown attribute",
    append('<ch-table run="pairs" table="dots" rows="x"></ch-table>'),
    /<ch-table> has no attribute rows; accepted is run, table, after or picture/,
    'rows="x"',
  ],
  [
    "a missing attribute",
    append('<ch-table run="pairs"></ch-table>'),
    /<ch-table> lacks the attribute table/,
    '<ch-table run="pairs"></',
  ],
  [
    "an element left open",
    append('<ch-table run="pairs" table="dots">\n\nMore.'),
    /<ch-table> is not closed or holds something/,
    'table="dots">\n'.trim(),
  ],
  [
    "a table inside a sentence",
    append('See <ch-table run="pairs" table="dots"></ch-table> here.'),
    /<ch-table> stands inside a sentence/,
    "See <ch-table",
  ],
  [
    "a table inside an exercise",
    exercise("one-pair", (e) => {
      e.explain = '<ch-table run="pairs" table="dots"></ch-table>';
    }),
    /exercises\[0\] \(one-pair\)\.explain: <ch-table> is not for exercises/,
  ],
  ["a comment", append("<!-- later -->"), /holds an HTML comment/],
  ["TeX that is none", append("A formula $\\frac{a$ here."), /the formula "\\frac\{a" is not TeX that temml reads/],

  // Figures.
  [
    "a digit in the text",
    append("The score is 0.84 here."),
    /the prose holds the figure 0\.84; quote it with <ch-value>/,
    "The score is 0.84",
  ],
  [
    "a digit in a prompt",
    exercise("one-pair", (e) => {
      e.prompt += " Take 3.";
    }),
    /exercises\[0\] \(one-pair\)\.prompt: the prose holds the figure 3\./,
  ],
  [
    "a digit in an option",
    exercise("faster-pair", (e) => {
      e.options[0].feedback = "It is 1.";
    }),
    /options\[0\]\.feedback: the prose holds the figure 1\./,
  ],
  [
    "a digit in a title",
    data((d) => {
      d.title = "RoPE 2";
    }),
    /chapter\.json:\d+: title: the prose holds the figure 2/,
  ],
  ["a decimal in a formula", append("Here $x=0.84$ holds."), /the formula "x=0\.84" holds the figure 0\.84/],
  ["a digit in code", append("The id `x2` is used."), /the prose holds the figure 2/, "`x2`"],

  // Files and ids.
  [
    "a stray file in a chapter",
    (root) => writeFileSync(join(root, "06-rope-pairs", "notes.txt"), ""),
    /content\/06-rope-pairs\/notes\.txt: is not part of a chapter; move it or delete it/,
  ],
  [
    "a stray file beside the chapters",
    (root) => writeFileSync(join(root, "old.md"), ""),
    /content\/old\.md: does not belong here/,
  ],
  ["a folder that is no chapter", (root) => mkdirSync(join(root, "drafts")), /content\/drafts: does not belong here/],
  ["a chapter without its text", (root) => rmSync(join(root, TEXT)), /chapter\.md: is missing; every chapter has it/],
  [
    "an id used twice",
    exercise("moved-pair", (e) => {
      e.id = "one-pair";
    }),
    /exercises\[1\] \(one-pair\)\.id: "one-pair" is used twice/,
  ],
  [
    "an id that disappears",
    renameOnePair,
    /ids\.json:\d+: 06-rope-pairs: the exercise "one-pair" has disappeared; ids are permanent, bring it back/,
  ],
  [
    "an id that is not listed",
    (root) => editJson(root, "ids.json", (d) => d["06-rope-pairs"].shift()),
    /ids\.json:\d+: 06-rope-pairs: the exercise "one-pair" is not listed; add it/,
  ],
  [
    "a chapter that disappears",
    (root) =>
      editJson(root, "ids.json", (d) => {
        d["05-gone"] = ["x"];
      }),
    /ids\.json:\d+: 05-gone: this chapter has disappeared/,
  ],
  [
    "an option id used twice",
    exercise("faster-pair", (e) => {
      e.options[1].id = e.options[0].id;
    }),
    /the option "pair-zero" stands twice/,
  ],
  // Pictures.
  [
    "a picture that does not exist",
    append('<ch-table run="pairs" table="norms" picture="lost"></ch-table>'),
    /picture "lost" does not exist; accepted is turned-pairs, clock-hands or diagonals/,
  ],
  [
    "a picture of another layout",
    append('<ch-table run="pairs" table="norms" picture="diagonals"></ch-table>'),
    /a picture of kind "heat" draws a table of matrix, and "norms" is one of records/,
  ],
  [
    "a picture of a column that the table lacks",
    append('<ch-table run="pairs" table="norms" picture="clock-hands"></ch-table>'),
    /picture "clock-hands" names column "cosine" of "norms"; accepted is tensor, m,/,
  ],
  [
    "a picture that slides a parameter of another lab",
    data(({ pictures }) => {
      pictures["turned-pairs"].slide.param = "speed";
    }),
    /picture "turned-pairs" slides parameter "speed"; accepted is q, k, m, n or theta/,
  ],
  [
    "a picture without a text",
    data(({ pictures }) => {
      delete pictures.diagonals.alt;
    }),
    /pictures\.diagonals: the field "alt" is missing; add it/,
  ],
  [
    "a figure in a picture's text",
    data(({ pictures }) => {
      pictures.diagonals.alt = "Three of 9 cells.";
    }),
    /pictures\.diagonals\.alt: the prose holds the figure 9/,
  ],
  [
    "a picture that no table asks for",
    data(({ pictures }) => {
      pictures.lost = pictures.diagonals;
    }),
    /pictures\.lost: is not on the page; a <ch-table> asks for it/,
  ],
  [
    "two right options",
    exercise("faster-pair", (e) => {
      e.options[1].correct = true;
    }),
    /must have exactly one option with "correct": true/,
  ],
];

/** @type {Spoil} */
function renameOnePair(root) {
  for (const name of [DATA, TEXT]) editText(root, name, (text) => text.replaceAll('"one-pair"', '"first-pair"'));
}

for (const [name, spoil, expected, standsOn] of FAULTS) {
  test(`refused: ${name}`, (t) => {
    const root = copyContent(t);
    spoil(root);
    assert.throws(
      () => readCourse({ clockhand, root }),
      (error) => {
        assert.ok(error instanceof ContentError, String(error));
        assert.match(error.message, expected);
        assert.ok(!error.message.includes("\n"), "one sentence on one line");
        const { file = "", field, line } = error.place;
        assert.ok(
          !file.endsWith(".json") || field === undefined || line !== undefined,
          `${error.message} names no line`,
        );
        if (standsOn)
          assert.ok(
            error.message.startsWith(`content/${TEXT}:${lineOf(root, TEXT, standsOn)}: `),
            `${error.message} should name line ${lineOf(root, TEXT, standsOn)}`,
          );
        return true;
      },
    );
  });
}

test("a field is found on its line, a missing one where it would stand, an unknown one nowhere", () => {
  const text = '{\n"runs": {},\n"exercises": [\n{ "id": "a" },\n{ "id": "b",\n"hints": ["x",\n"y"] }\n]\n}\n';
  const lines = ["runs", "exercises[0] (a)", "exercises[1] (b).hints[1]", "exercises[1] (b).places", "other.one"];
  assert.deepEqual(
    lines.map((field) => lineOfField(text, field)),
    [2, 4, 7, 5, undefined],
  );
});

test("the unspoilt copy is accepted, so that each fault above is the only one", (t) => {
  const root = copyContent(t);
  assert.deepEqual(
    readCourse({ clockhand, root }).map(({ id }) => id),
    listChapters(root),
  );
});
