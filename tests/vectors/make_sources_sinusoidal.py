"""sources-sinusoidal-positions.txt: what the program of the chapter on sinusoidal positions prints, figure by figure.

Each line is printed again by numpy from the formula and must be the text that stands here; numbers in it become cases.
"""

import re

import numpy

from document import Document
from make_sinusoidal import by_numpy

PRINTED = {
    276: "shape: (50, 16)",
    277: "matches loop reference: True",
    278: "position 0 row: [0. 1. 0. 1. 0. 1. 0. 1. 0. 1. 0. 1. 0. 1. 0. 1.]",
    279: "position 1 row: [0.8415 0.5403 0.311  0.9504 0.0998 0.995 ] ...",
    280: "wavelength per sin/cos pair: [6.3, 19.9, 62.8, 198.7, 628.3, 1986.9, 6283.2, 19869.2]",
    281: "every row has norm sqrt(d/2): True",
    282: "PE(p+5) is a fixed rotation of PE(p): True",
    283: "pair 0 of PE(1) rotated by 5 rad: [-0.2794  0.9602]  pair 0 of PE(6): [-0.2794  0.9602]",
    284: "distinct rows among 5000 positions at d_model=64: 5000",
}
FIGURE = re.compile(r"-?\d+\.?\d*|True|False")
POSITIONS, WIDTH, BASE, SHIFT = 50, 16, 10000, 5
TABLE, TURN = "sinusoidal-table", "sinusoidal-shift"


