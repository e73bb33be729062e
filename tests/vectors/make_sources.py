"""sources-rope.txt: every decimal the rope chapter prints, by line, and the worked values of known mistakes.

The printed texts were transcribed once and stand below; the plain reference recomputes each of them. With
--source PATH they are also held against the document: what stands on each line, in order, and nothing else
with a decimal point from the heading of the tables up to the heading of the questions.
"""

import math
import pathlib
import re

import mpmath
import numpy

import rotary
from document import Document

DECIMAL = re.compile(r"-?\d+\.\d+")
FIRST_HEADING, LAST_HEADING = "Read the pair rotations and relative diagonals", "Predict, then check the invariant"
COUNT = 128
SHIFT = 3  # positions; a column of the shifted table is named by its key position

Q_OUTPUT = [[1.0, -0.5, 0.25, 0.75], [-0.3, 0.8, 1.2, -0.4], [0.6, 0.1, -0.7, 0.9]]
K_OUTPUT = [[-0.2, 0.4, 0.9, -0.6], [0.5, 1.1, -0.8, 0.3], [1.0, -0.9, 0.2, 0.7]]


def printed():
    """line -> [(lab, target or `check ID`, printed text)] in the order of the line."""
    lines = {}

    def put(line, lab, targets, texts):
        texts = texts.split()
        assert len(targets) == len(texts), line
        lines.setdefault(line, []).extend((lab, target, text) for target, text in zip(targets, texts))

    columns = ["theta", "angle", "before_x", "before_y", "after_x", "after_y"]
    for row, texts in enumerate([
        "1.000000 0.000000 1.000000 0.000000 1.000000 0.000000",
        "0.100000 0.000000 1.000000 0.000000 1.000000 0.000000",
        "1.000000 1.000000 1.000000 0.000000 0.540302 0.841471",
        "0.100000 0.100000 1.000000 0.000000 0.995004 0.099833",
        "1.000000 2.000000 1.000000 0.000000 -0.416147 0.909297",
        "0.100000 0.200000 1.000000 0.000000 0.980067 0.198669",
    ]):
        put(419 + row, "rope-pairs", [f"rotations[{row}].{column}" for column in columns], texts)
    matrix = ["2.000000 1.535306 0.563920", "1.535306 2.000000 1.535306", "0.563920 1.535306 2.000000"]
    for table, first in (("dots", 434), ("original", 444), ("shifted", 454)):
        for row, texts in enumerate(matrix):
            start = SHIFT if table == "shifted" else 0
            put(first + row, "rope-pairs", [f"{table}[{row}].n{start + column}" for column in range(3)], texts)
    put(462, "rope-pairs", ["check equal-shift"], "0.000000000001")
    for line, column in ((470, "before"), (471, "after"), (472, "shifted")):
        put(line, "rope-pairs", [f"norms[{row}].{column}" for row in range(3)], "1.414214 1.414214 1.414214")
    for line, letter, texts in (
        (494, "q", "1.000000 -0.500000 0.250000 0.750000 -0.300000 0.800000 1.200000 -0.400000 0.600000 0.100000 -0.700000 0.900000 "
                   "1.000000 -0.500000 0.250000 0.750000 0.511086 0.684683 1.154072 -0.517802 -0.158758 -0.587193 -0.507244 1.021128"),
        (495, "k", "-0.200000 0.400000 0.900000 -0.600000 0.500000 1.100000 -0.800000 0.300000 1.000000 -0.900000 0.200000 0.700000 "
                   "-0.200000 0.400000 0.900000 -0.600000 1.195769 0.173597 -0.766053 0.378368 -1.234515 -0.534765 0.335082 0.646313"),
    ):
        targets = [f"{letter}-{side}[{row}].f{column}" for side in ("output", "input") for row in range(3) for column in range(4)]
        put(line, "rope-adjoint", targets, texts)
    put(501, "rope-adjoint", ["check gradient-q"], "0.000004")
    put(528, "rope-pairs", ["original[0].n1", "original[0].n2", "original[1].n0", "original[1].n2", "original[2].n0", "original[2].n1"],
        "1.535306 0.563920 1.535306 1.535306 0.563920 1.535306")
    return lines


def reference(lab, target):
    """The value of a target by the plain reference, at the chapter's parameters."""
    if target.startswith("check "):
        return {"check equal-shift": 1e-12, "check gradient-q": 4e-6}[target]
    table, row, column = re.fullmatch(r"([a-z-]+)\[(\d+)\]\.([a-z0-9_]+)", target).groups()
    row = int(row)
    content = [1.0, 0.0, 1.0, 0.0]
    turned = lambda m: rotary.rotate_row(content, m, 4, 100.0, "interleaved")
    if lab == "rope-adjoint":
        matrix = Q_OUTPUT if table[0] == "q" else K_OUTPUT
        if table.endswith("input"):
            matrix = [rotary.rotate_row(x, m, 4, 100.0, "interleaved", adjoint=True) for m, x in enumerate(matrix)]
        return matrix[row][int(column[1:])]
    if table == "rotations":
        position, pair = divmod(row, 2)
        theta = rotary.frequencies(4, 100.0)[pair]
        before, after = content[2 * pair:2 * pair + 2], turned(position)[2 * pair:2 * pair + 2]
        return dict(theta=theta, angle=position * theta, before_x=before[0], before_y=before[1],
                    after_x=after[0], after_y=after[1])[column]
    if table == "norms":
        vector = {"before": content, "after": turned(row), "shifted": turned(row + SHIFT)}[column]
        return math.sqrt(sum(x * x for x in vector))
    start = SHIFT if table == "shifted" else 0
    return sum(a * b for a, b in zip(turned(row + start), turned(int(column[1:]))))


