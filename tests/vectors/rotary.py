"""Rotary embedding written from its definition, in plain Python and mpmath (50 digits).

theta_k = base^(-2k/r) for k < r/2, r the rotary width; feature pair k is turned by position * theta_k:
(a, b) -> (a cos - b sin, a sin + b cos). Adjacent ("interleaved") pairs are (2k, 2k+1), split halves
("half") are (k, k + r/2); features from r on stay. Each quantity is the exact function of the doubles
before it, rounded once: frequency, angle (a double product), cosine and sine, then double arithmetic.
"""

import itertools
import math

import mpmath

mpmath.mp.dps = 50


def frequencies(rotary, base):
    """theta_k as correctly rounded doubles; an overflow is inf."""
    return [to_double(mpmath.mpf(base) ** (mpmath.mpf(-2 * k) / rotary)) for k in range(rotary // 2)]


def to_double(exact):
    """The nearest double of an mpmath number."""
    try:
        return float(exact)
    except OverflowError:
        return math.inf


def turn(position, theta):
    """(angle, cosine, sine) as doubles, the latter two of the double angle; zeros are +0."""
    angle = float(position) * theta
    return angle, to_double(mpmath.cos(mpmath.mpf(angle))) + 0.0, to_double(mpmath.sin(mpmath.mpf(angle))) + 0.0


def pairs(rotary, pairing):
    """The two feature indices of each pair."""
    if pairing == "interleaved":
        return [(2 * k, 2 * k + 1) for k in range(rotary // 2)]
    return [(k, k + rotary // 2) for k in range(rotary // 2)]


def rotate_row(row, position, rotary, base, pairing, adjoint=False):
    """One row of features turned (or turned back, for the adjoint)."""
    out = list(row)
    for (first, second), theta in zip(pairs(rotary, pairing), frequencies(rotary, base)):
        _, cosine, sine = turn(position, theta)
        if adjoint:
            sine = -sine
        a, b = row[first], row[second]
        out[first] = a * cosine - b * sine + 0.0
        out[second] = a * sine + b * cosine + 0.0
    return out


def rotate(values, shape, positions, rotary, base, pairing, adjoint=False):
    """A row-major tensor of rank >= 2 whose last two axes are tokens and features."""
    tokens, width = shape[-2], shape[-1]
    rows = [values[at:at + width] for at in range(0, len(values), width)]
    turned = [
        rotate_row(row, positions[index % tokens], rotary, base, pairing, adjoint)
        for index, row in enumerate(rows)
    ]
    return list(itertools.chain.from_iterable(turned))


def rounding_bound(positions, rotary, base, values):
    """An absolute bound for any correct double evaluation of the same definition.

    The frequency may be 2 ulp off and the product rounds once more, so an angle a moves by at most
    3 * 2^-52 * a; cosine, sine, two products and a sum add 4 * 2^-52; all of it scales with the row.
    """
    largest = max((abs(value) for value in values), default=0.0)
    last = max(positions, default=0)
    angle = max((last * theta for theta in frequencies(rotary, base)), default=0.0)
    return 2.0 ** -52 * (4 + 3 * angle) * largest * 2