def reprinted():
    """The same lines, from numpy."""
    table = by_numpy(0, POSITIONS, WIDTH, BASE)
    loop = numpy.array([[numpy.sin(p / BASE ** (f / WIDTH)) if f % 2 == 0 else numpy.cos(p / BASE ** ((f - 1) / WIDTH))
                         for f in range(WIDTH)] for p in range(POSITIONS)])
    angles = SHIFT / BASE ** (2 * numpy.arange(WIDTH // 2) / WIDTH)
    sine, cosine = table[:-SHIFT, 0::2], table[:-SHIFT, 1::2]
    turned = numpy.empty_like(table[SHIFT:])
    turned[:, 0::2] = sine * numpy.cos(angles) + cosine * numpy.sin(angles)
    turned[:, 1::2] = cosine * numpy.cos(angles) - sine * numpy.sin(angles)
    waves = [round(float(2 * numpy.pi * SHIFT / angle), 1) for angle in angles]
    many = by_numpy(0, 5000, 64, BASE)
    return {
        276: f"shape: {table.shape}",
        277: f"matches loop reference: {numpy.allclose(table, loop)}",
        278: f"position 0 row: {numpy.round(table[0], 2)}",
        279: f"position 1 row: {numpy.round(table[1], 4)[:6]} ...",
        280: f"wavelength per sin/cos pair: {waves}",
        281: f"every row has norm sqrt(d/2): {numpy.allclose(numpy.linalg.norm(table, axis=1), numpy.sqrt(WIDTH / 2))}",
        282: f"PE(p+{SHIFT}) is a fixed rotation of PE(p): {numpy.allclose(turned, table[SHIFT:])}",
        283: f"pair 0 of PE(1) rotated by {SHIFT} rad: {numpy.round(turned[1, :2], 4)}  pair 0 of PE(6): {numpy.round(table[6, :2], 4)}",
        284: f"distinct rows among {len(many)} positions at d_model={many.shape[1]}: {len(numpy.unique(numpy.round(many, 6), axis=0))}",
    }


def figures():
    """line -> [(lab, parameters, key, name, style)] in the order of the line."""
    moved = ["turned_sine", "turned_cosine"], ["later_sine", "later_cosine"]
    at_zero, many = {"position": "0"}, {"positions": "5000", "width": "64"}
    pair = lambda columns: [(TURN, {}, "target", f"pairs[0].{column}", "numpy 4") for column in columns]
    return {
        276: [(TABLE, {}, "target", f"shapes[3].{column}", "integer") for column in ("rows", "columns")],
        277: [(TABLE, {}, "check", "reference", "truth")],
        278: [(TABLE, at_zero, "target", "row[0].position", "integer")]
             + [(TABLE, at_zero, "target", f"row[{feature}].value", "numpy 2") for feature in range(WIDTH)],
        279: [(TABLE, {}, "target", "row[0].position", "integer")]
             + [(TABLE, {}, "target", f"table[1].f{feature}", "numpy 4") for feature in range(6)],
        280: [(TABLE, {}, "target", f"pairs[{k}].wavelength", "python 1") for k in range(WIDTH // 2)],
        281: [(TABLE, {}, "check", "length", "truth")],
        282: [(TURN, {}, "parameter", "shift", "integer"), (TURN, {}, "check", "rotation", "truth")],
        283: [(TURN, {}, "target", "pairs[0].pair", "integer"), (TURN, {}, "target", "pairs[0].position", "integer"),
              (TURN, {}, "parameter", "shift", "integer"), *pair(moved[0]),
              (TURN, {}, "target", "pairs[0].pair", "integer"), (TURN, {}, "target", "pairs[0].later", "integer"), *pair(moved[1])],
        284: [(TABLE, many, "target", "shapes[3].rows", "integer"), (TABLE, many, "target", "shapes[3].columns", "integer"),
              (TABLE, many, "target", "rows[0].distinct", "integer")],
    }


def texts_of(line):
    """The figures of a line; the halving in the formula of line 281 is no figure."""
    return FIGURE.findall(PRINTED[line].replace("sqrt(d/2)", ""))


def add(document, name, kind, line, lab, parameters, key, target, style, text, mistake=None):
    document.case(name, ("kind", kind), ("line", line), ("lab", lab), *[("param", k, v) for k, v in parameters.items()],
                  *([("mistake", mistake)] if mistake else []), (key, target), ("style", style), ("text", text))


def add_controls(document):
    """A mistake prints other texts: the comparison can fail."""
    for name, line, lab, parameters, mistake, key, target, style, text in [
        ("from-one", 278, TABLE, {"position": "0"}, "position-from-one", "target", "row[0].value", "numpy 2", "0."),
        ("other-ladder", 280, TABLE, {}, "exponent-halved", "target", "pairs[7].wavelength", "python 1", "19869.2"),
        ("reference-finds-it", 277, TABLE, {}, "exponent-halved", "check", "reference", "truth", "True"),
        ("length-finds-it", 281, TABLE, {}, "odd-own-exponent", "check", "length", "truth", "True"),
        ("turned-back", 282, TURN, {}, "clockwise", "check", "rotation", "truth", "True"),
        ("turned-back-pair", 283, TURN, {}, "clockwise", "target", "pairs[0].turned_sine", "numpy 4", "-0.2794"),
        ("sixteen-bits", 284, TABLE, {"positions": "5000", "width": "64"}, "angles-in-16-bit", "target", "rows[0].distinct",
         "integer", "5000"),
    ]:
        add(document, f"control-{name}", "control", line, lab, parameters, key, target, style, text, mistake)


def make(_options):
    again = reprinted()
    if again != PRINTED:
        raise AssertionError(f"numpy prints {[line for line in PRINTED if again[line] != PRINTED[line]]} otherwise")
    lines = figures()
    document = Document(
        source="the output of the program on sinusoidal positions; line numbers are those of the sources' text",
        generator="tests/vectors/make_sources_sinusoidal.py, which prints every line again from the formula",
        versions=f"numpy {numpy.__version__}",
        tolerance="the text digit for digit",
        figures=sum(len(texts_of(line)) for line in PRINTED),
    )
    for line, cases in lines.items():
        texts = texts_of(line)
        if len(texts) != len(cases):
            raise AssertionError(f"line {line} prints {len(texts)} figures, not {len(cases)}")
        for index, ((lab, parameters, key, target, style), text) in enumerate(zip(cases, texts)):
            what = re.sub(r"[^a-z0-9]+", "-", target).strip("-")
            add(document, f"line-{line}-{index + 1}-{what}", "printed", line, lab, parameters, key, target, style, text)
    add_controls(document)
    return document
