"""rope-small.txt: small rotations by their definition; attention-cost.txt: costs in whole numbers and exact fractions;
score-by-offset.txt: scores of equal contents as sums of cosines.

Each case is a run of a lab, perhaps with a mistake, and one cell: its value is computed here, from the sentence that says
what the mistake does, in Python and mpmath.
"""

from fractions import Fraction

import mpmath

from document import Document
from rotary import frequencies, to_double

ULP = 2.0 ** -52
PI = mpmath.pi
FAULTS = ["clockwise", "other-pairing", "degrees", "sine-cosine-swapped"]


class Cells:
    """Cases of one lab; a row of targets shares its parameters."""

    def __init__(self, lab, **head):
        self.lab = lab
        self.document = Document(generator="tests/vectors/make_rotations.py", **head)

    def add(self, name, parameters, target, value, tolerance, mistake=None, lab=None):
        self.document.case(
            name, ("lab", lab or self.lab), *[("param", key, text) for key, text in parameters.items()],
            *([("mistake", mistake)] if mistake else []), ("target", target), ("value", float(value)), ("tolerance", float(tolerance)))

    def row(self, name, parameters, target, values, tolerance, mistake=None):
        """`target` holds a {} for the row's index."""
        for index, value in enumerate(values):
            self.add(f"{name}-{index}", parameters, target.format(index), value, tolerance, mistake)


# Rotations ------------------------------------------------------------------------------------------------------------

def turned(a, b, angle, mistake):
    """One pair turned counter-clockwise, or as a mistake has it."""
    if mistake == "degrees":
        angle = mpmath.mpf(angle) * PI / 180
    cosine, sine = mpmath.cos(angle), mpmath.sin(angle)
    if mistake == "sine-cosine-swapped":
        cosine, sine = sine, cosine
    if mistake == "clockwise":
        sine = -sine
    return a * cosine - b * sine, a * sine + b * cosine


def turn_pairs(x, angles, pairs, mistake=None):
    out = [mpmath.mpf(value) for value in x]
    for (first, second), angle in zip(pairs, angles):
        out[first], out[second] = turned(x[first], x[second], angle, mistake)
    return out


def split(count):
    return [(k, k + count) for k in range(count)]


def adjacent(count):
    return [(2 * k, 2 * k + 1) for k in range(count)]


def four_numbers(cells, name, x, angles, mistake=None):
    """The formula, the product with the matrix, and both pairings, of x with given angles."""
    count = len(angles)
    halves, neighbours = split(count), adjacent(count)
    if mistake == "other-pairing":
        halves, neighbours = neighbours, halves
    parameters = {"x": ",".join(map(str, x)), "angles": ",".join(map(repr, angles))}
    tolerance = 4 * ULP * max(abs(value) for value in x)
    right = turn_pairs(x, angles, halves, mistake)
    other = turn_pairs(x, angles, neighbours, mistake)
    cells.row(f"{name}-formula", parameters, "formula[{}].y", right, tolerance, mistake)
    cells.row(f"{name}-product", parameters, "formula[{}].product", right, tolerance, mistake)
    cells.row(f"{name}-split", parameters, "pairings[{}].split", right, tolerance, mistake)
    cells.row(f"{name}-adjacent", parameters, "pairings[{}].adjacent", other, tolerance, mistake)
    for column in range(2 * count):
        unit = [1 if i == column else 0 for i in range(2 * count)]
        cells.row(f"{name}-matrix-column-{column}", parameters, f"matrix[{{}}].j{column}", turn_pairs(unit, angles, halves, mistake),
                  2 * ULP, mistake)


