"""sinusoidal.txt: tables of sinusoidal position encoding by mpmath, from the formula, and checked against numpy."""

import mpmath
import numpy

from document import Document

mpmath.mp.dps = 50


def exact(position, width, base, feature):
    """PE(position, feature) from the formula, rounded once: sines at even features, cosines at odd ones."""
    pair = feature // 2
    angle = mpmath.mpf(position) / mpmath.mpf(base) ** (mpmath.mpf(2 * pair) / width)
    return float(mpmath.sin(angle) if feature % 2 == 0 else mpmath.cos(angle))


def by_numpy(first, count, width, base):
    """The same with numpy's broadcasting and its own sine; an odd width has one sine more than cosines."""
    position = numpy.arange(first, first + count)[:, None].astype(float)
    angle = position / base ** (2.0 * numpy.arange((width + 1) // 2)[None, :] / width)
    table = numpy.zeros((count, width))
    table[:, 0::2] = numpy.sin(angle)
    table[:, 1::2] = numpy.cos(angle)[:, :width // 2]
    return table


def tolerance(first, count):
    """A frequency is rounded twice (exponent, power) and its product with the position once. The exponent's rounding is
    at most ln(base) 2^-53 <= 28 * 2^-53 of the frequency for bases up to 1e12; angles are at most the last position."""
    return 2.0 ** -53 * (4 + 32 * (first + count - 1))


def case(document, name, first, count, width, base, layout="interleaved"):
    rows = [[exact(position, width, base, feature) for feature in range(width)] for position in range(first, first + count)]
    if numpy.abs(by_numpy(first, count, width, base) - numpy.array(rows)).max() > tolerance(first, count):
        raise AssertionError(f"{name}: numpy says otherwise")
    if layout == "halves":
        rows = [row[0::2] + row[1::2] for row in rows]
    document.case(name, ("first", first), ("count", count), ("width", width), ("base", float(base)), ("layout", layout),
                  ("tolerance", tolerance(first, count)), ("table", *[value for row in rows for value in row]))


def make(options):
    del options
    document = Document(
        source="PE(p, 2k) = sin(p / base^(2k/d)), PE(p, 2k+1) = cos(p / base^(2k/d)), Vaswani et al. 2017, section 3.5",
        generator="tests/vectors/make_sinusoidal.py",
        versions=f"mpmath {mpmath.__version__} (50 digits), numpy {numpy.__version__}",
        tolerance="absolute, beside each case: rounding of the exponent, the power and the angle, which grows with the position",
    )
    case(document, "first-position-is-zeros-and-ones", 0, 1, 8, 10000)
    case(document, "width-4-position-1", 1, 1, 4, 10000)
    case(document, "width-4-position-1-halves", 1, 1, 4, 10000, "halves")
    case(document, "odd-width-has-one-sine-more", 1, 1, 3, 10000)
    case(document, "odd-width-halves", 1, 2, 3, 10000, "halves")
    case(document, "odd-width-5", 7, 2, 5, 10000)
    case(document, "odd-width-5-halves", 7, 2, 5, 10000, "halves")
    case(document, "width-1-is-a-sine", 0, 4, 1, 10000)
    case(document, "width-1-halves", 0, 4, 1, 10000, "halves")
    case(document, "width-2-is-one-pair", 0, 6, 2, 10000)
    case(document, "width-2-halves-are-the-same", 0, 6, 2, 10000, "halves")
    case(document, "width-8-first-positions", 0, 6, 8, 10000)
    case(document, "width-8-first-positions-halves", 0, 6, 8, 10000, "halves")
    case(document, "width-16-first-positions", 0, 7, 16, 10000)
    case(document, "width-16-last-of-fifty", 49, 1, 16, 10000)
    case(document, "width-64-last-of-five-thousand", 4999, 1, 64, 10000)
    case(document, "width-64-past-half-precision", 2049, 2, 64, 10000, "halves")
    case(document, "width-6-thirds-in-the-exponent", 3, 3, 6, 10000)
    case(document, "width-10-base-2", 5, 3, 10, 2)
    case(document, "width-4-base-100", 0, 5, 4, 100)
    case(document, "base-one-has-equal-speeds", 0, 3, 6, 1)
    case(document, "base-below-one-speeds-up", 1, 3, 6, 0.5)
    case(document, "base-half-a-million", 11, 2, 12, 500000)
    case(document, "base-million-million", 100, 2, 8, 1e12)
    case(document, "position-one-million", 1000000, 1, 16, 10000)
    return document
