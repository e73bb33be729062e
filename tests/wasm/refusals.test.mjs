/** Refused input: status 2, one line on stderr that names the argument and the value, nothing on stdout. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { BUILDS, adapter, clockhand } from "./programs.mjs";

/** Arguments, and what the sentence must name. @type {[string[], string[]][]} */
const REFUSED = [
  [
    ["lab", "rope-pairs", "--width", "3"],
    ["width", "3"],
  ],
  [
    ["lab", "rope-pairs", "--width", "0"],
    ["width", "0"],
  ],
  [
    ["lab", "rope-pairs", "--width", "-2"],
    ["width", "-2"],
  ],
  [
    ["lab", "rope-pairs", "--width", "4.5"],
    ["width", "4.5"],
  ],
  [
    ["lab", "rope-pairs", "--width", "99999999999999999999"],
    ["width", "99999999999999999999"],
  ],
  [
    ["lab", "rope-pairs", "--width", "four"],
    ["width", "four"],
  ],
  [["lab", "rope-pairs", "--width", ""], ["width"]],
  [
    ["lab", "rope-pairs", "--base", "0"],
    ["base", "0"],
  ],
  [
    ["lab", "rope-pairs", "--base", "-1"],
    ["base", "-1"],
  ],
  [
    ["lab", "rope-pairs", "--base", "nan"],
    ["base", "nan"],
  ],
  [
    ["lab", "rope-pairs", "--base", "Infinity"],
    ["base", "Infinity"],
  ],
  [
    ["lab", "rope-pairs", "--positions", "0"],
    ["positions", "0"],
  ],
  [["lab", "rope-pairs", "--q", "1,0,1"], ["q"]],
  [
    ["lab", "rope-pairs", "--pairing", "sideways"],
    ["pairing", "sideways"],
  ],
  [
    ["lab", "rope-pairs", "--mistake", "sleepy"],
    ["mistake", "sleepy"],
  ],
  [["lab", "rope-pairs", "--wdith", "4"], ["wdith"]],
  [["lab", "rope-pairs", "--width"], ["width"]],
  [
    ["lab", "rope-pairs", "--format", "xml"],
    ["format", "xml"],
  ],
  [
    ["lab", "rope-pairs", "--digits", "many"],
    ["digits", "many"],
  ],
  [["lab", "rope-pears"], ["rope-pears"]],
  [["lab"], []],
  [["dance"], ["dance"]],
  [["labs", "--xml"], ["--xml"]],
  [
    ["lab", "rope-one-pair", "--m", "1", "--m", "2"],
    ["--m", "2"],
  ],
  [["lab", "rope-one-pair", "--format=xml"], ["xml"]],
  [["lab", "rope-limits", "--capacity", "18446744073709551616"], ["18446744073709551615"]],
  [["two\nlines"], ["two lines"]],
  [
    ["lab", "rope-one-pair", "--q", "1,".repeat(300)],
    ["q", "1,…"],
  ],
];

for (const build of BUILDS) {
  for (const [args, names] of REFUSED) {
    test(`${build}: ${args.join(" ")}`, () => {
      const { status, stdout, stderr } = clockhand(build, args);
      assert.equal(status, 2);
      assert.equal(stdout, "");
      assert.match(stderr, /^[^\n]+\n$/, "one line");
      for (const name of names) assert.ok(stderr.includes(name), `${stderr.trim()} does not name ${name}`);
    });
  }
}

for (const build of BUILDS) {
  test(`${build}: lists of what is accepted are whole, and a text that was cut says so`, () => {
    const { stdout } = clockhand(build, ["labs"]);
    const ids = Array.from(stdout.matchAll(/^(?! )(\S+)/gm), ([, id]) => id);
    const { stderr } = clockhand(build, ["lab", "x".repeat(100)]);
    assert.match(stderr, /^clockhand: lab x+… does not exist: /);
    assert.ok(ids.length > 20 && stderr.endsWith(`: ${ids.join(", ")} are accepted.\n`), stderr);
  });
}

test("the adapter refuses with the program's sentence, and the instance stays usable", async () => {
  const core = await adapter();
  const refusal = core.run({ lab: "rope-pairs", params: { width: "3" } });
  assert.equal(refusal.ok, false);
  assert.match(refusal.error.message, /^width 3 /);
  const { stderr } = clockhand("native", ["lab", "rope-pairs", "--width", "3"]);
  assert.ok(stderr.includes(refusal.error.message), stderr);
  assert.equal(core.run({ lab: "rope-pairs", params: {} }).ok, true);
});

for (const build of BUILDS) {
  test(`${build}: help says what is accepted, and --name=value is --name value`, () => {
    const general = clockhand(build, ["--help"]);
    assert.equal(general.status, 0);
    assert.match(general.stdout, /^clockhand random /m);
    const lab = clockhand(build, ["lab", "rope-pairs", "--help"]);
    assert.equal(lab.status, 0);
    assert.match(lab.stdout, /--base .*100 when not given/);
    assert.match(lab.stdout, /other-pairing/);
    const joined = clockhand(build, ["lab", "rope-one-pair", "--m=3", "--n=2", "--format=json"]);
    const apart = clockhand(build, ["lab", "rope-one-pair", "--m", "3", "--n", "2", "--format", "json"]);
    assert.equal(joined.stdout, apart.stdout);
    assert.equal(JSON.parse(joined.stdout).params.m, "3");
  });
}
