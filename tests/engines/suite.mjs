/** What the page must do in every engine, served and from disk; each file *.test.mjs asks it of one. */

import assert from "node:assert/strict";
import { platform } from "node:process";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ONE_FILE, openCore, serveSite } from "../browser/site.mjs";
import { differences, writeBits } from "./bits.mjs";
import { openEngine } from "./engines.mjs";
import { Reader } from "./reader.mjs";
import * as scenes from "./scenes.mjs";
import { allSettings } from "./settings.mjs";

/** @param {Parameters<typeof openEngine>[0]} id */
export function testEngine(id) {
  if (id === "webkit" && platform === "darwin") {
    test(id, { skip: "WebKitGTK is not packaged for macOS" });
    return;
  }
  /** @type {import("./reader.mjs").Driver} */
  let driver;
  /** @type {Reader} */
  let reader;
  before(async () => {
    driver = await openEngine(id);
    reader = new Reader(driver);
  });
  after(() => driver?.close());

  /**
   * Each test has a server, and so an origin, of its own: nothing is stored there.
   * @param {(address: string) => Promise<void>} scene @param {import("../browser/site.mjs").Change} [change]
   */
  const served = async (scene, change) => {
    const server = await serveSite(change);
    try {
      await scene(server.address);
      assert.deepEqual(await reader.faults(), []);
    } finally {
      server.close();
    }
  };

  for (const [name, scene] of Object.entries(scenes.EVERYWHERE)) {
    test(`${id}, served: ${name}`, () => served((address) => scene(reader, address)));
  }

  test(`${id}, from disk: all of it, without a request`, async (t) => {
    const address = pathToFileURL(ONE_FILE).href;
    for (const [name, scene] of Object.entries(scenes.EVERYWHERE)) {
      await t.test(name, async () => {
        await scene(reader, address);
        assert.deepEqual(await scenes.requests(reader), []);
        assert.deepEqual(await reader.faults(), []);
      });
    }
    await served(async (site) => {
      await reader.open(site);
      assert.ok(
        (await scenes.requests(reader)).some((url) => /clockhand[\w-]*\.wasm$/.test(url)),
        "requests are seen",
      );
    });
  });

  test(`${id}: without the worker's file a measurement stops and says so, and the page does a run of much work itself`, () =>
    served(
      async (address) => {
        await scenes.noWorker(reader, address);
        await scenes.apart(reader, address);
      },
      (name, bytes) => (/^worker-/.test(name) ? undefined : bytes),
    ));

  test(`${id}: every lab gives the bits that Node gives, and a turned bit is found`, async (t) => {
    const core = await openCore();
    const settings = allSettings(core);
    const node = (/** @type {import("./bits.mjs").Wish} */ wish) => writeBits(wish, core);
    await served(async (address) => {
      await reader.open(address);
      assert.deepEqual(refused(core, settings), []);
      const page = (/** @type {import("./bits.mjs").Wish} */ wish) => reader.evaluate(writeBits, wish);
      assert.deepEqual(await differences(settings, page, node), []);
      t.diagnostic(`${settings.length} runs of ${core.description.labs.length} labs`);

      const chosen = /** @type {import("./bits.mjs").Setting} */ (settings.find(({ lab }) => lab === "rope-pairs"));
      const turned = (/** @type {import("./bits.mjs").Wish} */ wish) =>
        page({ ...wish, spoilt: { setting: wish.settings.indexOf(chosen), table: 1, row: 2, column: 3 } });
      const [found, ...more] = await differences(settings, turned, node);
      assert.match(found, /^rope-pairs {}: table dots, row 2, column n2: [0-9a-f]{16} against [0-9a-f]{16}$/);
      assert.deepEqual(more, []);
    });
  });
}

/** What no engine could compute would be compared in vain. @param {import("../../wasm/clockhand.js").Clockhand} core @param {import("./bits.mjs").Setting[]} settings */
function refused(core, settings) {
  return settings.filter((setting) => !core.run(setting).ok);
}
