"""rope.txt: frequencies, tables, rotations and adjoints of the rotary embedding."""

import itertools
import random

import mpmath
import numpy
import torch

import rotary
from document import Document


def torch_rotate(values, shape, positions, width, base, pairing, adjoint):
    """The same rotation in torch float64 by another way: complex products, or the rotate-half formula."""
    x = torch.tensor(values, dtype=torch.float64).reshape(shape)
    turned, rest = x[..., :width], x[..., width:]
    theta = torch.tensor(rotary.frequencies(width, base), dtype=torch.float64)
    angle = torch.tensor(positions, dtype=torch.float64)[:, None] * theta
    if adjoint:
        angle = -angle
    if pairing == "interleaved":
        numbers = torch.view_as_complex(turned.reshape(*shape[:-1], width // 2, 2).contiguous())
        turned = torch.view_as_real(numbers * torch.polar(torch.ones_like(angle), angle)).reshape(turned.shape)
    else:
        half = width // 2
        swapped = torch.cat([-turned[..., half:], turned[..., :half]], -1)
        turned = turned * torch.cos(angle).repeat(1, 2) + swapped * torch.sin(angle).repeat(1, 2)
    return torch.cat([turned, rest], -1).flatten().tolist()


def add_frequencies(document):
    for name, width, base in [
        ("the-chapters-two-frequencies", 4, 100.0),
        ("the-usual-base-at-a-small-width", 8, 10000.0),
        ("one-pair-needs-no-power", 2, 10000.0),
        ("a-full-head-of-64", 64, 10000.0),
        ("a-full-head-of-128-and-the-long-base", 128, 500000.0),
        ("base-one-turns-all-pairs-alike", 8, 1.0),
        ("a-base-below-one-turns-faster", 6, 1e-3),
        ("a-base-that-is-no-power", 10, 7.3),
        ("the-largest-base-still-gives-normal-doubles", 4, 1.7976931348623157e308),
        ("the-smallest-normal-base", 4, 2.2250738585072014e-308),
    ]:
        document.case(
            "frequencies-" + name,
            ("kind", "frequencies"), ("width", width), ("base", base), ("ulp", 2),
            ("theta", *rotary.frequencies(width, base)),
        )


def add_tables(document):
    for name, width, base, positions in [
        ("the-chapters-six-positions", 4, 100.0, range(6)),
        ("position-zero-is-the-identity", 8, 10000.0, [0]),
        ("angles-stay-double-at-a-million", 64, 10000.0, [1000000]),
        ("position-1857-pair-1-of-width-32", 32, 10000.0, [1857]),
        ("sixteen-bits-cannot-tell-256-from-257", 4, 10000.0, [256, 257]),
        ("base-one-repeats-one-angle", 6, 1.0, [0, 1, 2, 3]),
        ("a-base-below-one", 4, 1e-3, [0, 1, 7]),
        ("quarter-turns-near-zero-cosines", 2, 10000.0, [11, 33, 344, 355]),
        ("a-position-of-two-to-the-40", 4, 10000.0, [2 ** 40 - 1]),
    ]:
        rows = [[rotary.turn(m, theta) for theta in rotary.frequencies(width, base)] for m in positions]
        flat = list(itertools.chain.from_iterable(rows))
        document.case(
            "table-" + name,
            ("kind", "table"), ("width", width), ("base", base), ("positions", *positions),
            ("tolerance", rotary.rounding_bound(positions, width, base, [1.0])),
            ("angle", *[angle for angle, _, _ in flat]),
            ("cosine", *[cosine for _, cosine, _ in flat]),
            ("sine", *[sine for _, _, sine in flat]),
        )


class Rotations:
    def __init__(self, document):
        self.document = document

    def add(self, name, values, shape, base=10000.0, offset=None, positions=None, rotary_width=None,
            pairing="interleaved", adjoint=False):
        width = shape[-1] if rotary_width is None else rotary_width
        values = [float(value) for value in values]
        places = list(range(offset, offset + shape[-2])) if positions is None else list(positions)
        result = rotary.rotate(values, shape, places, width, base, pairing, adjoint)
        tolerance = rotary.rounding_bound(places, width, base, values)
        if values:
            other = torch_rotate(values, shape, places, width, base, pairing, adjoint)
            worst = max(abs(a - b) for a, b in zip(result, other))
            if worst > tolerance:
                raise AssertionError(f"{name}: the plain reference and torch differ by {worst}")
        where = ("offset", offset) if positions is None else ("positions", *positions)
        self.document.case(
            ("adjoint-" if adjoint else "rotate-") + name,
            ("kind", "rotate"), ("direction", "adjoint" if adjoint else "forward"), ("pairing", pairing),
            ("shape", *shape), ("rotary", width), ("base", base), where, ("tolerance", tolerance),
            ("x", *values), ("y", *result),
        )


def add_rotations(document):
    rotations = Rotations(document)
    add = rotations.add
    draw = random.Random(29)
    noise = lambda count: [draw.uniform(-2, 2) for _ in range(count)]
    one_to_four, one_to_eight = [1, 2, 3, 4], range(1, 9)

    # The reference values of both pairings, and what tells one from the other.
    add("adjacent-pairs-of-1-2-3-4", one_to_four, (1, 4), offset=1)
    add("split-halves-of-1-2-3-4", one_to_four, (1, 4), offset=1, pairing="half")
    add("split-halves-of-permuted-channels-equal-adjacent", [1, 3, 2, 4], (1, 4), offset=1, pairing="half")
    add("width-two-has-one-pairing-interleaved", [1, 0], (1, 2), offset=1)
    add("width-two-has-one-pairing-half", [1, 0], (1, 2), offset=1, pairing="half")
    add("the-chapters-query", [1, 0, 1, 0] * 3, (3, 4), base=100.0, offset=0)
    add("the-chapters-query-shifted-by-three", [1, 0, 1, 0] * 3, (3, 4), base=100.0, offset=3)
    add("query-at-five", one_to_four, (1, 4), offset=5)
    add("key-at-two", [0.5, -1, 2, 1], (1, 4), offset=2)
    add("query-at-five-split", one_to_four, (1, 4), offset=5, pairing="half")
    add("key-at-two-split", [0.5, -1, 2, 1], (1, 4), offset=2, pairing="half")

    # Partial rotary widths: the features beyond stay.
    for pairing in ("interleaved", "half"):
        add(f"four-of-eight-features-{pairing}", one_to_eight, (1, 8), offset=1, rotary_width=4, pairing=pairing)
        add(f"two-of-eight-features-{pairing}", noise(16), (2, 8), offset=4, rotary_width=2, pairing=pairing)
        add(f"six-of-seven-features-{pairing}", noise(14), (2, 7), offset=1, rotary_width=6, pairing=pairing)

    # Positions: offsets, given ones, the same for all, in any order, repeated.
    add("positions-given-in-reverse", noise(12), (3, 4), positions=[2, 1, 0])
    add("positions-repeated", noise(16), (4, 4), positions=[5, 5, 0, 5])
    add("positions-with-gaps-split", noise(12), (3, 4), positions=[0, 100, 7], pairing="half")
    add("cached-prompt-of-six-then-three", noise(12), (3, 4), positions=[6, 7, 8])
    add("padding-not-counted", noise(20), (5, 4), positions=[0, 0, 0, 1, 2])
    add("offset-of-a-thousand", noise(8), (2, 4), offset=1000)
    add("position-of-a-million", noise(4), (1, 4), offset=1000000)
    add("position-of-a-million-split", noise(8), (1, 8), offset=1000000, pairing="half")

    # Ranks: leading axes are independent lanes.
    add("rank-three-batch", noise(24), (2, 3, 4), offset=2)
    add("rank-four-batch-and-heads", noise(48), (2, 2, 3, 4), offset=1)
    add("rank-four-split", noise(48), (2, 2, 3, 4), offset=1, pairing="half")
    add("rank-five", noise(32), (2, 2, 2, 2, 2), offset=0)
    add("rank-four-positions-given", noise(24), (1, 2, 3, 4), positions=[9, 4, 4])
    add("leading-axes-of-one", noise(4), (1, 1, 1, 4), offset=3)

    # Empty axes give empty outputs.
    add("empty-leading-axis", [], (0, 3, 4), offset=0)
    add("empty-token-axis", [], (2, 0, 4), offset=3)
    add("empty-token-axis-rank-two", [], (0, 4), offset=0)
    add("empty-head-axis", [], (2, 0, 3, 4), offset=0)

    # Values at the ends of the range, and zeros that must come out as +0.
    add("huge-values", [1e300, -1e300, 3e299, 1e300], (1, 4), offset=1)
    add("tiny-values", [1e-300, -1e-300, 3e-301, 1e-300], (1, 4), offset=1)
    add("subnormal-values", [5e-324, 0, 1e-310, -1e-310], (1, 4), offset=2)
    add("huge-beside-tiny", [1e300, 1e-300, 1e-300, 1e300], (1, 4), offset=1)
    add("minus-zero-at-position-zero", [-0.0, -0.0, -0.0, 1.0], (1, 4), offset=0)
    add("minus-zero-turned", [-0.0, -0.0, 0.0, -0.0], (1, 4), offset=5)
    add("position-zero-changes-nothing", noise(8), (1, 8), offset=0)

    # Bases.
    add("base-one", noise(12), (2, 6), base=1.0, offset=1)
    add("base-below-one", noise(12), (3, 4), base=1e-3, offset=0)
    add("base-of-half-a-million", noise(8), (1, 8), base=500000.0, offset=123)
    add("base-is-huge", noise(4), (1, 4), base=1e300, offset=2)
    add("width-64-at-position-1857", noise(64), (1, 64), offset=1857)

    # The adjoint is the transposed rotation.
    add("adjacent-of-1-2-3-4", one_to_four, (1, 4), offset=1, adjoint=True)
    add("split-of-1-2-3-4", one_to_four, (1, 4), offset=1, pairing="half", adjoint=True)
    add("the-chapters-query-adjoint", [1, -.5, .25, .75, -.3, .8, 1.2, -.4, .6, .1, -.7, .9], (3, 4),
        base=100.0, offset=0, adjoint=True)
    add("the-chapters-key-adjoint", [-.2, .4, .9, -.6, .5, 1.1, -.8, .3, 1, -.9, .2, .7], (3, 4),
        base=100.0, offset=0, adjoint=True)
    add("partial-width-passes-the-rest", one_to_eight, (1, 8), offset=3, rotary_width=4, adjoint=True)
    add("rank-four", noise(48), (2, 2, 3, 4), offset=5, adjoint=True)
    add("positions-given", noise(12), (3, 4), positions=[8, 0, 3], pairing="half", adjoint=True)
    add("empty-token-axis", [], (2, 0, 4), offset=3, adjoint=True)
    add("huge-values", [1e300, -1e300, 3e299, 1e300], (1, 4), offset=1, adjoint=True)


def add_adjoints(document):
    """An adjoint of each kind of placement, width, rank and pairing, and of values at the ends of the range."""
    add = Rotations(document).add
    draw = random.Random(30)
    noise = lambda count: [draw.uniform(-2, 2) for _ in range(count)]
    for pairing in ("interleaved", "half"):
        add(f"of-rank-two-{pairing}", noise(12), (3, 4), offset=1, pairing=pairing, adjoint=True)
        add(f"of-rank-five-{pairing}", noise(32), (2, 2, 2, 2, 2), offset=2, pairing=pairing, adjoint=True)
        add(f"four-of-seven-features-{pairing}", noise(14), (2, 7), offset=3, rotary_width=4, pairing=pairing, adjoint=True)
        add(f"position-of-a-million-{pairing}", noise(8), (1, 8), offset=1000000, pairing=pairing, adjoint=True)
        add(f"positions-repeated-{pairing}", noise(16), (4, 4), positions=[5, 5, 0, 5], pairing=pairing, adjoint=True)
        add(f"base-below-one-{pairing}", noise(12), (3, 4), base=1e-3, offset=0, pairing=pairing, adjoint=True)
        add(f"tiny-values-{pairing}", [1e-300, -1e-300, 3e-301, 1e-300], (1, 4), offset=1, pairing=pairing, adjoint=True)
        add(f"empty-leading-axis-{pairing}", [], (0, 3, 4), offset=0, pairing=pairing, adjoint=True)
        add(f"minus-zero-{pairing}", [-0.0, 0.0, -0.0, -0.0], (1, 4), offset=0, pairing=pairing, adjoint=True)


def make(_options):
    document = Document(
        source="the definition of rotary embedding (Su et al. 2021, eq. 15 and 34), rotary.py",
        generator="tests/vectors/make_rope.py",
        versions=f"mpmath {mpmath.__version__} (50 digits), torch {torch.__version__} (float64, second opinion "
                 f"on every rotation), numpy {numpy.__version__}",
        tolerance="ulp: units in the last place of each value; tolerance: absolute, derived in rotary.py",
        layout="x and y row-major; a table row-major by position then pair",
    )
    add_frequencies(document)
    add_tables(document)
    add_rotations(document)
    add_adjoints(document)
    return document
