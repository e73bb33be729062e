/** The boundary, as the page and other hosts rely on it: a change here is a change of the ABI. */
export const EXPORTS = [
  "memory",
  "clockhand_abi",
  "clockhand_request",
  "clockhand_request_bytes",
  "clockhand_reply",
  "clockhand_cells",
  "clockhand_describe",
  "clockhand_run",
  "clockhand_begin",
  "clockhand_step",
  "clockhand_finish",
  "clockhand_read",
  "clockhand_judge",
  "clockhand_instance",
  "clockhand_format",
];

/** The boundary of the module of ops. */
export const OP_EXPORTS = [
  "memory",
  "clockhand_abi",
  "clockhand_request",
  "clockhand_request_bytes",
  "clockhand_reply",
  "clockhand_cells",
  "clockhand_ops",
  "clockhand_plan",
  "clockhand_op",
  "clockhand_compare",
];

/** Of a worker's module, which computes units of long labs and nothing else. */
export const WORKER_EXPORTS = [
  "memory",
  "clockhand_abi",
  "clockhand_request",
  "clockhand_request_bytes",
  "clockhand_reply",
  "clockhand_cells",
  "clockhand_describe",
  "clockhand_begin",
  "clockhand_step",
];

/** What the two C libraries export of their own accord. */
export const RUNTIME_EXPORTS = [
  "_initialize",
  "__indirect_function_table",
  "__errno_location",
  "stackSave",
  "stackRestore",
  "stackAlloc",
];
