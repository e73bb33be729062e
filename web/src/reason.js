/** Why something failed, to stand at the end of a sentence, which has its own stop. @param {unknown} error */
export function reason(error) {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
}
