"""kernels.txt: dense kernels and their gradients in float64, by torch's own functions and autograd."""

import math

import torch
import torch.nn.functional as F

from document import Document

CASES = 20


def flat(tensor):
    return [float(value) for value in tensor.detach().flatten()]


def leaf(generator, *shape, scale=1.0):
    return (torch.randn(*shape, dtype=torch.float64, generator=generator) * scale).requires_grad_()


def grown(generator, index):
    """Contents from tiny to huge, so that overflow and cancellation would show."""
    return [1.0, 1.0, 1e-3, 30.0, 200.0][index % 5]


def pull(output, generator):
    """A random adjoint of the output, and the gradients that it gives."""
    dy = torch.randn(output.shape, dtype=torch.float64, generator=generator)
    output.backward(dy)
    return dy


def gradients(**leaves):
    return [(f"d{name}", *flat(value.grad if value.grad is not None else torch.zeros_like(value))) for name, value in leaves.items()]


def values(**leaves):
    return [(name, *flat(value)) for name, value in leaves.items()]


def linear(document, index, generator):
    N, I, O = [(1, 1, 1), (3, 4, 2), (0, 3, 2), (5, 1, 3), (2, 7, 5), (4, 4, 4)][index % 6]
    x, weight, bias = leaf(generator, N, I, scale=grown(generator, index)), leaf(generator, O, I), leaf(generator, O)
    y = F.linear(x, weight, bias)
    dy = pull(y, generator)
    document.case(f"linear-{index}", ("kernel", "linear"), ("sizes", N, I, O), *values(x=x, weight=weight, bias=bias, y=y, dy=dy),
                  *gradients(x=x, weight=weight, bias=bias))


def softmax(document, index, generator):
    rows, columns = [(1, 1), (2, 3), (3, 5), (4, 2), (1, 9)][index % 5]
    x = leaf(generator, rows, columns, scale=grown(generator, index))
    mask = torch.rand(rows, columns, generator=generator) < (0.7 if index % 2 else 2.0)
    hidden = ~mask.any(dim=1)
    shown = torch.where(hidden[:, None], torch.zeros_like(x), x.masked_fill(~mask, -math.inf))
    y = torch.where(hidden[:, None], torch.zeros_like(x), F.softmax(shown, dim=-1))
    dy = pull(y, generator)
    document.case(f"softmax-{index}", ("kernel", "softmax"), ("sizes", rows, columns), ("mask", *[int(v) for v in mask.flatten()]),
                  *values(x=x, y=y, dy=dy), *gradients(x=x))


def cross_entropy(document, index, generator):
    rows, classes = [(1, 2), (3, 4), (5, 10), (2, 1)][index % 4]
    x = leaf(generator, rows, classes, scale=grown(generator, index))
    labels = torch.randint(0, classes, (rows,), generator=generator)
    y = F.cross_entropy(x, labels)
    y.backward()
    document.case(f"cross-entropy-{index}", ("kernel", "cross-entropy"), ("sizes", rows, classes),
                  ("labels", *[int(v) for v in labels]), *values(x=x, y=y), *gradients(x=x))


def layernorm(document, index, generator):
    N, D = [(1, 1), (2, 4), (3, 8), (4, 5), (0, 3)][index % 5]
    x = leaf(generator, N, D, scale=grown(generator, index))
    weight, bias = leaf(generator, D), leaf(generator, D)
    y = F.layer_norm(x, (D,), weight, bias, 1e-5)
    dy = pull(y, generator)
    document.case(f"layernorm-{index}", ("kernel", "layernorm"), ("sizes", N, D), *values(x=x, weight=weight, bias=bias, y=y, dy=dy),
                  *gradients(x=x, weight=weight, bias=bias))


def rmsnorm(document, index, generator):
    N, D = [(1, 1), (2, 4), (3, 8), (4, 5), (0, 3)][index % 5]
    x, weight = leaf(generator, N, D, scale=grown(generator, index)), leaf(generator, D)
    y = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5) * weight
    dy = pull(y, generator)
    document.case(f"rmsnorm-{index}", ("kernel", "rmsnorm"), ("sizes", N, D), *values(x=x, weight=weight, y=y, dy=dy),
                  *gradients(x=x, weight=weight))


def attention(document, index, generator):
    Tq, Tk, width, value = [(1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 4, 2), (2, 5, 3, 4), (4, 2, 2, 3)][index % 5]
    q, k, v = leaf(generator, Tq, width, scale=grown(generator, index)), leaf(generator, Tk, width), leaf(generator, Tk, value)
    causal = ("none", "top-left", "bottom-right")[index % 3]
    shift = {"none": Tq + Tk, "top-left": 0, "bottom-right": Tk - Tq}[causal]
    mask = torch.ones(Tq, Tk, dtype=torch.bool).tril(shift)
    hidden = ~mask.any(dim=1)
    scores = q @ k.T / math.sqrt(width)
    shown = torch.where(hidden[:, None], torch.zeros_like(scores), scores.masked_fill(~mask, -math.inf))
    weights = torch.where(hidden[:, None], torch.zeros_like(scores), F.softmax(shown, dim=-1))
    y = weights @ v
    dy = pull(y, generator)
    document.case(f"attention-{index}", ("kernel", "attention"), ("sizes", Tq, Tk, width, value), ("causal", causal),
                  *values(q=q, k=k, v=v, scores=scores, weights=weights, y=y, dy=dy), *gradients(q=q, k=k, v=v))


def make(_options):
    document = Document(
        source="torch.nn.functional and autograd in float64; RMS norm from its definition",
        generator="tests/vectors/make_kernels.py",
        versions=f"torch {torch.__version__}",
        tolerance="1e-12 of the largest value in a tensor",
    )
    for number, kernel in enumerate((linear, softmax, cross_entropy, layernorm, rmsnorm, attention)):
        generator = torch.Generator().manual_seed(number)
        for index in range(1, CASES + 1):
            kernel(document, index, generator)
    return document
