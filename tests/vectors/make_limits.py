"""limits.txt: what the configuration check must say of a table, found by visiting its cells one by one."""

import math

import mpmath
import numpy

import rotary
from document import Document

SMALLEST = 5e-324


def first_non_finite(width, capacity, base):
    """(position, pair) of the first value that is not finite, or None: every frequency, then every cell."""
    thetas = rotary.frequencies(width, base)
    for pair, theta in enumerate(thetas):
        if not math.isfinite(theta):
            return 0, pair
    for position in range(capacity):
        for pair, theta in enumerate(thetas):
            if not math.isfinite(float(numpy.float64(position)) * theta):
                return position, pair
    return None


def add_non_finite(document):
    for name, width, capacity, base in [
        ("accepted-the-chapters-table", 4, 3, 100.0),
        ("accepted-a-single-cell", 2, 1, 10000.0),
        ("accepted-the-smallest-base-at-one-position", 2, 1, SMALLEST),
        ("accepted-the-largest-base", 64, 50, 1.7976931348623157e308),
        ("accepted-just-before-the-angle-overflows", 1000, 7, 1e-308),
        ("angle-overflows-at-the-last-position", 1000, 9, 1e-308),
        ("angle-overflows-early-in-a-longer-table", 1000, 500, 1e-308),
        ("angle-overflows-in-the-middle", 200, 5000, 1e-308),
        ("the-smaller-position-wins-over-the-smaller-pair", 400, 2000, 1e-308),
        ("several-pairs-fail-at-one-position", 4000, 60, 1e-308),
        ("accepted-while-two-positions-stay-finite", 64, 2, 1e-308),
        ("frequency-overflows-in-the-last-pair", 64, 3, SMALLEST),
        ("frequency-overflows-in-several-pairs", 256, 1, SMALLEST),
        ("frequency-is-found-before-any-angle", 4000, 1000, SMALLEST),
        ("accepted-a-subnormal-base-with-finite-angles", 20, 30, 1e-310),
        ("angle-overflows-under-a-subnormal-base", 64, 3000, 1e-315),
    ]:
        with mpmath.workdps(50):
            found = first_non_finite(width, capacity, base)
        document.case(
            name, ("width", width), ("capacity", capacity), ("base", base),
            *([("verdict", "accepted")] if found is None
              else [("verdict", "non-finite-table-value"), ("position", found[0]), ("pair", found[1])]),
        )


def add_refusals(document):
    """Sizes too large to visit: each follows from the rule beside it."""
    biggest = 2 ** 64 - 1
    representable = (2 ** 63 - 1) // 8
    for name, width, capacity, base, verdict in [
        ("zero-width", 0, 3, 100.0, "zero-feature-width"),
        ("odd-width", 3, 3, 100.0, "odd-feature-width"),
        ("width-one", 1, 3, 100.0, "odd-feature-width"),
        ("the-largest-odd-width", biggest, 3, 100.0, "odd-feature-width"),
        ("zero-capacity", 4, 0, 100.0, "zero-position-capacity"),
        ("base-zero", 4, 3, 0.0, "invalid-base"),
        ("base-minus-zero", 4, 3, -0.0, "invalid-base"),
        ("base-negative", 4, 3, -1.0, "invalid-base"),
        ("base-infinite", 4, 3, math.inf, "invalid-base"),
        ("base-minus-infinite", 4, 3, -math.inf, "invalid-base"),
        ("base-not-a-number", 4, 3, math.nan, "invalid-base"),
        ("zero-width-is-said-before-zero-capacity", 0, 0, -1.0, "zero-feature-width"),
        ("odd-width-is-said-before-zero-capacity", 5, 0, -1.0, "odd-feature-width"),
        ("zero-capacity-is-said-before-the-base", 4, 0, -1.0, "zero-position-capacity"),
        ("base-is-said-before-overflow", 4, biggest, 0.0, "invalid-base"),
        ("product-overflows-by-one-pair", 4, 2 ** 63, 100.0, "table-size-overflow"),
        ("product-overflows-at-the-largest-capacity", 6, biggest, 100.0, "table-size-overflow"),
        ("product-just-fits-but-no-allocation-can", 4, 2 ** 63 - 1, 100.0, "table-allocation-failed"),
        ("one-pair-at-the-largest-capacity", 2, biggest, 100.0, "table-allocation-failed"),
        ("one-cell-more-than-an-allocation-holds", 2, representable + 1, 100.0, "table-allocation-failed"),
        ("exactly-what-an-allocation-holds", 2, representable, 100.0, "accepted"),
        ("width-4096-and-capacity-two-to-the-40", 4096, 2 ** 40, 10000.0, "accepted"),
    ]:
        document.case(name, ("width", width), ("capacity", capacity), ("base", base), ("verdict", verdict))
    document.case(
        "a-frequency-is-said-before-the-allocation",
        ("width", 64), ("capacity", 2 ** 62 // 32), ("base", SMALLEST),
        ("verdict", "non-finite-table-value"), ("position", 0), ("pair", first_non_finite(64, 1, SMALLEST)[1]),
    )


def make(_options):
    document = Document(
        source="every cell of the table visited in row-major order; sizes by the rules: width even and not 0, "
               "capacity not 0, base finite and above 0, pairs * capacity < 2^64, 8 bytes a cell < 2^63",
        generator="tests/vectors/make_limits.py",
        versions=f"mpmath {mpmath.__version__} (50 digits), numpy {numpy.__version__}",
        tolerance="exact; no case has an angle within 1e-9 of the largest double",
    )
    add_non_finite(document)
    add_refusals(document)
    return document
