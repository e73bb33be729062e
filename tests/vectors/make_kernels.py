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


def relu(document, index, generator):
    count = [0, 1, 2, 5, 7, 16][index % 6]
    x = leaf(generator, count, scale=[1.0, 1e-300, 1e300, 1e-3, 30.0][index % 5])
    with torch.no_grad():
        x[::3] = [0.0, -0.0, math.inf, -math.inf][index % 4]
    y = F.relu(x)
    dy = pull(y, generator)
    document.case(f"relu-{index}", ("kernel", "relu"), ("sizes", count), *values(x=x, y=y, dy=dy), *gradients(x=x))


def embedding(document, index, generator):
    rows, D, N = [(1, 1, 1), (3, 2, 5), (5, 4, 0), (4, 0, 3), (7, 3, 9), (2, 8, 2)][index % 6]
    table = leaf(generator, rows, D, scale=[1.0, 1e-300, 1e300][index % 3])
    indices = torch.randint(0, rows, (N,), generator=generator)
    y = F.embedding(indices, table)
    dy = pull(y, generator)
    document.case(f"embedding-{index}", ("kernel", "embedding"), ("sizes", rows, D, N), ("indices", *[int(v) for v in indices]),
                  *values(table=table, y=y, dy=dy), *gradients(table=table))


def masked_softmax(document, index, generator):
    rows, columns = [(1, 1), (2, 3), (3, 5), (4, 2), (1, 9), (0, 4), (3, 0), (5, 7)][index % 8]
    x = leaf(generator, rows, columns, scale=grown(generator, index))
    mask = torch.rand(rows, columns, generator=generator) < [0.1, 0.5, 0.9][index % 3]
    put_softmax(document, f"masked-softmax-{index}", "masked-softmax", x, mask, generator)


def put_softmax(document, name, kernel, x, mask, generator):
    hidden = ~(mask & (x > -math.inf)).any(dim=1)[:, None].expand(x.shape)
    # Selected rather than multiplied by zero, so that what is hidden takes no gradient.
    shown = torch.where(hidden | ~mask, torch.full_like(x, -math.inf), x)
    y = torch.where(hidden, torch.zeros_like(x), F.softmax(torch.where(hidden, torch.zeros_like(x), shown), dim=-1))
    dy = pull(y, generator)
    document.case(name, ("kernel", kernel), ("sizes", *x.shape), ("mask", *[int(v) for v in mask.flatten()]),
                  *values(x=x, y=y, dy=dy), *gradients(x=x))


def extreme_softmax(document, generator):
    for name, rows in {
        "farther-apart-than-a-double-holds": [[1e308, -1e308, 0.0], [-1e308, 1e308, 1e308]],
        "too-small-to-differ": [[1e-308, -1e-308, 0.0], [5e-324, 0.0, -5e-324]],
        "where-the-exponential-ends": [[0.0, -745.0, -746.0], [709.0, 710.0, -36.0]],
        "minus-infinity-is-not-seen": [[-math.inf, 1.0, 2.0], [0.0, -math.inf, -math.inf]],
        "nothing-but-minus-infinity": [[-math.inf, -math.inf], [1.0, 1.0]],
        "equal-values": [[1e300] * 5, [-1e300] * 5],
        "no-rows": torch.zeros(0, 3),
        "no-columns": torch.zeros(3, 0),
    }.items():
        x = torch.as_tensor(rows, dtype=torch.float64).requires_grad_()
        put_softmax(document, f"softmax-{name}", "softmax", x, torch.ones(x.shape, dtype=torch.bool), generator)


