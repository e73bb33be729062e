"""half.txt: doubles rounded to 16-bit floating point, by numpy."""

import random

import numpy

from document import Document


def make(_options):
    document = Document(
        source="IEEE 754 binary16, ties to even",
        generator="tests/vectors/make_half.py",
        versions=f"numpy {numpy.__version__} (float64 to float16 in one step)",
        tolerance="exact",
    )
    draw = random.Random(16)
    groups = {
        "exact": [0.0, 1.0, -1.0, 0.5, 1024.0, 2047.0, 2048.0, 65504.0, 2.0 ** -14, 2.0 ** -24],
        "tie-to-even": [2049.0, 2051.0, -2049.0, 1 + 2.0 ** -11, 1 + 3 * 2.0 ** -11, 4098.0, 4102.0, 3 * 2.0 ** -25, 2.0 ** -25],
        "near-a-tie": [2049.0000001, 2048.9999999, 1 + 2.0 ** -11 + 2.0 ** -40, 1 + 2.0 ** -11 - 2.0 ** -40],
        "angle": [1857.0, 1857 * 0.5623413251903491, 0.5623413251903491, 1000000 * 0.01, 257.0, 0.1, 0.01],
        "subnormal": [3.1e-5, 6.1e-5, 5.9604644775390625e-08, 1e-7, 4.4e-6, -3.3e-6],
        "vanishes": [1e-8, 2.9e-8, 5e-324],
        "largest": [65503.0, 65519.999, 65520.0, -65520.0, 1e5, 1e300],
        "random": [draw.uniform(-1, 1) * 10.0 ** draw.randrange(-7, 5) for _ in range(40)],
    }
    with numpy.errstate(over="ignore"):
        for name, values in groups.items():
            for index, value in enumerate(values, 1):
                document.case(f"{name}-{index}", ("value", float(value)), ("half", float(numpy.float64(value).astype(numpy.float16))))
    return document