def compare_with_document(path, lines):
    """Refuses a transcription that is not, line by line, what the document prints."""
    text = pathlib.Path(path).read_text("utf-8").split("\n")
    first = next(at for at, line in enumerate(text) if line == FIRST_HEADING)
    last = next(at for at, line in enumerate(text) if line == LAST_HEADING)
    for number in range(first + 1, last + 1):
        found = DECIMAL.findall(text[number - 1])
        wanted = [printed_text for _, _, printed_text in lines.get(number, [])]
        if found != wanted:
            raise SystemExit(f"make_sources.py: line {number} of {path} prints {found}, the cases say {wanted}.")


def add_printed(document, lines):
    for line, figures in lines.items():
        for index, (lab, target, text) in enumerate(figures):
            digits = len(text.split(".")[1])
            if f"{reference(lab, target):.{digits}f}" != text:
                raise AssertionError(f"line {line}: {target} is {reference(lab, target)}, not {text}")
            what = re.sub(r"[^a-z0-9]+", "-", target).strip("-")
            where = ("check", target.split()[1]) if target.startswith("check ") else ("target", target)
            document.case(f"line-{line}-{index + 1}-{what}", ("kind", "printed"), ("line", line), ("lab", lab), where,
                          ("digits", digits), ("text", text))


class Values:
    """Worked values: a lab, its parameters, perhaps a mistake, one cell."""

    def __init__(self, document):
        self.document = document

    def add(self, name, lab, parameters, target, value, mistake=None, tolerance=None):
        if tolerance is None:
            tolerance = 4 * 2.0 ** -52 * max(1.0, abs(value))
        self.document.case(
            name, ("kind", "value"), ("lab", lab), *[("param", key, text) for key, text in parameters.items()],
            *([("mistake", mistake)] if mistake else []), ("target", target), ("value", float(value)), ("tolerance", tolerance))

    def row(self, name, lab, parameters, targets, values, mistake=None, tolerance=None):
        for index, (target, value) in enumerate(zip(targets, values)):
            self.add(f"{name}-{index + 1}", lab, parameters, target, value, mistake, tolerance)


def add_before_the_tables(values):
    one = {"q": "1,0", "k": "0,1", "m": "1", "n": "0", "theta": "1"}
    values.add("one-pair-at-1-0", "rope-one-pair", one, "score[0].dot", 0.8414709848078965, tolerance=1e-15)
    values.add("one-pair-at-3-2-is-the-same", "rope-one-pair", {**one, "m": "3", "n": "2"}, "score[0].dot", 0.8414709848078965, tolerance=1e-15)
    values.add("one-pair-at-51-50-is-the-same", "rope-one-pair", {**one, "m": "51", "n": "50"}, "score[0].dot", 0.8414709848078965, tolerance=1e-12)
    values.add("one-pair-unrotated", "rope-one-pair", one, "score[0].plain", 0.0)
    values.row("one-pair-query-turned", "rope-one-pair", one, ["rotated[0].after_x", "rotated[0].after_y"],
               [0.5403023058681398, 0.8414709848078965])
    values.row("one-pair-key-stays", "rope-one-pair", one, ["rotated[1].after_x", "rotated[1].after_y"], [0.0, 1.0])


