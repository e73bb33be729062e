"""decimal.txt: doubles to shortest and fixed text, and text to doubles, hard cases first."""

import decimal
import fractions
import math
import platform
import random
import struct

from document import Document

decimal.getcontext().prec = 2000
LARGEST = 1.7976931348623157e308
SMALLEST_NORMAL = 2.2250738585072014e-308
SMALLEST = 5e-324


def neighbour(value, steps):
    """The double so many steps further in magnitude."""
    bits = struct.unpack("<Q", struct.pack("<d", value))[0] + steps
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def digits_and_exponent(value):
    """repr's digits without zeros at either end, and E with value = 0.DIGITS * 10^E; zero is 0 and 0."""
    sign, digits, exponent = decimal.Decimal(repr(value)).as_tuple()
    text = "".join(map(str, digits))
    stripped = text.lstrip("0").rstrip("0")
    if not stripped:
        return "0", 0
    exponent += len(text.lstrip("0"))
    return "-" * sign + stripped, exponent


def fixed(value, places):
    """The exact binary value rounded to so many places, a tie to the even digit; no minus before zeros."""
    text = str(decimal.Decimal(value).quantize(decimal.Decimal(1).scaleb(-places), decimal.ROUND_HALF_EVEN))
    if "E" in text:
        text = f"{decimal.Decimal(text):f}"
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text


def exact(value):
    """All the digits of a double."""
    return f"{decimal.Decimal(value):f}"


class Cases:
    def __init__(self, document):
        self.document = document
        self.seen = {}

    def name(self, stem):
        self.seen[stem] = self.seen.get(stem, 0) + 1
        return f"{stem}-{self.seen[stem]}"

    def shortest(self, stem, *values):
        for value in values:
            digits, exponent = digits_and_exponent(value)
            self.document.case(self.name("shortest-" + stem), ("kind", "shortest"), ("value", float(value)),
                               ("digits", digits), ("exponent", exponent))

    def fixed(self, stem, *pairs):
        for value, places in pairs:
            self.document.case(self.name("fixed-" + stem), ("kind", "fixed"), ("value", float(value)),
                               ("places", places), ("text", fixed(float(value), places)))

    def read(self, stem, *texts):
        for text in texts:
            value = float(text)
            self.document.case(self.name("read-" + stem), ("kind", "read"), ("text", text), ("value", value))


def add_shortest(cases, draw):
    cases.shortest("zero", 0.0, -0.0)
    cases.shortest("integer", 1.0, -1.0, 10.0, 100.0, 123456789.0, 1e15, 1e16, 1e17, 1e21, 1e22, 1e23)
    cases.shortest("beyond-exact-integers", 2.0 ** 53, 2.0 ** 53 + 2, 2.0 ** 63, 2.0 ** 64, 9007199254740993.0)
    cases.shortest("needs-seventeen-digits", 0.1 + 0.2, 5e-324 * 3, 2 / 3, 0.8414709848078965, 1.1 * 1.1, 9.007199254740991e15 / 7)
    cases.shortest("one-digit-is-enough", 0.1, 0.2, 0.3, 1e-5, 1e-7, 5e-324, 3e-308, 1e300, 1e-300)
    cases.shortest("end-of-the-range", LARGEST, -LARGEST, SMALLEST_NORMAL, neighbour(SMALLEST_NORMAL, -1), SMALLEST, -SMALLEST)
    cases.shortest("power-of-two-has-an-uneven-neighbourhood", *[2.0 ** k for k in
                   (-1074, -1073, -1022, -1021, -500, -100, -52, -24, -10, -1, 10, 24, 60, 89, 100, 122, 500, 1000, 1023)])
    cases.shortest("nine-nines", 9.999999999999999e22, 0.9999999999999999, 1.0000000000000002, 99999999.99999999)
    cases.shortest("hard-for-shortest-printers", 9007199254740992e3, 1.8014398509481984e16, 5.764607523034235e39,
                   1.152921504606847e40, 2.305843009213694e40, 4.4501363245856945e-308, 2.9802322387695312e-8,
                   4.35e-322, 9.5367431640625e-7, 2.98023223876953125e-8, 8.41e21, 2.0019e4, 6.9294956446009195e15, 3.439070283483335e35)
    for _ in range(60):
        cases.shortest("random-bits", neighbour(0.0, draw.randrange(1, 0x7FEFFFFFFFFFFFFF)))
    for _ in range(20):
        cases.shortest("random-in-the-unit-interval", draw.random())


def add_fixed(cases, draw):
    cases.fixed("zero-has-no-sign", (0.0, 0), (-0.0, 0), (-0.0, 2), (-1e-9, 4), (-0.004, 2), (-SMALLEST, 6), (1e-9, 4))
    cases.fixed("tie-goes-to-the-even-digit", (0.5, 0), (1.5, 0), (2.5, 0), (-0.5, 0), (-1.5, 0), (-2.5, 0), (0.125, 2),
                (0.375, 2), (-0.125, 2), (0.25, 1), (0.75, 1), (2.0 ** -5, 4), (3 * 2.0 ** -5, 4), (1e15 + 0.5, 0),
                (4503599627370497.5, 0), (4503599627370496.5, 0), (2.0 ** -24, 23), (0.0625, 3))
    cases.fixed("looks-like-a-tie-but-is-none", (0.145, 2), (1.005, 2), (2.675, 2), (0.15, 1), (0.35, 1), (1.45, 1), (8.345, 2),
                (0.00005, 4), (0.84145, 4), (-0.145, 2), (-1.005, 2), (5e-7, 6), (1.0000005, 6), (0.285, 2))
    cases.fixed("carries-into-a-new-digit", (0.9999, 3), (9.9996, 3), (99.99, 0), (0.95, 0), (-9.9999999, 6), (999999.9999999, 6))
    cases.fixed("large", (1e22, 0), (1e23, 2), (LARGEST, 0), (123456789012345680.0, 3), (2.0 ** 64, 1))
    cases.fixed("small", (SMALLEST, 3), (SMALLEST_NORMAL, 12), (1e-6, 6), (4.9e-7, 6), (1e-12, 12), (4e-6, 6))
    cases.fixed("the-figures-of-the-page", (0.8414709848078965, 4), (0.8414709848078965, 6), (0.5403023058681398, 6), (1.0, 6),
                (-0.4161468365471424, 6), (math.sqrt(2), 6), (2.0, 6), (0.1, 6), (1e-12, 12))
    cases.fixed("places-beyond-the-digits", (0.5, 17), (0.1, 17), (0.1, 12), (1.0, 10), (3.0, 15))
    for _ in range(50):
        value = draw.uniform(-1, 1) * 10.0 ** draw.randrange(-8, 9)
        cases.fixed("random", (value, draw.randrange(0, 13)))


