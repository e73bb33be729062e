"""positions.txt: ways to give position, by torch's own indexing and autograd in float64."""

import torch

from document import Document

BIASES = 24


def flat(tensor):
    return [float(value) for value in tensor.detach().flatten()]


def offsets(tokens, reach):
    """(tokens, tokens): the table's entry for key j as seen from query i."""
    steps = torch.arange(tokens)
    return (steps[None, :] - steps[:, None]).clamp(-reach, reach) + reach


def relative_bias(document, index, generator):
    reach, tokens = [(0, 1), (0, 4), (1, 3), (2, 6), (3, 2), (5, 6), (4, 9), (2, 1)][index % 8]
    table = torch.randn(2 * reach + 1, dtype=torch.float64, generator=generator).requires_grad_()
    bias = table[offsets(tokens, reach)]
    dbias = torch.randn(bias.shape, dtype=torch.float64, generator=generator)
    bias.backward(dbias)
    document.case(f"relative-bias-{index}", ("kind", "relative-bias"), ("sizes", reach, tokens), ("table", *flat(table)),
                  ("bias", *flat(bias)), ("dbias", *flat(dbias)), ("dtable", *flat(table.grad)))


def make(_options):
    document = Document(
        source="torch indexing with clamped offsets, and autograd, in float64",
        generator="tests/vectors/make_positions.py",
        versions=f"torch {torch.__version__}",
        tolerance="values are copied: exact; sums of their adjoints 1e-12",
    )
    generator = torch.Generator().manual_seed(0)
    for index in range(1, BIASES + 1):
        relative_bias(document, index, generator)
    return document
