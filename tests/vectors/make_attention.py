"""attention.txt: the labs on one attention head, their right figures by torch and numpy in float64, their mistakes as definitions."""

import math

import numpy
import torch

from document import Document

CASES = 20
MASKS = ("none", "top-left", "bottom-right")
TOLERANCE = 1e-12


def text(matrix):
    """A matrix as the labs read it; repr reads back to the same double."""
    return ";".join(",".join(repr(float(value)) for value in row) for row in matrix)


def cells(target, values):
    return ("cells", target, *[float(value) for value in numpy.asarray(values, dtype=float).flatten()])


def visible(causal, Tq, Tk):
    shift = {"none": Tq + Tk, "top-left": 0, "bottom-right": Tk - Tq}[causal]
    return numpy.tril(numpy.ones((Tq, Tk)), shift) != 0


def softmax(scores, mask, axis=1):
    """Over the seen entries by torch; a line with nothing to see is zeros."""
    hidden = torch.tensor(numpy.where(mask, scores, -math.inf))
    return numpy.nan_to_num(torch.softmax(hidden, dim=axis).numpy(), nan=0.0)


def head(q, k, v, causal, mistake=None, heads=1):
    """scores, scaled, weights and output of one head, as the mistake has them; square shapes for the transposed ones."""
    (Tq, width), Tk = q.shape, k.shape[0]
    mask, itself = visible(causal, Tq, Tk), numpy.eye(Tq, Tk, {"bottom-right": Tk - Tq}.get(causal, 0)) != 0
    divisor = {"no-scale": 1.0, "scale-by-dk": width, "scale-by-tokens": math.sqrt(Tk),
               "scale-by-model-width": math.sqrt(heads * width)}.get(mistake, math.sqrt(width))
    scores = k @ q.T if mistake == "transposed-scores" else q @ k.T
    scaled = scores / divisor
    if causal != "none":
        mask = {"no-mask": numpy.ones_like(mask), "mask-flipped": ~mask | itself, "mask-diagonal": mask & ~itself}.get(mistake, mask)
    if mistake == "mask-minus-ten":
        scaled = scaled + numpy.where(mask, 0.0, -10.0)
    summed = numpy.ones_like(mask) if mistake in ("mask-minus-ten", "mask-after-softmax") else mask
    if mistake == "no-exponential":
        kept = numpy.where(summed, scaled, 0.0)
        weights = kept / kept.sum(axis=1, keepdims=True)
    else:
        weights = softmax(scaled, summed, axis=0 if mistake == "softmax-over-columns" else 1)
    if mistake == "mask-after-softmax":
        weights = numpy.where(mask, weights, 0.0)
    return scores, scaled, weights, (weights.T if mistake == "transposed-weights" else weights) @ v


def put_head(document, name, q, k, v, causal="none", mistake=None, heads=1):
    scores, scaled, weights, out = head(q, k, v, causal, mistake, heads)
    document.case(name, ("lab", "attention-by-hand"), ("param", "q", text(q)), ("param", "k", text(k)), ("param", "v", text(v)),
                  ("param", "causal", causal), ("param", "heads", heads), *([("mistake", mistake)] if mistake else []),
                  ("tolerance", TOLERANCE), cells("scores", scores), cells("scaled", scaled), cells("weights", weights),
                  cells("output", out), cells("row-sums.sum", weights.sum(axis=1)), cells("column-sums.sum", weights.sum(axis=0)))


def add_heads(document, stream):
    for index in range(1, CASES + 1):
        Tq, Tk, width, value = [(1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 4, 2), (2, 5, 3, 4), (4, 2, 2, 3), (6, 6, 5, 1)][index % 6]
        q, k, v = (stream.normal(size=shape) * [1.0, 3.0, 0.1][index % 3] for shape in ((Tq, width), (Tk, width), (Tk, value)))
        put_head(document, f"head-{index}", q, k, v, MASKS[index % 3])


def add_mistakes(document, stream):
    for mistake in ("no-scale", "scale-by-dk", "scale-by-tokens", "scale-by-model-width", "softmax-over-columns", "no-exponential",
                    "transposed-scores", "transposed-weights", "no-mask", "mask-flipped", "mask-diagonal", "mask-after-softmax",
                    "mask-minus-ten"):
        for causal in ("top-left",) if "mask" in mistake else ("none", "top-left"):
            q, k, v = stream.normal(size=(3, 2)), stream.normal(size=(3, 2)), stream.normal(size=(3, 4))
            put_head(document, f"{mistake}-{causal}", q, k, v, causal, mistake, heads=5)
    q, k, v = stream.normal(size=(2, 3)), stream.normal(size=(5, 3)), stream.normal(size=(5, 2))
    for mistake in ("no-mask", "mask-flipped", "mask-diagonal", "mask-after-softmax", "mask-minus-ten"):
        put_head(document, f"{mistake}-with-a-cache", q, k, v, "bottom-right", mistake)