def add_read(cases, draw):
    cases.read("plain", "0", "0.0", "1", "10", "0.5", "0.1", "0.8415", "3.25", "1000000", "123456789")
    cases.read("leading-and-trailing-zeros", "000.5", "0.5000000000000000000000000", "00000000000000000000000012", "1e00005", "0.000e99")
    cases.read("exponent", "1e0", "1e5", "1E5", "1e+5", "1e-5", "2.5e10", "1e22", "1e23", "1e-22", "1e-23", "0e400", "0e-400")
    cases.read("more-than-seventeen-digits", "3.14159265358979323846264338327950288", "0.1000000000000000055511151231257827021181583404541015625",
               "0.84147098480789650665250232163029899962256306079837", "123456789012345678901234567890", "0.3333333333333333333333333333333333333",
               "1.00000000000000011102230246251565404236316680908203125", "1.00000000000000011102230246251565404236316680908203124",
               "1.00000000000000011102230246251565404236316680908203126")
    cases.read("end-of-the-range", "1.7976931348623157e308", "1.7976931348623158e308", "179769313486231570000e288", "1.797693134862315807937289714053e308", "1e308", "1e-308", "1e-320",
               "2.2250738585072014e-308", "2.2250738585072011e-308", "2.2250738585072012e-308", "2.225073858507201e-308", "4.9406564584124654e-324",
               "5e-324", "3e-324", "2.4703282292062328e-324", "2.4703282292062327e-324", "2e-324", "1e-400", "1e-1000000")
    cases.read("known-to-break-readers", "6.631236846766476e-316", "3.2378839133029012895883e-319", "8.589973e9", "9007199254740993", "9007199254740992",
               "9007199254740994", "9007199254740995", "1448997445238699", "5708990770823839524233143877797980545530986496", "7.8459735791271921e65",
               "3.08984926168550152811e-32", "1.1754943508222875e-38", "17.486e-320", "89255e-22", "104110013277974872254e-225", "6.9294956446009195e15",
               "1e-323", "0.500000000000000166533453693773481063544750213623046875", "3.518437208883201171875e13", "62.5364939768271845828",
               "8.10109172351e-10", "1.50000000000000011102230246251565", "2.50000000000000011102230246251565")
    overflow = 2 ** 1024 - 2 ** 970
    cases.read("past-the-largest-double", "1.7976931348623159e308", str(overflow), str(overflow - 1), "1e309", "9e999999999999999999")
    halfway(cases, draw)
    for _ in range(60):
        value = neighbour(0.0, draw.randrange(1, 0x7FEFFFFFFFFFFFFF))
        cases.read("random-seventeen-digits", f"{value:.16e}")
    for _ in range(40):
        cases.read("random-digits", f"{draw.randrange(10 ** 19)}.{draw.randrange(10 ** 12)}e{draw.randrange(-340, 280)}")


def halfway(cases, draw):
    """Exactly between two doubles (to the even one), and one unit of the last digit to either side."""
    lower_values = [1.0, 2.0, neighbour(1.0, 1), 0.1, 1e22, 2.0 ** 53, 1e-5, 123.456, SMALLEST_NORMAL, neighbour(SMALLEST_NORMAL, -1), SMALLEST]
    lower_values += [draw.uniform(0.5, 2) * 2.0 ** draw.randrange(-60, 60) for _ in range(20)]
    for lower in lower_values:
        middle = (fractions.Fraction(lower) + fractions.Fraction(neighbour(lower, 1))) / 2
        text = f"{decimal.Decimal(middle.numerator) / decimal.Decimal(middle.denominator):f}"
        if "." not in text:
            text += ".0"
        cases.read("halfway", text)
        cases.read("just-above-halfway", text + "0000000001")
        below = decimal.Decimal(text) - decimal.Decimal(1).scaleb(-(len(text.split(".")[1]) + 10))
        cases.read("just-below-halfway", f"{below:f}")


def make(_options):
    document = Document(
        source="CPython's float(), repr() and decimal: correctly rounded both ways",
        generator="tests/vectors/make_decimal.py",
        versions=f"Python {platform.python_version()}",
        tolerance="exact",
        keys="shortest: value = 0.DIGITS * 10^exponent in the fewest digits that read back; fixed: the exact binary value "
             "rounded to places, ties to even; read: text to the nearest double, ties to even",
    )
    cases = Cases(document)
    add_shortest(cases, random.Random(1))
    add_fixed(cases, random.Random(2))
    add_read(cases, random.Random(3))
    return document
