"""sources-attention-by-hand.txt: every figure that the program on one head of attention prints, by line.

The printed texts were transcribed once and stand below; numpy computes each of them again and prints it.
"""

import numpy

from document import Document

LAB = "attention-by-hand"
Q = numpy.array([[1.0, 0.0], [1.0, 1.0]])
K = numpy.eye(2)
V = numpy.array([[1.0, 2.0], [3.0, 4.0]])
STYLE = "numpy 4"


def softmax(scores):
    exponentials = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials / exponentials.sum(axis=1, keepdims=True)


def printed():
    """line -> [(where, style, text)] in the order of the line."""
    grids = {"scores": (57, ["1. 0.", "1. 1."]), "scaled": (60, ["0.7071 0.", "0.7071 0.7071"]),
             "weights": (63, ["0.6698 0.3302", "0.5 0.5"]), "unscaled-weights": (66, ["0.7311 0.2689", "0.5 0.5"])}
    lines = {}
    for table, (first, rows) in grids.items():
        for row, texts in enumerate(rows):
            lines[first + row] = [(f"target {table}[{row}].j{column}", STYLE, text) for column, text in enumerate(texts.split())]
    lines[68] = [(f"target row-sums[{row}].sum", STYLE, "1.") for row in range(2)]
    for row, texts in enumerate(["1.6605 2.6605", "2. 3."]):
        lines[70 + row] = [(f"target output[{row}].f{column}", STYLE, text) for column, text in enumerate(texts.split())]
    lines[72] = [("target by-hand[0].f0", STYLE, "1.6605"), ("target by-hand[0].f1", STYLE, "2.6605")]
    lines[73] = [("check library", "truth", "True")]
    return lines


def reference():
    """What numpy prints for each line, as a list of texts."""
    scores = Q @ K.T
    weights = softmax(scores / numpy.sqrt(2.0))
    out = weights @ V
    rows = {57: scores, 60: scores / numpy.sqrt(2.0), 63: weights, 66: softmax(scores), 70: out}
    lines = {first + row: values for first, matrix in rows.items() for row, values in enumerate(matrix)}
    lines[68] = weights.sum(axis=1)
    lines[72] = weights[0, 0] * V[0] + weights[0, 1] * V[1]
    with numpy.printoptions(precision=4, suppress=True):
        return {line: str(values).strip("[]").split() for line, values in lines.items()} | {73: ["True"]}


def make(_options):
    lines = printed()
    texts = {line: [text for _, _, text in figures] for line, figures in lines.items()}
    if texts != reference():
        raise AssertionError(f"printed {texts}, computed {reference()}")
    count = sum(map(len, lines.values()))
    document = Document(
        source="the text on attention and position, its first program: line numbers are those of the text",
        generator="tests/vectors/make_sources_attention.py, which computes every printed figure again",
        versions=f"numpy {numpy.__version__}; printed with numpy 2.1.3 and torch 2.5.1",
        tolerance="the text as it is printed",
        figures=count,
    )
    for line, figures in lines.items():
        for index, (where, style, text) in enumerate(figures):
            what = where.split()[1].replace("[", "-").replace("].", "-")
            document.case(f"line-{line:03}-{index + 1}-{what}", ("kind", "printed"), ("line", line), ("lab", LAB),
                          *[tuple(where.split())], ("style", style), ("text", text))
    for name, setting in (("keys", ("param", "k 0,1;1,0")), ("scale", ("param", "scale 1")), ("columns", ("mistake", "softmax-over-columns"))):
        document.case(f"control-other-{name}", ("kind", "control"), ("lab", LAB), setting, ("target", "weights[0].j0"),
                      ("style", STYLE), ("text", "0.6698"))
    document.case("control-library-is-not-matched", ("kind", "control"), ("lab", LAB), ("mistake", "no-scale"), ("check", "library"),
                  ("style", "truth"), ("text", "True"))
    return document