def mask(document, index, generator):
    del generator
    Tq, Tk = [(1, 1), (3, 3), (2, 5), (5, 2), (1, 4), (4, 1), (0, 3), (3, 0), (7, 11), (11, 7)][index % 10]
    causal = ("none", "top-left", "bottom-right")[index // 10]
    shift = {"none": Tq + Tk, "top-left": 0, "bottom-right": Tk - Tq}[causal]
    seen = torch.ones(Tq, Tk, dtype=torch.int64).tril(shift)
    document.case(f"mask-{causal}-{Tq}-{Tk}", ("kernel", "mask"), ("sizes", Tq, Tk), ("causal", causal), ("y", *[int(v) for v in seen.flatten()]))


def heads(document, index, generator):
    B, T, H, Dh = [(1, 1, 1, 1), (2, 3, 2, 4), (1, 4, 3, 2), (3, 2, 1, 5), (2, 1, 4, 1), (0, 2, 2, 2), (2, 0, 2, 2), (1, 5, 5, 3)][index % 8]
    x = leaf(generator, B, T, H * Dh, scale=[1.0, 1e-300, 1e300][index % 3])
    y = x.reshape(B, T, H, Dh).transpose(1, 2)
    dy = pull(y, generator)
    document.case(f"heads-{index}", ("kernel", "heads"), ("sizes", B, T, H, Dh), *values(x=x, y=y, dy=dy), *gradients(x=x))


def masked_attention(document, index, generator):
    Tq, Tk, width, value = [(1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 4, 2), (2, 5, 3, 4), (4, 2, 2, 3), (0, 3, 2, 2), (3, 7, 1, 1)][index % 7]
    q, k, v = leaf(generator, Tq, width, scale=grown(generator, index)), leaf(generator, Tk, width), leaf(generator, Tk, value)
    bias = leaf(generator, Tq, Tk)
    scale = [1.0, 0.25, -1.0, 0.0][index % 4]
    seen = torch.rand(Tq, Tk, generator=generator) < [0.2, 0.6, 1.0][index % 3]
    hidden = ~seen.any(dim=1)[:, None].expand(seen.shape)
    scores = q @ k.T * scale + bias
    shown = torch.where(seen, scores, torch.full_like(scores, -math.inf))
    weights = torch.where(hidden, torch.zeros_like(scores), F.softmax(torch.where(hidden, torch.zeros_like(scores), shown), dim=-1))
    y = weights @ v
    dy = pull(y, generator)
    document.case(f"masked-attention-{index}", ("kernel", "masked-attention"), ("sizes", Tq, Tk, width, value), ("scale", scale),
                  ("mask", *[int(value) for value in seen.flatten()]),
                  *values(q=q, k=k, v=v, bias=bias, scores=scores, weights=weights, y=y, dy=dy), *gradients(q=q, k=k, v=v, bias=bias))


def extremes(document, generator):
    """Of the kernels whose numbered cases stay within some hundreds: what is huge, tiny, wide or nothing."""
    for name, scale in (("huge", 1e140), ("tiny", 1e-140)):
        x, weight, bias = leaf(generator, 3, 4, scale=scale), leaf(generator, 2, 4), leaf(generator, 2, scale=scale)
        y = F.linear(x, weight, bias)
        dy = pull(y, generator)
        document.case(f"linear-{name}", ("kernel", "linear"), ("sizes", 3, 4, 2), *values(x=x, weight=weight, bias=bias, y=y, dy=dy),
                      *gradients(x=x, weight=weight, bias=bias))
    for name, sizes in (("no-inputs", (2, 0, 3)), ("no-outputs", (2, 3, 0))):
        N, I, O = sizes
        x, weight, bias = leaf(generator, N, I), leaf(generator, O, I), leaf(generator, O)
        y = F.linear(x, weight, bias)
        dy = pull(y, generator)
        document.case(f"linear-{name}", ("kernel", "linear"), ("sizes", *sizes), *values(x=x, weight=weight, bias=bias, y=y, dy=dy),
                      *gradients(x=x, weight=weight, bias=bias))
    for name, rows in (("certain", [[1000.0, -1000.0], [-1e300, 1e300]]), ("certain-and-wrong", [[1000.0, -1000.0], [1e300, -1e300]])):
        x = torch.tensor(rows, dtype=torch.float64, requires_grad=True)
        labels = torch.tensor([0, 1])
        y = F.cross_entropy(x, labels)
        y.backward()
        document.case(f"cross-entropy-{name}", ("kernel", "cross-entropy"), ("sizes", 2, 2), ("labels", 0, 1), *values(x=x, y=y), *gradients(x=x))
    for kernel in ("layernorm", "rmsnorm"):
        for name, scale in (("huge", 1e140), ("tiny", 1e-140)):
            x, weight, bias = leaf(generator, 2, 5, scale=scale), leaf(generator, 5), leaf(generator, 5)
            if kernel == "layernorm":
                y = F.layer_norm(x, (5,), weight, bias, 1e-5)
            else:
                y = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5) * weight
            dy = pull(y, generator)
            affine = {"weight": weight, "bias": bias} if kernel == "layernorm" else {"weight": weight}
            document.case(f"{kernel}-{name}", ("kernel", kernel), ("sizes", 2, 5), *values(x=x, **affine, y=y, dy=dy), *gradients(x=x, **affine))


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
    for number, (kernel, count) in enumerate({relu: 24, embedding: 24, masked_softmax: 24, mask: 30, heads: 24, masked_attention: 28}.items()):
        generator = torch.Generator().manual_seed(100 + number)
        for index in range(count):
            kernel(document, index, generator)
    extreme_softmax(document, torch.Generator().manual_seed(200))
    extremes(document, torch.Generator().manual_seed(201))
    return document
