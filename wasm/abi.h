/// The boundaries' numbers. Each changes whenever an export, a request key or a reply key of its modules changes its meaning.
#ifndef CLOCKHAND_ABI_H
#define CLOCKHAND_ABI_H

enum { CLOCKHAND_ABI = 2, CLOCKHAND_OP_ABI = 1 };

#endif