def converter(cells):
    """Channels permuted, turned as split halves and permuted back are adjacent pairs; width 8 tells the permutation from its inverse."""
    x, angles = [1, 2, 3, 4, 5, 6, 7, 8], [1.0, 0.1, 0.01, 0.001]
    parameters = {"x": "1,2,3,4,5,6,7,8", "angles": "1,0.1,0.01,0.001"}
    order = [0, 2, 4, 6, 1, 3, 5, 7]
    back = [0, 4, 1, 5, 2, 6, 3, 7]
    permuted = [x[i] for i in order]
    through = turn_pairs(permuted, angles, split(4))
    cells.row("converter-from", parameters, "pairings[{}].from", order, 0)
    cells.row("converter-back", parameters, "pairings[{}].back", back, 0)
    cells.row("converter-permuted", parameters, "pairings[{}].permuted", permuted, 0)
    cells.row("converter-turned", parameters, "pairings[{}].turned", through, 32 * ULP)
    cells.row("converter-returned", parameters, "pairings[{}].returned", [through[i] for i in back], 32 * ULP)
    cells.row("converter-adjacent", parameters, "pairings[{}].adjacent", turn_pairs(x, angles, adjacent(4)), 32 * ULP)
    assert [float(through[i]) for i in back] == [float(value) for value in turn_pairs(x, angles, adjacent(4))]