def worked(document, name, scores, table, values, causal="none", mistake=None, tolerance=5e-8):
    """Scores that are the queries themselves, against the unit matrix as keys, at factor 1."""
    scores = numpy.array(scores, dtype=float)
    Tk = scores.shape[1]
    document.case(name, ("lab", "attention-by-hand"), ("param", "q", text(scores)), ("param", "k", text(numpy.eye(Tk))),
                  ("param", "v", text(numpy.ones((Tk, 1)))), ("param", "scale", 1), ("param", "causal", causal),
                  *([("mistake", mistake)] if mistake else []), ("tolerance", tolerance), cells(table, values))


def add_worked(document):
    """Worked by hand or known from elsewhere, to the places given."""
    worked(document, "rows-are-normalised", [[0, 1], [2, 4]], "weights", [0.2689414, 0.7310586, 0.1192029, 0.8807971])
    e2, e3 = math.exp(-2), math.exp(-3)
    worked(document, "columns-are-normalised", [[0, 1], [2, 4]], "weights",
           [e2 / (1 + e2), e3 / (1 + e3), 1 / (1 + e2), 1 / (1 + e3)], mistake="softmax-over-columns")
    worked(document, "far-below-zero", [[-200, -201, -202]], "weights", [0.6652410, 0.2447285, 0.0900306])
    hidden = [[1, 2, 3], [1, 2, 3]]
    worked(document, "third-key-hidden", hidden, "weights[0]", [0.2689414, 0.7310586, 0.0], causal="bottom-right")
    worked(document, "third-key-zeroed-after-the-softmax", hidden, "weights[0]", [0.0900306, 0.2447285, 0.0], causal="bottom-right",
           mistake="mask-after-softmax")
    worked(document, "second-key-hidden", [[0, 0], [0, 0]], "weights[0]", [1.0, 0.0], causal="top-left", tolerance=0.0)
    worked(document, "second-key-lowered-by-ten", [[0, 0], [0, 0]], "weights[0]", [0.9999546, 0.0000454], causal="top-left",
           mistake="mask-minus-ten")
    worked(document, "two-queries-four-keys-top-left", numpy.zeros((2, 4)), "mask", [1, 0, 0, 0, 1, 1, 0, 0], causal="top-left", tolerance=0.0)
    worked(document, "two-queries-four-keys-bottom-right", numpy.zeros((2, 4)), "mask", [1, 1, 1, 0, 1, 1, 1, 1], causal="bottom-right", tolerance=0.0)
    worked(document, "no-key-to-see-no-weights", [[5, 1], [1, 5], [2, 3]], "weights[0]", [0.0, 0.0], causal="bottom-right", tolerance=0.0)
    worked(document, "no-key-to-see-no-output", [[5, 1], [1, 5], [2, 3]], "output[0]", [0.0], causal="bottom-right", tolerance=0.0)
    worked(document, "sum-of-zero-divides-nothing", [[1, -1]], "weights", [0.0, 0.0], mistake="no-exponential", tolerance=0.0)
    worked(document, "shares-without-the-exponential", [[1, 3]], "weights", [0.25, 0.75], mistake="no-exponential", tolerance=0.0)
    document.case("weights-that-were-given", ("lab", "attention-by-hand"), ("param", "weights", "0.25,0.75;2,-1"), ("tolerance", 1e-15),
                  cells("weights", [0.25, 0.75, 2, -1]), cells("output", [2.5, 3.5, -1, 0]), cells("row-sums.sum", [1, 1]))
    document.case("poured-into-another-shape", ("lab", "attention-by-hand"), ("param", "q", "1;2"), ("param", "k", "1;10;100"),
                  ("param", "v", "1;1;1"), ("mistake", "transposed-scores"), ("tolerance", 0.0), cells("scores", [1, 2, 10, 20, 100, 200]))


