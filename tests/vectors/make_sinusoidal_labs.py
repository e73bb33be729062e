"""sinusoidal-labs.txt: cells of the labs on sinusoidal positions, right ones and those of each mistake, by numpy."""

import math

import numpy

from document import Document

TABLE, TURN, ADD = "sinusoidal-table", "sinusoidal-shift", "sinusoidal-add"
ULP = 2.0 ** -52

# mistake -> (exponent of the sine, of the cosine) of pair k in width d, where 2k/d is right for both
EXPONENTS = {
    "exponent-doubled": lambda k, d: (4 * k / d, (4 * k + 2) / d),
    "exponent-halved": lambda k, d: (k / d, k / d),
    "odd-own-exponent": lambda k, d: (2 * k / d, (2 * k + 1) / d),
    "multiplied-frequency": lambda k, d: (-2 * k / d, -2 * k / d),
}


def row(position, width, base=10000.0, mistake=None):
    """One row, features in the order in which they stand."""
    exponents = EXPONENTS.get(mistake, lambda k, d: (2 * k / d, 2 * k / d))
    position += mistake == "position-from-one"
    functions = (math.cos, math.sin) if mistake == "sine-cosine-swapped" else (math.sin, math.cos)
    values = []
    for feature in range(width):
        angle = position / base ** exponents(feature // 2, width)[feature % 2]
        if mistake == "degrees":
            angle = math.radians(angle)
        if mistake == "angles-in-16-bit":
            angle = float(half_angle(position, feature // 2, width, base))
        values.append(functions[feature % 2](angle))
    return values[0::2] + values[1::2] if mistake == "halves-layout" else values


def half_angle(position, k, width, base=10000.0):
    """The angle in numpy's own half precision, rounded at each step."""
    return numpy.float16(position) * numpy.float16(base ** (-2 * k / width))


def half_table(positions, width):
    angles = numpy.array([[half_angle(p, k, width) for k in range(width // 2)] for p in range(positions)], dtype=float)
    table = numpy.empty((positions, width))
    table[:, 0::2], table[:, 1::2] = numpy.sin(angles), numpy.cos(angles)
    return table


class Cases:
    def __init__(self, document):
        self.document = document

    def add(self, name, lab, parameters, target, values, mistake=None, tolerance=0.0):
        """Values of a target in order; a tolerance of 0 is for whole numbers and texts of doubles."""
        self.document.case(name, ("lab", lab), *[("param", key, text) for key, text in parameters.items()],
                           *([("mistake", mistake)] if mistake else []), ("target", target),
                           ("tolerance", float(tolerance)), ("values", *map(float, values)))


def reach(angle):
    """Rounding of exponent, power, product and sine, each in two ways: ulps of an angle of this size."""
    return 32 * ULP * max(1.0, angle)


def add_rows(cases):
    faults = [None, *EXPONENTS, "halves-layout", "sine-cosine-swapped", "position-from-one", "degrees", "angles-in-16-bit"]
    for width, position in ((4, 1), (6, 3), (16, 49), (5, 2)):
        for fault in faults:
            at = {"width": str(width), "position": str(position)}
            largest = (position + 1) * (10000.0 if fault == "multiplied-frequency" else 1.0)
            cases.add(f"row-{fault or 'right'}-width-{width}-position-{position}", TABLE, at, "row.value",
                      row(position, width, mistake=fault), fault, reach(largest))
    halves = row(3, 6, mistake="halves-layout")
    cases.add("row-in-halves", TABLE, {"width": "6", "position": "3", "layout": "halves"}, "row.value", halves, None, reach(3))
    cases.add("places-in-the-other-layout", TABLE, {"width": "6"}, "row.other", [0, 3, 1, 4, 2, 5])
    cases.add("places-in-the-other-layout-odd", TABLE, {"width": "5"}, "row.other", [0, 3, 1, 4, 2])
    cases.add("places-back", TABLE, {"width": "6", "layout": "halves"}, "row.other", [0, 2, 4, 1, 3, 5])


def add_speeds(cases):
    for width, base in ((2, 10000.0), (8, 10000.0), (16, 10000.0), (64, 10000.0), (6, 100.0), (4, 1.0)):
        at = {"width": str(width), "base": f"{base:g}"}
        divisors = [base ** (2 * k / width) for k in range(width // 2)]
        name = f"width-{width}-base-{base:g}"
        cases.add(f"divisors-{name}", TABLE, at, "pairs.divisor", divisors, None, 32 * ULP * divisors[-1])
        cases.add(f"wavelengths-{name}", TABLE, at, "pairs.wavelength", [2 * math.pi * d for d in divisors], None,
                  200 * ULP * divisors[-1])
        cases.add(f"turns-{name}", TABLE, at, "pairs.turns", [50 / (2 * math.pi * d) for d in divisors], None, 400 * ULP)


def add_counts(cases):
    for positions, width in ((1, 2), (50, 16), (2100, 8), (5000, 4), (5000, 2), (5000, 1), (2100, 16)):
        angle = numpy.arange(positions)[:, None] / 10000.0 ** (2 * numpy.arange((width + 1) // 2)[None, :] / width)
        table = numpy.empty((positions, width))
        table[:, 0::2], table[:, 1::2] = numpy.sin(angle), numpy.cos(angle)[:, :width // 2]
        at = {"positions": str(positions), "width": str(width)}
        name = f"{positions}-rows-of-{width}"
        cases.add(f"distinct-{name}", TABLE, at, "rows[0].distinct", [len(numpy.unique(numpy.round(table, 6) + 0.0, axis=0))])
        lengths = numpy.linalg.norm(table, axis=1)
        cases.add(f"lengths-{name}", TABLE, at, "rows[0].shortest,longest,least,most",
                  [lengths.min(), lengths.max(), min(0.0, table.min()), table.max()], None, reach(positions))
        if width % 2:
            continue
        for mistake, length in (("no-root", width / 2), ("feature-for-pair", width ** 0.5)):
            cases.add(f"lengths-{mistake}-{name}", TABLE, at, "rows[0].shortest,longest", [length, length], mistake, reach(positions))
        cases.add(f"entries-{name}", TABLE, at, "shapes[3].entries", [table.size])
        cases.add(f"entries-pair-for-feature-{name}", TABLE, at, "shapes[3].entries", [angle.size], "pair-for-feature")
        coarse = half_table(positions, width)
        cases.add(f"distinct-in-16-bits-{name}", TABLE, at, "rows[1].distinct", [len(numpy.unique(numpy.round(coarse, 6) + 0.0, axis=0))])
        cases.add(f"error-in-16-bits-{name}", TABLE, at, "rows[1].error", [abs(coarse - table).max()], None, reach(positions))


def add_half(cases):
    for position, width in ((1, 4), (2049, 8), (4999, 64), (1857, 32), (60000, 4)):
        at = {"position": str(position), "width": str(width)}
        angles = [float(half_angle(position, k, width)) for k in range(width // 2)]
        exact = [position / 10000.0 ** (2 * k / width) for k in range(width // 2)]
        name = f"position-{position}-width-{width}"
        cases.add(f"16-bit-position-{name}", TABLE, at, "half[0].position_16", [float(numpy.float16(position))])
        cases.add(f"16-bit-angles-{name}", TABLE, at, "half.angle_16", angles)
        cases.add(f"16-bit-turn-{name}", TABLE, at, "half.turn", [a - b for a, b in zip(angles, exact)], None, reach(position))
        cases.add(f"16-bit-sines-{name}", TABLE, at, "half.sine_16", [math.sin(a) for a in angles], None, ULP)
        cases.add(f"16-bit-cosines-{name}", TABLE, at, "half.cosine_16", [math.cos(a) for a in angles], None, ULP)


def add_shifts(cases):
    for position, shift, width in ((1, 5, 16), (2, 3, 8), (0, 1, 2), (7, 0, 4), (100, 250, 6), (9999, 10000, 64)):
        at = {"position": str(position), "shift": str(shift), "width": str(width)}
        name = f"{position}-by-{shift}-width-{width}"
        later, here = row(position + shift, width), row(position, width)
        tolerance = reach(position + shift)
        for column, values in (("sine", here[0::2]), ("turned_sine", later[0::2]), ("turned_cosine", later[1::2]),
                               ("later_sine", later[0::2]), ("later_cosine", later[1::2])):
            cases.add(f"shift-{name}-{column}".replace("_", "-"), TURN, at, f"pairs.{column}", values, None, tolerance)
        angles = [shift / 10000.0 ** (2 * k / width) for k in range(width // 2)]
        cases.add(f"shift-{name}-angles", TURN, at, "turns.angle", angles, None, tolerance)
    at = {"position": "2", "shift": "3", "width": "4"}
    back = row(-1, 4)
    cases.add("shift-clockwise-is-a-step-back", TURN, at, "pairs[1].turned_sine,turned_cosine", back[2:], "clockwise", reach(3))
    for fault in ("degrees", "sine-cosine-swapped", "multiplied-frequency", "exponent-halved", "position-from-one"):
        here = row(2, 4, mistake=fault)
        frequency = {"multiplied-frequency": 100.0, "exponent-halved": 0.1}.get(fault, 0.01) * (math.pi / 180 if fault == "degrees" else 1)
        s, c = math.sin(3 * frequency), math.cos(3 * frequency)
        cases.add(f"shift-{fault}", TURN, at, "pairs[1].turned_sine,turned_cosine",
                  [here[2] * c + here[3] * s, here[3] * c - here[2] * s], fault, reach(500))
    s, c = math.sin(3), math.cos(3)
    for index, values in enumerate(([c, s], [-s, c])):
        cases.add(f"shift-matrix-row-{index}", TURN, {"width": "2", "shift": "3"}, f"matrix[{index}]", values, None, reach(3))


def add_sums(cases):
    embedding = [0.5, -0.25, 0.75, 1.0]
    for position in (0, 1, 6):
        for scale, factor in (("none", 1.0), ("root", 2.0)):
            at = {"position": str(position), "scale": scale}
            vector = row(position, 4)
            sums = [factor * e + v for e, v in zip(embedding, vector)]
            lengths = factor * math.hypot(*embedding), math.hypot(*vector)
            name = f"position-{position}-scale-{scale}"
            cases.add(f"sum-{name}", ADD, at, "sum.sum", sums, None, reach(position))
            cases.add(f"scaled-{name}", ADD, at, "scaled.value", [factor * e for e in embedding])
            cases.add(f"parts-{name}", ADD, at, "parts[0].factor,scaled,position,share",
                      [factor, *lengths, lengths[0] / sum(lengths)], None, reach(position))
    cases.add("sum-unscaled", ADD, {"scale": "root"}, "sum.sum", [e + v for e, v in zip(embedding, row(1, 4))],
              "unscaled-embedding", reach(1))
    cases.add("nothing-has-no-share", ADD, {"embedding": "0,0"}, "parts[0].scaled,position,share", [0.0, 1.0, 0.0], None, ULP)


def make(_options):
    document = Document(
        source="the formulas of sinusoidal positions and of each mistake, in double precision; 16-bit angles by numpy.float16",
        generator="tests/vectors/make_sinusoidal_labs.py",
        versions=f"numpy {numpy.__version__}",
        tolerance="absolute, beside each case; 0 for whole numbers and 16-bit values",
    )
    cases = Cases(document)
    for part in (add_rows, add_speeds, add_counts, add_half, add_shifts, add_sums):
        part(cases)
    return document
