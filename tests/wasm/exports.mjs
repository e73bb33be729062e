/** The boundary, as the page and other hosts rely on it: a change here is a change of the ABI. */
export const EXPORTS = ["memory"];

/** What the two C libraries export of their own accord. */
export const RUNTIME_EXPORTS = [
  "_initialize",
  "__indirect_function_table",
  "__errno_location",
  "stackSave",
  "stackRestore",
  "stackAlloc",
];
