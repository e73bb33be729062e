/** The bits that a core computes, written down so that those of two places can be held against each other. */

/**
 * @typedef {{ lab: string, params: Record<string, string>, mistake?: string }} Setting
 * @typedef {{ setting: number, table: number, row: number, column: number }} Cell
 * @typedef {{ id: string, columns: string[], hash: string, rows?: string[][] }} Written a table: a hash of its cells, or the cells
 * @typedef {object} Wish
 * @property {Setting[]} settings
 * @property {boolean} [whole] each cell, and not only a hash
 * @property {string} [run] what the open chapter has as this run's result, however it came to it
 * @property {Cell} [spoilt] of this cell the lowest bit is turned
 */

/**
 * For each setting its tables and checks. Runs in a page, too, so it uses nothing from outside itself.
 * @param {Wish} wish @param {any} [core] without it, the page's own: a chapter that is not there gets the module with every lab
 * @returns {Promise<Written[][]>}
 */
export async function writeBits({ settings, whole = false, run, spoilt }, core) {
  const [HASH_START, HASH_FACTOR, NAN] = [0x811c9dc5, 0x01000193, "nan"];
  const app = core === undefined ? /** @type {any} */ (document.querySelector("ch-app")) : undefined;
  const clockhand = core ?? (await app.parts.cores.open("every lab")).clockhand;
  const view = new DataView(new ArrayBuffer(8));
  /** @param {number | string} cell @param {boolean} turned */
  const written = (cell, turned) => {
    if (typeof cell === "string") return turned ? `${cell}\u0001` : cell;
    if (Number.isNaN(cell)) return turned ? "" : NAN; // engines keep no bits of it
    view.setFloat64(0, cell);
    if (turned) view.setUint8(7, view.getUint8(7) ^ 1);
    return view.getBigUint64(0).toString(16).padStart(16, "0");
  };
  /** @param {string} text */
  const hashed = (text) => {
    let [one, other] = [HASH_START, ~HASH_START];
    for (let at = 0; at < text.length; at += 1) {
      one = Math.imul(one ^ text.charCodeAt(at), HASH_FACTOR);
      other = Math.imul(other + text.charCodeAt(at), HASH_FACTOR) ^ (other >>> 15);
    }
    return `${(one >>> 0).toString(16)}-${(other >>> 0).toString(16)}`;
  };
  return settings.map((setting, number) => {
    const result = run === undefined ? clockhand.run(setting) : app.opened.context.runs.get(run).result;
    const tables = result.ok
      ? [
          ...result.tables,
          {
            id: "checks",
            columns: [{ id: "value" }],
            rows: result.checks.map((/** @type {any} */ check) => [check.value]),
          },
        ]
      : [{ id: "refusal", columns: [{ id: "message" }], rows: [[result.error.message]] }];
    return tables.map(({ id, columns, rows }, place) => {
      const cells = rows.map((/** @type {any[]} */ row, /** @type {number} */ at) =>
        row.map((cell, column) => {
          const here = spoilt?.setting === number && spoilt.table === place && spoilt.row === at;
          return written(cell, here && spoilt.column === column);
        }),
      );
      const ids = columns.map((/** @type {{ id: string }} */ column) => column.id);
      return { id, columns: ids, hash: hashed(JSON.stringify(cells)), ...(whole && { rows: cells }) };
    });
  });
}

/**
 * Where two hands differ: lab, setting, table, row and column, with the bits of both. Only settings whose hashes differ are
 * asked for again, in full.
 * @param {Setting[]} settings
 * @param {(wish: Wish) => Promise<Written[][]>} one
 * @param {(wish: Wish) => Promise<Written[][]>} other
 */
export async function differences(settings, one, other) {
  const [here, there] = [await one({ settings }), await other({ settings })];
  /** @type {string[]} */
  const found = [];
  for (const [number, setting] of settings.entries()) {
    if (JSON.stringify(here[number]) === JSON.stringify(there[number])) continue;
    found.push(...(await cellsApart(setting, one, other)));
  }
  return found;
}

/** @param {Setting} setting @param {(wish: Wish) => any} one @param {(wish: Wish) => any} other @returns {Promise<string[]>} */
async function cellsApart(setting, one, other) {
  const wish = { settings: [setting], whole: true };
  /** @type {[Written[][], Written[][]]} */
  const [[here], [there]] = [await one(wish), await other(wish)];
  const title = [setting.lab, JSON.stringify(setting.params), ...(setting.mistake ? [setting.mistake] : [])].join(" ");
  if (JSON.stringify(shapes(here)) !== JSON.stringify(shapes(there))) return [`${title}: tables of other shapes`];
  return here.flatMap(({ id, columns, rows = [] }, place) =>
    rows.flatMap((row, at) =>
      row.flatMap((cell, column) => {
        const opposite = there[place].rows?.[at][column];
        if (cell === opposite) return [];
        return [`${title}: table ${id}, row ${at}, column ${columns[column]}: ${cell} against ${opposite}`];
      }),
    ),
  );
}

/** @param {Written[]} tables */
function shapes(tables) {
  return tables.map(({ id, columns, rows }) => ({ id, columns, rows: rows?.length }));
}
