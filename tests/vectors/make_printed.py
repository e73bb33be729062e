"""printed-styles.txt: doubles as Python's formats, Python's round and numpy's arrays print them."""

import random
import sys

import numpy

from document import Document

FIXED = [0.0, 1.0, -1.0, 0.5, 2.5, 0.125, 0.7071067811865475, 1e-5, 9.99996, 0.99999, 1234.5678, 19869.17653, 1e15, 2.0 ** 53,
         -0.89952, 137438953472.0, 8796093022208.0, 0.000123456, 3e-7, 1e22, 0.05, 0.15, 0.25, 0.35, 99.5, 100.5]

NUMPY_EXPONENTS = 1e8  # from here on numpy writes exponents, suppressed or not; no source prints such an array


def unsigned_zero(text):
    """The sources print no zero with a sign, and neither do the labs."""
    return text[1:] if text.startswith("-") and not text[1:].strip("0.e+%") else text


def numpy_array(value, places):
    with numpy.printoptions(precision=places, suppress=True, floatmode="maxprec"):
        return str(numpy.array([value])).strip("[] ")


STYLES = {
    "decimals": lambda value, places: f"{value:.{places}f}",
    "numpy": numpy_array,
    "python": lambda value, places: repr(round(value, places)),
    "scientific": lambda value, places: f"{value:.{places}e}",
}


def make(_options):
    document = Document(
        source="Python's format and round, numpy's printing of arrays; a zero without its sign",
        generator="tests/vectors/make_printed.py",
        versions=f"Python {sys.version.split()[0]}, numpy {numpy.__version__}",
        tolerance="the text digit for digit",
    )
    stream = random.Random(1)
    drawn = [stream.uniform(-1, 1) * 10.0 ** stream.randint(-6, 6) for _ in range(30)]
    for name, write in STYLES.items():
        for index, value in enumerate(FIXED + drawn):
            places = index % 7
            if name == "numpy" and abs(value) >= NUMPY_EXPONENTS:
                continue
            document.case(f"{name}-{places}-{index}", ("style", f"{name} {places}"), ("value", value),
                          ("text", unsigned_zero(write(value, places))))
    for index, value in enumerate([0.77, 0.4, 0.27, 0.215, 0.005, 0.015, 1.0, 0.0, 0.995]):
        document.case(f"percent-{index}", ("style", "percent"), ("value", value), ("text", f"{value:.0%}"))
    for index, value in enumerate([0.0, 1.0, 4096.0, -2.0, 2.0 ** 40, 2.5]):
        document.case(f"integer-{index}", ("style", "integer"), ("value", value), ("text", f"{value:.17g}"))
    for index, value in enumerate([0.0, 1.0, -1.0]):
        document.case(f"truth-{index}", ("style", "truth"), ("value", value), ("text", str(bool(value))))
    return document
