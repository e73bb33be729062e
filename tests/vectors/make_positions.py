"""positions.txt: ways to give position, by torch's own indexing, modules and autograd.

The labs draw what torch draws to within 3e-6 a number (see make_random.py), so what is computed from draws is held to
3e-6 times how far a result can move with its inputs; the factors stand beside the cases.
"""

import numpy
import torch
from torch import nn

from document import Document

BIASES = 24
DRAW = 3e-6
SHUFFLE = [3, 0, 5, 1, 4, 2]


def flat(tensor):
    return [float(value) for value in torch.as_tensor(tensor).detach().flatten()]


def offsets(tokens, reach):
    """(tokens, tokens): the table's entry for key j as seen from query i."""
    steps = torch.arange(tokens)
    return (steps[None, :] - steps[:, None]).clamp(-reach, reach) + reach


def sinusoidal(positions, width, angle=lambda position, exponent: position / 10000.0 ** exponent):
    rows = torch.zeros(positions, width, dtype=torch.float64)
    for position in range(positions):
        for feature in range(width):
            turned = angle(position, (feature - feature % 2) / width)
            rows[position, feature] = numpy.sin(turned) if feature % 2 == 0 else numpy.cos(turned)
    return rows


def relative_bias(document, index, generator):
    reach, tokens = [(0, 1), (0, 4), (1, 3), (2, 6), (3, 2), (5, 6), (4, 9), (2, 1)][index % 8]
    table = torch.randn(2 * reach + 1, dtype=torch.float64, generator=generator).requires_grad_()
    bias = table[offsets(tokens, reach)]
    dbias = torch.randn(bias.shape, dtype=torch.float64, generator=generator)
    bias.backward(dbias)
    document.case(f"relative-bias-{index}", ("kind", "relative-bias"), ("sizes", reach, tokens), ("table", *flat(table)),
                  ("bias", *flat(bias)), ("dbias", *flat(dbias)), ("dtable", *flat(table.grad)))


class Blindness:
    """Attention over drawn tokens in double, from the float32 draws of the sources' program."""

    def __init__(self, seed, tokens, width, identity=False):
        torch.manual_seed(seed)
        maps = [(torch.randn(width, width) * 0.4).double() for _ in range(3)]
        self.maps = [torch.eye(width, dtype=torch.float64)] * 3 if identity else maps
        self.x = torch.randn(tokens, width).double()
        self.positions = sinusoidal(tokens, width)

    def attend(self, x, to_values=None):
        values = x if to_values is None else x + to_values
        scores = (x @ self.maps[0]) @ (x @ self.maps[1]).T / x.shape[1] ** 0.5
        return scores, torch.softmax(scores, -1), torch.softmax(scores, -1) @ (values @ self.maps[2])


def lab(document, name, lab_name, params, target, values, tolerance, mistake=None):
    lines = [("kind", "lab"), ("lab", lab_name), *[("param", key, value) for key, value in params.items()]]
    lines += [] if mistake is None else [("mistake", mistake)]
    document.case(name, *lines, ("target", target), ("values", *flat(values)), ("tolerance", tolerance))


def blindness(document):
    """Outputs are averages of values: a draw moves one by at most 3e-6 times the width and the largest draw, below 100 in
    all; scores weigh as much again in the softmax. 1e-3 still tells every wrong order, whose outputs lie 0.1 apart."""
    for seed, tokens, width, identity in [(0, 6, 8, 0), (1, 6, 8, 0), (2, 6, 4, 0), (3, 4, 8, 0), (0, 3, 2, 1), (7, 5, 6, 1), (4294967295, 12, 16, 0),
                                          (11, 2, 3, 1)]:
        subject = Blindness(seed, tokens, width, identity)
        perm = SHUFFLE if tokens == 6 else list(range(tokens))[::-1]
        params = {"seed": seed, "tokens": tokens, "width": width, "projections": "identity" if identity else "random"}
        scores, weights, outputs = subject.attend(subject.x)
        placed_scores, placed_weights, placed = subject.attend(subject.x + subject.positions)
        again = subject.attend(subject.x[perm] + subject.positions)
        moved = (again[1] - placed_weights[perm][:, perm]).abs().max()
        _, _, valued = subject.attend(subject.x[perm], to_values=subject.positions)
        inverse = [perm.index(place) for place in range(tokens)]
        for part, target, values, mistake in [
            ("shuffled", "shuffled", subject.attend(subject.x[perm])[2], None),
            ("followed", "followed", outputs[perm], None),
            ("inverted", "followed", outputs[inverse], "permutation-inverted"),
            ("unshuffled", "followed", outputs, "not-shuffled"),
            ("unscaled", "placed-scores", placed_scores * width ** 0.5, "no-scale"),
            ("scores", "scores", scores, None),
            ("placed-scores", "placed-scores", placed_scores, None),
            ("blind-scores", "placed-scores", scores, "positions-to-values"),
            ("placed-shuffled", "placed-shuffled", again[2], None),
            ("placed-followed", "placed-followed", placed[perm], None),
            ("to-values", "placed-shuffled", valued, "positions-to-values"),
            ("to-output", "placed-shuffled", subject.attend(subject.x[perm])[2] + subject.positions, "positions-to-output"),
            ("differ", "outcomes[1].outputs", (again[2] - placed[perm]).abs().max(), None),
            ("weights", "outcomes[1].weights", moved, None),
            ("pooled", "outcomes[1].pooled", (again[2] - placed).mean(0).abs().max(), None),
        ]:
            lab(document, f"blindness-{part}-{seed}-{tokens}-{width}", "order-blindness", params, target, values, 1e-3, mistake)