def add_rope_mistakes(values):
    adjacent = [-1.1426396637476532, 1.922075596544176, 2.9598506679133294, 4.029799501669161]
    split = [-1.9841106485555495, 1.959900667496664, 2.4623779024123156, 4.019799668334994]
    split_by_pair = [split[0], split[2], split[1], split[3]]
    after = ["rotations[2].after_x", "rotations[2].after_y", "rotations[3].after_x", "rotations[3].after_y"]
    row = {"width": "4", "base": "10000", "positions": "2", "q": "1,2,3,4", "pairing": "interleaved"}
    half = {**row, "pairing": "half"}
    assert rotary.rotate_row([1.0, 2, 3, 4], 1, 4, 10000.0, "interleaved") == adjacent
    assert rotary.rotate_row([1.0, 2, 3, 4], 1, 4, 10000.0, "half") == split
    values.row("adjacent-pairs", "rope-pairs", row, after, adjacent)
    values.row("split-halves", "rope-pairs", half, after, split_by_pair)
    values.row("other-pairing-for-adjacent", "rope-pairs", row, after, split_by_pair, mistake="other-pairing")
    values.row("other-pairing-for-split", "rope-pairs", half, after, adjacent, mistake="other-pairing")

    score = {"width": "4", "base": "10000", "positions": "6", "q": "1,2,3,4", "k": "0.5,-1,2,1", "pairing": "interleaved"}
    half = {**score, "pairing": "half"}
    permuted = {**half, "q": "1,3,2,4", "k": "0.5,2,-1,1"}
    values.add("score-adjacent", "rope-pairs", score, "dots[5].n2", 11.04827156525833, tolerance=1e-14)
    values.add("score-split", "rope-pairs", half, "dots[5].n2", -4.185318155160012, tolerance=1e-14)
    values.add("score-other-pairing-for-adjacent", "rope-pairs", score, "dots[5].n2", -4.185318155160012, mistake="other-pairing", tolerance=1e-14)
    values.add("score-other-pairing-for-split", "rope-pairs", half, "dots[5].n2", 11.04827156525833, mistake="other-pairing", tolerance=1e-14)
    values.add("score-split-of-permuted-channels-is-adjacent", "rope-pairs", permuted, "dots[5].n2", 11.04827156525833, tolerance=1e-14)

    one = {"q": "1,2", "k": "0,1", "m": "1", "n": "0", "theta": "1"}
    values.row("clockwise", "rope-one-pair", one, ["rotated[0].after_x", "rotated[0].after_y"],
               [2.2232442754839328, 0.23913362692838303], mistake="clockwise")
    values.add("angle-in-double", "rope-frequencies", {"width": "32", "base": "10000", "position": "1857"}, "frequencies[1].angle",
               1044.2678408785, tolerance=5e-11)
    values.add("angle-in-16-bit", "rope-frequencies", {"width": "32", "base": "10000", "position": "1857"}, "frequencies[1].angle",
               1045.0, mistake="angles-in-16-bit", tolerance=0.0)


def add_one_pair_mistakes(values):
    """The one-pair score under each fault, from the angle that the fault leaves between query and key."""
    one = {"q": "1,0", "k": "0,1", "m": "1", "n": "0", "theta": "1"}
    for mistake, value in [("clockwise", -math.sin(1)), ("degrees", math.sin(math.pi / 180)), ("offset-sign", -math.sin(1))]:
        values.add(f"one-pair-{mistake}", "rope-one-pair", one, "score[0].dot", value, mistake=mistake)
    values.add("one-pair-query-only-leaves-the-key", "rope-one-pair", {**one, "m": "3", "n": "2"}, "score[0].dot", math.sin(3),
               mistake="query-only")


def add_sinusoidal(values):
    at = {"embedding": "0,0,0,0", "base": "10000", "position": "1"}
    cells = [f"sum[{row}].position_value" for row in range(4)]
    values.row("sinusoidal", "sinusoidal-add", at, cells, [0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004], tolerance=5e-11)
    values.row("sinusoidal-halves-layout", "sinusoidal-add", at, cells, [0.84147, 0.01, 0.54030, 0.99995],
               mistake="halves-layout", tolerance=5e-6)
    values.row("sinusoidal-exponent-doubled", "sinusoidal-add", at, cells, [0.84147, 0.99995, 0.0001, 1.0],
               mistake="exponent-doubled", tolerance=5e-6)
    # Each cosine by its own coordinate: cos(10000^(-1/4)) and cos(10000^(-3/4)).
    values.row("sinusoidal-odd-own-exponent", "sinusoidal-add", at, cells,
               [math.sin(1), math.cos(0.1), math.sin(0.01), math.cos(0.001)], mistake="odd-own-exponent")
    values.row("sinusoidal-exponent-halved", "sinusoidal-add", at, cells,
               [math.sin(1), math.cos(1), math.sin(0.1), math.cos(0.1)], mistake="exponent-halved")
    values.row("sinusoidal-sine-cosine-swapped", "sinusoidal-add", at, cells, [0.5403023059, 0.8414709848, 0.9999500004, 0.0099998333],
               mistake="sine-cosine-swapped", tolerance=5e-11)
    values.row("sinusoidal-position-from-one", "sinusoidal-add", {**at, "position": "0"}, cells,
               [0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004], mistake="position-from-one", tolerance=5e-11)


def make(options):
    lines = printed()
    if sum(map(len, lines.values())) != COUNT:
        raise AssertionError(f"{sum(map(len, lines.values()))} printed decimals, not {COUNT}")
    if options and options.source:
        compare_with_document(options.source, lines)
    document = Document(
        source="the chapter 'Turn query and key pairs with RoPE', content revision 3, as plain text: line numbers are its own; "
               "worked values of known mistakes in double precision",
        generator="tests/vectors/make_sources.py, which recomputes every printed figure",
        versions=f"mpmath {mpmath.__version__} (50 digits), numpy {numpy.__version__}",
        tolerance="printed: the text digit for digit; value: absolute, beside each case",
        counting=f"{COUNT} texts with a decimal point (sign, digits, point, digits), from the heading of the tables to the heading "
                 f"of the questions; two of them are tolerances (12 and 6 digits), six stand in a matrix below the tables",
    )
    add_printed(document, lines)
    values = Values(document)
    add_before_the_tables(values)
    add_rope_mistakes(values)
    add_one_pair_mistakes(values)
    add_sinusoidal(values)
    return document
