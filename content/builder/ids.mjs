import { ContentError } from "./problem.mjs";

const FILE = "content/ids.json";

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
    for (const id of ids) {
      if (!built.get(chapter)?.includes(id)) {
        throw new ContentError(
          { file: FILE, field: chapter },
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