def spread(matrix, reach):
    return max(float(numpy.ptp(numpy.diag(matrix.numpy(), offset))) for offset in range(-reach, reach + 1))


def diagonals(document):
    """A projected dot product is a sum of width squared terms of two draws times 0.4 each and encodings below one; the
    draws of one row and column stay below 10 in all their sums, so it moves by less than 100 draws' worth."""
    for seed in [0, 1, 2, 8, 16, 21, 24, 30, 99, 4294967295]:
        for tokens, width in [(6, 8), (4, 4), (9, 16)]:
            torch.manual_seed(seed)
            query, key = [(torch.randn(width, width) * 0.4).double() for _ in range(2)]
            encodings = sinusoidal(tokens, width)
            after = (encodings @ query) @ (encodings @ key).T
            params = {"seed": seed, "tokens": tokens, "width": width, "draws": 1}
            name = f"{seed}-{tokens}-{width}"
            lab(document, f"diagonals-spread-{name}", "position-diagonals", params, "spread.after", spread(after, tokens - 3), 300 * DRAW)
            lab(document, f"diagonals-projected-{name}", "position-diagonals", params, "projected", after, 300 * DRAW)
            along = torch.diagonal(after, 1)
            sizes = along.max().abs(), along.min().abs()
            lab(document, f"diagonals-signs-{name}", "position-diagonals", params, f"diagonals[{tokens}].after_spread",
                along.max() - along.min(), 300 * DRAW)
            lab(document, f"diagonals-signs-dropped-{name}", "position-diagonals", params, f"diagonals[{tokens}].after_spread",
                (sizes[0] - sizes[1]).abs(), 300 * DRAW, "signs-dropped")
    for tokens, width in [(6, 8), (4, 4), (9, 16), (3, 2)]:
        encodings = sinusoidal(tokens, width)
        lab(document, f"diagonals-dots-{tokens}-{width}", "position-diagonals", {"tokens": tokens, "width": width, "draws": 1}, "dots",
            encodings @ encodings.T, 1e-12)
        steps = torch.arange(tokens, dtype=torch.float64)
        for mistake, dots in [("feature-for-pair", 2 * encodings @ encodings.T), ("first-pair-only", torch.cos(steps[:, None] - steps))]:
            lab(document, f"diagonals-{mistake}-{tokens}-{width}", "position-diagonals", {"tokens": tokens, "width": width, "draws": 1}, "dots",
                dots, 1e-12, mistake)
    ways = {"exponent-halved": lambda p, e: p / 10000.0 ** (e / 2), "degrees": lambda p, e: numpy.radians(p / 10000.0 ** e),
            "multiplied-frequency": lambda p, e: p * 10000.0 ** e}
    for mistake, angle in ways.items():
        encodings = sinusoidal(4, 4, angle)
        lab(document, f"diagonals-{mistake}", "position-diagonals", {"tokens": 4, "width": 4}, "dots", encodings @ encodings.T, 1e-12, mistake)


def learned(document):
    for seed, rows, width, position in [(0, 16, 8, 3), (5, 4, 2, 2), (9, 32, 16, 31), (1, 3, 5, 0)]:
        torch.manual_seed(seed)
        table = nn.Embedding(rows, width)
        lengths = [rows + 3, rows - 1, 1, 2]
        params = {"max_len": rows, "width": width, "position": position, "seed": seed, "lengths": ",".join(map(str, lengths))}
        used = [range(min(length, rows)) for length in lengths]
        sum(table(torch.tensor(list(places))).sum() for places in used).backward()
        uses = table.weight.grad[:, 0]
        name = f"{seed}-{rows}-{width}"
        lab(document, f"learned-parameters-{name}", "learned-table", params, "count.parameters", sum(p.numel() for p in table.parameters()), 0.0)
        lab(document, f"learned-row-{name}", "learned-table", params, "row", table(torch.tensor([position])), DRAW)
        lab(document, f"learned-table-{name}", "learned-table", params, "learned", table.weight, DRAW)
        lab(document, f"learned-uses-{name}", "learned-table", params, "usage.uses", uses, 0.0)
        shifted = [sum(1 <= row < 1 + min(length, rows) for length in lengths) for row in range(rows)]
        lab(document, f"learned-uses-from-one-{name}", "learned-table", params, "usage.uses", torch.tensor(shifted), 0.0, "position-from-one")
        if position + 1 < rows:
            lab(document, f"learned-row-from-one-{name}", "learned-table", params, "row", table(torch.tensor([position + 1])), DRAW, "position-from-one")