def partial(cells):
    x = list(range(1, 9))
    for rotary, position, base in [(4, 1, 10000), (2, 3, 10000), (6, 5, 100), (8, 2, 10000)]:
        parameters = {"rotary": rotary, "position": position, "base": base}
        angles = [mpmath.mpf(position) * theta for theta in frequencies(rotary, float(base))]
        name = f"partial-{rotary}-of-8-at-{position}"
        cells.row(name, parameters, "partial[{}].after", turn_pairs(x, angles, split(rotary // 2)), 128 * ULP)
        if rotary == 8:
            continue
        whole = [mpmath.mpf(position) * theta for theta in frequencies(8, float(base))]
        wrong = turn_pairs(x, whole, split(4)[:rotary // 2])
        cells.row(f"{name}-wrong-width", parameters, "partial[{}].after", wrong, 128 * ULP, "partial-wrong-width")


def published(cells):
    """Worked values in double precision: x = (1, 2, 3, 4) at position 1, base 10000."""
    right = [-1.9841106485555495, 1.959900667496664, 2.4623779024123156, 4.019799668334994]
    neighbours = [-1.1426396637476532, 1.922075596544176, 2.9598506679133294, 4.029799501669161]
    parameters = {"x": "1,2,3,4", "angles": "1,0.01"}
    cells.row("worked-split-halves", parameters, "formula[{}].y", right, 4 * ULP)
    cells.row("worked-adjacent-pairs", parameters, "pairings[{}].adjacent", neighbours, 4 * ULP)
    cells.row("worked-other-pairing", parameters, "formula[{}].y", neighbours, 4 * ULP, "other-pairing")
    cells.row("worked-permuted-channels", {"x": "1,3,2,4", "angles": "1,0.01"}, "formula[{}].y",
              [neighbours[i] for i in (0, 2, 1, 3)], 4 * ULP)
    cells.row("worked-partial", {}, "partial[{}].after", [-1.98411, 1.95990, 2.46238, 4.01980, 5, 6, 7, 8], 5e-6)
    cells.row("worked-partial-wrong-width", {}, "partial[{}].after", [-3.66705, 1.39101, 3, 4, 3.54298, 6.16969, 7, 8], 5e-6,
              "partial-wrong-width")
    plane = {"v": "1,2", "phi": "1"}
    for column, value in (("after_x", 2.2232442754839328), ("after_y", 0.23913362692838303)):
        cells.add(f"worked-clockwise-{column}", plane, f"plane[0].{column}", value, 2 * ULP, "clockwise")


def plane(cells):
    vectors = [(1, 0), (1, 2), (-3, 0.5), (0, 0)]
    for index, angle in enumerate([mpmath.pi / 2, 0.0, 1.0, -2.5, 100.0]):
        angle = to_double(mpmath.mpf(angle))
        parameters = {"v": ";".join(f"{a},{b}" for a, b in vectors), "phi": repr(angle)}
        first = turned(*vectors[0], angle, None)
        for row, (a, b) in enumerate(vectors):
            x, y = turned(a, b, angle, None)
            name = f"plane-{index}-vector-{row}"
            for column, value in [("after_x", x), ("after_y", y), ("length_after", mpmath.sqrt(x * x + y * y)),
                                  ("dot_after", first[0] * x + first[1] * y), ("degrees", mpmath.mpf(angle) * 180 / PI)]:
                cells.add(f"{name}-{column}", parameters, f"plane[{row}].{column}", value, 16 * ULP * max(1, abs(value)))
    for mistake in ["clockwise", "degrees", "sine-cosine-swapped"]:
        for column, value in zip(("after_x", "after_y"), turned(1, 2, 1.0, mistake)):
            cells.add(f"plane-{mistake}-{column}", {"v": "1,2", "phi": "1"}, f"plane[0].{column}", value, 8 * ULP, mistake)


def counts_and_lengths(cells):
    """Slips at the last step: a root, a pair or a turn left out."""
    for angle in (0.5, 2.0):
        x, y = turned(1, 2, angle, None)
        parameters = {"v": "1,2;-3,0.5", "phi": repr(angle)}
        cells.add(f"plane-no-root-{angle}".replace(".", "-"), parameters, "plane[1].length_after", 9.25, 32 * ULP * 10, "no-root")
        cells.add(f"plane-one-turned-{angle}".replace(".", "-"), parameters, "plane[1].dot_after", -3 * x + 0.5 * y, 32 * ULP * 10, "one-turned")
    inverted = [1, 5, 2, 6, 3, 7, 4, 8]
    cells.row("converter-inverted", {"x": "1,2,3,4,5,6,7,8", "angles": "1,0.1,0.01,0.001"}, "pairings[{}].permuted", inverted, 0,
              "permutation-inverted")
    norms = {"q": "1,2,3,-4", "k": "0.5,0,1,0"}
    for mistake, query, key in [(None, mpmath.sqrt(30), mpmath.sqrt(1.25)), ("no-root", 30, 1.25)]:
        for row, value in [(1, query), (4, key)]:
            cells.add(f"norms-{mistake or 'right'}-{row}", norms, f"norms[{row}].after", value, 32 * ULP * 30, mistake, "rope-pairs")
    for width, capacity in [(4, 3), (128, 1000000), (2, 7)]:
        for mistake, pairs, angles in [(None, width // 2, width // 2), ("feature-for-pair", width, width),
                                       ("whole-table", width // 2, capacity * width // 2)]:
            for column, value in [("pairs", pairs), ("evaluations", angles)]:
                cells.add(f"configuration-{width}-{capacity}-{mistake or 'right'}-{column}", {"width": width, "capacity": capacity},
                          f"configuration[0].{column}", value, 0, mistake, "rope-limits")


def make_small(_options):
    cells = Cells("rope-small", source="plane rotations and both pairings, pair by pair from their definition; worked values of mistakes",
                  versions=f"mpmath {mpmath.__version__} (50 digits)",
                  tolerance="absolute, beside each case: cosine and sine rounded once, two products and a sum")
    plane(cells)
    quarter, eighth = to_double(PI / 2), to_double(PI / 4)
    four_numbers(cells, "four", [1, 2, 3, 4], [quarter, eighth])
    four_numbers(cells, "zero-angle", [1, 2, 3, 4], [0.0, 0.0])
    four_numbers(cells, "three-pairs", [0.5, -1, 2, 1, -3, 0], [2.0, -0.5, 7.25])
    for mistake in FAULTS:
        four_numbers(cells, f"four-{mistake}", [1, 2, 3, 4], [quarter, 0.75], mistake)
    converter(cells)
    partial(cells)
    published(cells)
    counts_and_lengths(cells)
    return cells.document


# Costs ----------------------------------------------------------------------------------------------------------------

def costs(B, T, D, H, size, mistake=None):
    """Every column of the lab, as whole numbers and fractions."""
    flops = 1 if mistake == "multiply-add-as-one" else 2
    tables = 1 if mistake == "forgot-heads" else H
    unit = 10 ** 9 if mistake == "gb-for-gib" else 2 ** 30
    maps = 3 if mistake == "three-projections" else 4
    projections = flops * B * T * maps * D * D
    scores = 2 * flops * B * T * T * D
    causal = scores if mistake == "causal-not-halved" else Fraction(scores, 2)
    entries = (1 if mistake == "forgot-batch" else B) * tables * T * T
    cache = 2 * B * T * D * size
    return {
        "sizes": {"parameters": maps * D * D, "crossover": D if mistake == "crossover-at-width" else Fraction(maps * D, 2), "head_width": Fraction(D, H)},
        "costs": {"projections": projections, "scores": scores, "causal": causal, "rotation": (flops + 1) * 2 * B * T * D},
        "compared": {"projections": Fraction(projections, 10 ** 12), "scores": Fraction(scores, 10 ** 12),
                     "causal": Fraction(causal) / 10 ** 12, "ratio": Fraction(scores, projections),
                     "visible": Fraction(sum(range(1, T + 1)), T * T)},
        "memory": {"entries": entries, "bytes": entries * size, "gib": Fraction(entries * size, unit), "cache": cache,
                   "cache_gib": Fraction(cache, unit)},
    }


def make_costs(_options):
    cells = Cells("attention-cost", source="operations and bytes of an attention layer, in whole numbers and exact fractions",
                  versions="Python", tolerance="0 for whole numbers, half a unit in the last place for quotients, which are rounded once")
    shapes = [(1, 1024, 4096, 32, 2), (8, 4096, 4096, 32, 2), (2, 12, 32, 4, 2), (1, 65536, 4096, 32, 2), (1, 1, 1, 1, 1), (3, 7, 6, 2, 4),
              (1, 8192, 4096, 32, 2), (16, 2048, 768, 12, 4), (1, 131072, 8192, 64, 1), (5, 1000, 500, 5, 8)]
    faults = [None, "multiply-add-as-one", "crossover-at-width", "forgot-heads", "gb-for-gib", "causal-not-halved", "forgot-batch", "three-projections"]
    for index, (B, T, D, H, size) in enumerate(shapes):
        parameters = {"batch": B, "tokens": T, "width": D, "heads": H, "bytes": size}
        for mistake in faults if index in (1, 5) else [None]:
            for table, columns in costs(B, T, D, H, size, mistake).items():
                for column, value in columns.items():
                    name = f"b{B}-t{T}-d{D}-h{H}-{mistake or 'right'}-{table}-{column}".replace("_", "-")
                    cells.add(name, parameters, f"{table}[0].{column}", value, 0, mistake)
    return cells.document


# Scores by offset -----------------------------------------------------------------------------------------------------

def offsets(reach):
    """0, then each eighth of an octave, rounded down, or the next whole number where that is more; the last is the reach."""
    found = [0]
    while found[-1] < reach:
        stepped = int(mpmath.floor(found[-1] * mpmath.mpf(2) ** (mpmath.mpf(1) / 8)))
        found.append(min(reach, max(found[-1] + 1, stepped)))
    return found


def mean_cosine(offset, width, base, mistake=None):
    pairs = width // 2
    halved = 2 if mistake == "exponent-halved" else 1
    unit = PI / 180 if mistake == "degrees" else 1
    return mpmath.fsum(mpmath.cos(offset * unit * mpmath.mpf(base) ** (mpmath.mpf(-2 * k) / (halved * width))) for k in range(pairs)) / pairs


def make_scores(_options):
    cells = Cells("score-by-offset", source="the mean of cos(offset * base^(-2k/width)) over the pairs k, from its definition",
                  versions=f"mpmath {mpmath.__version__} (50 digits)",
                  tolerance="absolute: no angle is larger than the offset in radians; frequency, product and cosine round three times")
    settings = [(128, [10000, 500000], 131072), (64, [10000, 500000], 4096), (2, [10000], 20), (6, [7.5, 1, 100], 100)]
    for width, bases, reach in settings:
        parameters = {"width": width, "bases": ",".join(map(str, bases)), "reach": reach}
        rows = offsets(reach)
        for mistake in [None, "exponent-halved", "degrees"]:
            for b, base in enumerate(bases):
                for at in sorted({0, 1, 5, len(rows) // 2, len(rows) - 2, len(rows) - 1}):
                    name = f"d{width}-b{base}-offset-{rows[at]}-{mistake or 'right'}".replace(".", "-")
                    row = f"scores[{b * len(rows) + at}]"
                    cells.add(name, parameters, f"{row}.score", mean_cosine(rows[at], width, base, mistake), ULP * (4 + 3 * rows[at]), mistake)
                    if mistake is None:
                        cells.add(f"{name}-where", parameters, f"{row}.offset", rows[at], 0)
    return cells.document