def add_adjoints(document, stream):
    for index in range(1, CASES + 1):
        Tq, Tk, width, value = [(1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 4, 2), (2, 5, 3, 4), (4, 2, 2, 3)][index % 5]
        q, k, v, dy = (stream.normal(size=shape) for shape in ((Tq, width), (Tk, width), (Tk, value), (Tq, value)))
        causal = MASKS[index % 3]
        leaves = [torch.tensor(x, requires_grad=True) for x in (q, k, v)]
        mask = torch.tensor(visible(causal, Tq, Tk))
        scores = (leaves[0] @ leaves[1].T / math.sqrt(width)).masked_fill(~mask, -1e300)
        weights = torch.softmax(scores, dim=1) * mask
        (weights @ leaves[2]).backward(torch.tensor(dy))
        document.case(f"adjoint-{index}", ("lab", "attention-adjoint"), ("param", "q", text(q)), ("param", "k", text(k)),
                      ("param", "v", text(v)), ("param", "adjoint", text(dy)), ("param", "causal", causal), ("tolerance", TOLERANCE),
                      *[cells(f"{name}-adjoint", leaf.grad.numpy()) for name, leaf in zip("qkv", leaves)])


def add_projections(document, stream):
    for index in range(1, CASES + 1):
        T, D, width, value = [(1, 1, 1, 1), (2, 3, 2, 2), (3, 2, 4, 1), (5, 4, 3, 6), (2, 2, 2, 2)][index % 5]
        x = stream.normal(size=(T, D))
        matrices = {name: stream.normal(size=(D, value if name == "v" else width)) for name in "qkv"}
        turned = index > CASES - 4 and D == width == value
        document.case(f"projections-{index}", ("lab", "projections"), ("param", "x", text(x)),
                      *[("param", f"w{name}", text(matrix)) for name, matrix in matrices.items()],
                      *([("mistake", "transposed-projection")] if turned else []), ("tolerance", TOLERANCE),
                      *[cells(table, x @ (matrix.T if turned else matrix))
                        for table, matrix in zip(("queries", "keys", "values"), matrices.values())])


def add_saturation(document):
    for index, (widths, queries, keys, seed) in enumerate([
        ((2, 4, 16, 64, 256, 1024), 32, 16, 0), ((1,), 1, 2, 1), ((3, 100), 5, 7, 2), ((512, 8), 64, 64, 3),
        ((5, 6, 7), 10, 9, 2 ** 32 + 5), ((2048,), 4, 3, 2 ** 64 - 1),
    ]):
        for mistake in (None, "no-scale", "scale-by-dk", "scale-by-tokens", "no-root") if index == 0 else (None,):
            spread, saturation = [], []
            for width in widths:
                stream = numpy.random.default_rng(seed)
                k = stream.standard_normal((keys, width))
                scores = stream.standard_normal((queries, width)) @ k.T
                scaled = scores * {None: width ** -0.5, "no-root": width ** -0.5, "no-scale": 1.0, "scale-by-dk": 1 / width, "scale-by-tokens": keys ** -0.5}[mistake]
                spread.append([width if mistake == "no-root" else width ** 0.5, scores.std(), scaled.std(), scores.max()])
                row = []
                for x in (scores, scaled):
                    w = softmax(x, numpy.ones_like(x) != 0)
                    entropy = -numpy.where(w > 0, w * numpy.log(numpy.where(w > 0, w, 1)), 0).sum(axis=1)
                    row += [entropy.mean(), w.max(axis=1).mean(), (w * (1 - w)).sum(axis=1).mean()]
                saturation.append(row)
            document.case(f"saturation-{index}{'-' + mistake if mistake else ''}", ("lab", "softmax-saturation"),
                          ("param", "widths", ",".join(map(str, widths))), ("param", "queries", queries), ("param", "keys", keys),
                          ("param", "seed", seed), *([("mistake", mistake)] if mistake else []), ("tolerance", 1e-10),
                          cells("spread", spread), cells("saturation", saturation))


def make(_options):
    document = Document(
        source="softmax and gradients by torch in float64, the rest from its definition; worked values of known mistakes",
        generator="tests/vectors/make_attention.py",
        versions=f"torch {torch.__version__}, numpy {numpy.__version__}",
        tolerance="beside each case, times the largest value of a target where that is above 1; worked values: half of their last place",
    )
    stream = numpy.random.default_rng(7)
    add_heads(document, stream)
    add_mistakes(document, stream)
    add_worked(document)
    add_adjoints(document, stream)
    add_projections(document, stream)
    add_saturation(document)
    return document
