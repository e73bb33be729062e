"""elementary.txt: sine, cosine, exponential, logarithm and power of doubles, rounded once by mpmath."""

import math
import random
import struct

import mpmath

from document import Document

DIGITS = 50
# Values so near the middle of two doubles that the core's short series alone gives the wrong one: sines, then cosines.
BETWEEN_ANGLES = """
    0x1.891cf56c0ba52p+9 0x1.6ecd3fb0736b9p-1 0x1.08ce9be3c41cap+12 0x1.7bc598b889671p-1
    0x1.7e0d0393947e7p-1 0x1.b90a1e6c0a182p+9 0x1.2ac636cdf469fp-1 0x1.148e2581c763bp+11
""".split()
BETWEEN_EXPONENTS = """
    0x1.0e9477797304cp+4 -0x1.3c0ae7db6e7cp+1 0x1.db9b861702579p+3 -0x1.a5bee4a860edp+2
""".split()
REDUCTION_BITS = 1400  # an angle of 2^1023 leaves more than 300 bits behind the point


def rounded(value):
    """The nearest double of an mpmath number. Below the normal range float() would round to 53 bits first and then again."""
    negative, mantissa, exponent, _ = value._mpf_
    if value == 0 or abs(value) >= 2.0 ** -1022:
        return float(value)
    units, rest = divmod(mantissa << max(exponent + 1074, 0), 1 << max(-1074 - exponent, 0))
    twice, whole = 2 * rest, 1 << max(-1074 - exponent, 0)
    units += twice > whole or (twice == whole and units % 2 == 1)
    return (-1) ** negative * math.ldexp(units, -1074)


def angles(draw):
    yield from [0.0, 1.0, -1.0, 2.0, 0.1, 0.01, 1e-8, 1e-300, 5e-324, 100.0, -1e6, 123456789.0]
    yield from [math.pi, math.pi / 2, 3 * math.pi / 2, math.pi / 4, 2 * math.pi]
    yield from [6381956970095103.0 * 2.0 ** 797]  # the double nearest to a multiple of pi/2
    yield from [2.0 ** 31, 2.0 ** 53, 2.0 ** 100, 1e22, 1e300, 1.7976931348623157e308]
    for _ in range(60):
        yield draw.uniform(-1, 1) * 10.0 ** draw.randrange(-3, 12)
    for _ in range(20):
        yield math.ldexp(draw.uniform(0.5, 1), draw.randrange(53, 1024))
    yield from map(float.fromhex, BETWEEN_ANGLES)


def exponents(draw):
    yield from [0.0, 1.0, -1.0, 1e-20, 709.78, 709.0, -708.4, -745.0, -740.25, 0.5, math.log(2)]
    for _ in range(50):
        yield draw.uniform(-700, 700)
    yield from map(float.fromhex, BETWEEN_EXPONENTS)
    # Results below the normal range have fewer bits and are rounded to them once.
    yield from [-708.52, -708.63, -708.3964185322641, -708.3964185322642, -709.0895657128241, -745.1332191019411, -745.1332191019412]
    below = random.Random(2)
    for _ in range(60):
        yield below.uniform(-745.2, -708.39)


def positives(draw):
    yield from [1.0, 2.0, 0.5, 10.0, 1e-5, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308]
    yield from [1 + 2.0 ** -52, 1 - 2.0 ** -53, 1.0001, 0.9999, math.e, math.sqrt(2), math.sqrt(0.5)]
    for _ in range(40):
        yield struct.unpack("<d", struct.pack("<Q", draw.randrange(1, 0x7FF0000000000000)))[0]


def powers(draw):
    for width in (4, 8, 16, 64, 128):
        for pair in (1, width // 4, width // 2 - 1):
            yield 10000.0, -2 * pair / width
    yield from [(100.0, -0.5), (2.0, 10.0), (-2.0, 3.0), (-2.0, 4.0), (10.0, -22.0), (10.0, 308.0), (1e-320, -0.9375)]
    yield from [(1.0000000001, 1e9), (0.5, 1074.0), (1e300, 1.02), (7.0, 0.0)]
    for _ in range(50):
        yield 10.0 ** draw.uniform(-4, 8), draw.uniform(-20, 20)
    yield from [(0.5, 1075.0), (2.0, -1074.5), (4.0, -536.75), (10.0, -310.0), (10.0, -323.5), (3.0, -670.0)]
    below = random.Random(3)
    for _ in range(30):
        base = 10.0 ** below.uniform(1, 8)
        yield base, -below.uniform(708.5, 744.5) / math.log(base)


def make(_options):
    document = Document(
        source="definitions, 50 digits and more, rounded once to a double",
        generator="tests/vectors/make_elementary.py",
        versions=f"mpmath {mpmath.__version__}",
        tolerance="exact",
    )
    draw = random.Random(1)
    with mpmath.workprec(REDUCTION_BITS):
        for index, x in enumerate(angles(draw), 1):
            sine, cosine = rounded(mpmath.sin(mpmath.mpf(x))), rounded(mpmath.cos(mpmath.mpf(x)))
            document.case(f"angle-{index}", ("angle", x), ("sine", sine), ("cosine", cosine))
    with mpmath.workdps(DIGITS):
        for index, x in enumerate(exponents(draw), 1):
            document.case(f"exponential-{index}", ("exponent", x), ("power", rounded(mpmath.exp(mpmath.mpf(x)))))
        for index, x in enumerate(positives(draw), 1):
            document.case(f"logarithm-{index}", ("argument", x), ("logarithm", rounded(mpmath.log(mpmath.mpf(x)))))
        for index, (base, exponent) in enumerate(powers(draw), 1):
            value = rounded(mpmath.mpf(base) ** mpmath.mpf(exponent))
            document.case(f"power-{index}", ("base", base), ("by", exponent), ("power", value))
    return document
