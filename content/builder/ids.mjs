import { ContentError, exerciseField, nearest } from "./problem.mjs";

const FILE = "content/ids.json";

/**
 * An id that is not listed and is nearly one that is listed and gone is mistyped: before anything else misses it.
 * @param {unknown} list
 * @param {import("./types.mjs").Chapter} chapter as read, not checked yet
 */
export function refuseMistyped(list, { id: chapter, dataFile, data }) {
  const listed = /** @type {any} */ (list)?.[chapter];
  if (!Array.isArray(listed) || !Array.isArray(data?.exercises)) return;
  const ids = data.exercises.map((exercise) => exercise?.id);
  const gone = listed.filter((id) => typeof id === "string" && !ids.includes(id));
  ids.forEach((id, index) => {
    const meant = typeof id === "string" && !listed.includes(id) ? nearest(id, gone) : undefined;
    if (meant === undefined) return;
    throw new ContentError(
      { file: dataFile, field: `${exerciseField(id, index)}.id` },
      `"${id}" is not in ${FILE}, which lists "${meant}"; ids are permanent, so one of the two is mistyped.`,
    );
  });
}

/**
 * Exercise ids are permanent: links and stored progress name them. The committed list and the chapters must agree.
 * @param {Record<string, string[]>} list
 * @param {Map<string, string[]>} built chapter id to exercise ids
 */
export function checkIds(list, built) {
  for (const [chapter, ids] of Object.entries(list)) {
    if (!Array.isArray(ids) || ids.some((id) => typeof id !== "string"))
      throw new ContentError(
        { file: FILE, field: chapter },
        "is not a list of ids; write the chapter's exercises as texts.",
      );
    if (!built.has(chapter))
      throw new ContentError(
        { file: FILE, field: chapter },
        "this chapter has disappeared; links name it, bring its folder back.",
      );
    for (const [i, id] of ids.entries()) {
      if (!built.get(chapter)?.includes(id)) {
        throw new ContentError(
          { file: FILE, field: chapter, at: `${chapter}[${i}]` },
          `the exercise "${id}" has disappeared; ids are permanent, bring it back.`,
        );
      }
    }
  }
  for (const [chapter, ids] of built) {
    for (const id of ids) {
      if (!list[chapter]?.includes(id))
        throw new ContentError(
          { file: FILE, field: chapter },
          `the exercise "${id}" is not listed; add it, the id is permanent from then on.`,
        );
    }
  }
}
