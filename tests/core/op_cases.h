/// Requests for ops, and the cases of op.txt and op-mistakes.txt.
#ifndef CLOCKHAND_TESTS_OP_CASES_H
#define CLOCKHAND_TESTS_OP_CASES_H

#include "clockhand/op.h"
#include "vectors.h"

enum { OP_MOST_BYTES = 1 << 18, OP_MOST_CELLS = 1024 };

/// For the tensors of a call, and the cells that were read last.
extern unsigned char op_memory[OP_MOST_BYTES];
extern double op_cells[OP_MOST_CELLS];

/// The one request that is written here, from its op on.
void op_request_open(const char *op);
void op_request_put(const char *prefix, const char *name, const char *value);
/// Its parts between spaces: `--NAME=VALUE` or `NAME=SHAPE:COUNT`.
void op_request_parts(const char *parts);
/// Op, parameters and inputs of a case, without its mistake.
void op_request_case(const vectors_case *item);
/// The outputs of a case as what is compared.
void op_request_yours(const vectors_case *item);
ch_request op_request(void);

/// Plans a call for the request.
ch_status op_open(ch_op_call *call, uint64_t most_bytes);

/// Reads a tensor of a case into op_cells, `side` being `input.` or `output.`; returns how many cells it has.
size_t op_case_cells(const vectors_case *item, const char *side, const char *name);

/// Writes the inputs of a case into a placed call.
void op_fill_inputs(ch_op_call *call, const vectors_case *item);

/// Holds an output to that of a case.
void op_check_output(const vectors_case *item, const char *name, const ch_tensor *output);

#endif
