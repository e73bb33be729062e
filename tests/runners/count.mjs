import { say } from "../../wasm/tools/steps.mjs";

/**
 * A room's count; one that ran no test has failed.
 * @param {import("../run.mjs").Count} count
 * @param {(sentence: string) => void} [complain]
 * @returns {import("../run.mjs").Count}
 */
export function atLeastOne(count, complain = say) {
  if (count.passed + count.failed > 0) return count;
  complain("  No test ran: that counts as a failure.");
  return { passed: 0, failed: 1 };
}