def biased(document, generator):
    texts = lambda tensor: ";".join(",".join(f"{value:g}" for value in row) for row in tensor.tolist())
    for index, (reach, tokens) in enumerate([(2, 6), (1, 4), (0, 3), (3, 3), (2, 12)]):
        table = torch.randint(-20, 21, (2 * reach + 1,), generator=generator).double() / 10
        scores = torch.randint(-20, 21, (tokens, tokens), generator=generator).double() / 10
        dbias = torch.randint(-20, 21, (tokens, tokens), generator=generator).double() / 10
        params = {"table": texts(table[None]), "tokens": tokens, "scores": texts(scores), "adjoint": texts(dbias)}
        steps = torch.arange(tokens)
        raw = steps[None, :] - steps[:, None]
        ways = {None: offsets(tokens, reach), "offset-sign": offsets(tokens, reach).T,
                "clamped-to-wrong-end": torch.where(raw.abs() > reach, -raw.sign() * reach, raw) + reach}
        biases = {mistake: table[entries] for mistake, entries in ways.items()}
        biases["not-clamped"] = torch.where(raw.abs() > reach, torch.zeros((), dtype=torch.float64), biases[None])
        for mistake, bias in biases.items():
            leaf = table.clone().requires_grad_()
            if mistake == "not-clamped":
                (leaf[ways[None]] * (raw.abs() <= reach) * dbias).sum().backward()
            else:
                (leaf[ways[mistake]] * dbias).sum().backward()
            name = f"{mistake or 'right'}-{index}"
            lab(document, f"bias-matrix-{name}", "relative-bias", params, "bias", bias, 1e-12, mistake)
            lab(document, f"bias-weights-{name}", "relative-bias", params, "weights", torch.softmax(scores + bias, -1), 1e-12, mistake)
            lab(document, f"bias-gradient-{name}", "relative-bias", params, "entries.gradient", leaf.grad, 1e-12, mistake)
        lab(document, f"bias-plain-{index}", "relative-bias", params, "plain", torch.softmax(scores, -1), 1e-12)
        lab(document, f"bias-after-softmax-{index}", "relative-bias", params, "weights", torch.softmax(scores, -1) + biases[None], 1e-12,
            "bias-after-softmax")


def schemes(document):
    """Parameters counted by torch's modules, operations by walking over the loops."""
    for rows, tokens, width, heads, reach, layers in [(16, 6, 8, 2, 2, 1), (8, 5, 12, 3, 1, 4), (64, 7, 16, 1, 4, 2)]:
        params = {"max_len": rows, "tokens": tokens, "width": width, "heads": heads, "reach": reach, "layers": layers}
        count = lambda module: sum(p.numel() for p in module.parameters())
        entries = 2 * reach + 1
        trained = [0, count(nn.Embedding(rows, width)), count(nn.ModuleList(nn.Embedding(entries, width // heads) for _ in range(layers))),
                   count(nn.ModuleList(nn.Embedding(entries, heads) for _ in range(layers))), 0]
        vectors = sum(2 * (width // heads) for _ in range(heads) for _ in range(tokens) for _ in range(tokens))
        numbers = sum(1 for _ in range(heads) for _ in range(tokens) for _ in range(tokens))
        turns = sum(6 for _ in ("q", "k") for _ in range(tokens) for _ in range(width // 2))
        name = f"{rows}-{tokens}-{width}"
        lab(document, f"schemes-parameters-{name}", "position-schemes", params, "schemes.parameters", torch.tensor(trained), 0.0)
        lab(document, f"schemes-layer-{name}", "position-schemes", params, "schemes.layer", torch.tensor([0, 0, vectors, numbers, turns]), 0.0)
        lab(document, f"schemes-heads-{name}", "position-schemes", params, "schemes[3].parameters", entries * layers, 0.0, "forgot-heads")
        lab(document, f"schemes-width-{name}", "position-schemes", params, "schemes[2].parameters", entries * layers * width, 0.0, "width-of-model")
        lab(document, f"schemes-as-one-{name}", "position-schemes", params, "schemes[2].layer", vectors // 2, 0.0, "multiply-add-as-one")


def make(_options):
    document = Document(
        source="torch indexing, modules and autograd; attention and dot products in float64 from float32 draws",
        generator="tests/vectors/make_positions.py",
        versions=f"torch {torch.__version__}, numpy {numpy.__version__}",
        tolerance="beside each case of a lab; biases are copied: exact, sums of their adjoints 1e-12",
    )
    generator = torch.Generator().manual_seed(0)
    for index in range(1, BIASES + 1):
        relative_bias(document, index, generator)
    with torch.random.fork_rng():
        blindness(document)
        diagonals(document)
        learned(document)
    biased(document, torch.Generator().manual_seed(1))
    schemes(document)
    return document
