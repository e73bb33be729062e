"""sources-ways-to-give-position.txt: what the program of the chapter on giving position prints, by line.

The program is carried out again below, in its own float32 with torch and numpy, and every transcribed text is held against it.
"""

import numpy
import torch
from torch import nn

from document import Document
from make_positions import SHUFFLE, offsets, sinusoidal

TOKENS, WIDTH, MAX_LEN, SHIFT = 6, 8, 16, 3
TABLE = [0.0, 0.5, -0.5, 1.0, -1.0]


def rounded(values, places=3):
    return [repr(round(float(value), places)) for value in values]


def carried_out():
    """line -> the texts that the program prints there, counting numbers left out."""
    torch.manual_seed(0)
    query, key, value = [torch.randn(WIDTH, WIDTH) * 0.4 for _ in range(3)]
    x = torch.randn(TOKENS, WIDTH)
    encodings = sinusoidal(TOKENS, WIDTH).float()

    def attend(tokens):
        return torch.softmax((tokens @ query) @ (tokens @ key).T / WIDTH ** 0.5, -1) @ (tokens @ value)

    def same(left, right):
        return str(torch.allclose(left, right, atol=1e-6))

    def spread(matrix, reach):
        return max(float(numpy.ptp(numpy.diag(matrix.numpy(), offset))) for offset in range(-reach, reach + 1))

    first = numpy.array([numpy.sin(2.0), numpy.cos(2.0)])
    turned = [first[0] * numpy.cos(3.0) + first[1] * numpy.sin(3.0), first[1] * numpy.cos(3.0) - first[0] * numpy.sin(3.0)]
    try:
        nn.Embedding(MAX_LEN, WIDTH)(torch.tensor([MAX_LEN]))
        past = "row found"
    except IndexError:
        past = "IndexError"
    bias = torch.tensor(TABLE)[offsets(TOKENS, 2)].tolist()
    return {
        419: [same(attend(x[SHUFFLE]), attend(x)[SHUFFLE])],
        420: [same(attend(x[SHUFFLE] + encodings), attend(x + encodings)[SHUFFLE])],
        **{422 + row: rounded(encodings[row]) for row in range(3)},
        426: rounded(first) + rounded(turned) + rounded([numpy.sin(5.0), numpy.cos(5.0)]),
        427: [repr(round(spread(encodings @ encodings.T, TOKENS - 1), 6))],
        428: [repr(round(spread((encodings @ query) @ (encodings @ key).T, TOKENS - 3), 3))],
        429: [str(nn.Embedding(MAX_LEN, WIDTH).weight.numel())],
        430: [past],
        431: [repr(value) for value in bias[0] + bias[3]],
    }


def printed():
    """line -> [(lab, parameters, (key, target), style, text)] in the order of the line."""
    blind, diagonal, table, bias = "order-blindness", "position-diagonals", "learned-table", "relative-bias"
    sinusoids = {"positions": 3, "width": WIDTH}
    shift = {"shift": SHIFT, "position": 2, "width": WIDTH, "positions": 17}
    past = {"max_len": MAX_LEN, "width": WIDTH, "position": MAX_LEN}
    lines = {
        419: [(blind, {}, ("check", "equivariant"), "truth", "True")],
        420: [(blind, {}, ("target", "outcomes[1].equal"), "truth", "False")],
        421: [("sinusoidal-table", sinusoids, ("parameter", "width"), "integer", "8"),
              ("sinusoidal-table", {**sinusoids, "position": 0}, ("target", "row[0].position"), "integer", "0"),
              ("sinusoidal-table", {**sinusoids, "position": 2}, ("target", "row[0].position"), "integer", "2")],
    }
    rows = ["0.0 1.0 0.0 1.0 0.0 1.0 0.0 1.0", "0.841 0.54 0.1 0.995 0.01 1.0 0.001 1.0", "0.909 -0.416 0.199 0.98 0.02 1.0 0.002 1.0"]
    for row, texts in enumerate(rows):
        lines[422 + row] = [("sinusoidal-table", sinusoids, ("target", f"table[{row}].f{f}"), "python 3", text) for f, text in enumerate(texts.split())]
    lines[425] = [("sinusoidal-shift", shift, ("parameter", "shift"), "integer", "3"),
                  ("sinusoidal-shift", shift, ("check", "rotation"), "truth", "True")]
    lines[426] = [("sinusoidal-shift", shift, ("target", f"pairs[0].{column}"), style, text) for column, style, text in [
        ("pair", "integer", "0"), ("position", "integer", "2"), ("sine", "python 3", "0.909"), ("cosine", "python 3", "-0.416")]]
    lines[426] += [("sinusoidal-shift", shift, ("target", "turns[0].angle"), "integer", "3")]
    lines[426] += [("sinusoidal-shift", shift, ("target", f"pairs[0].{column}"), style, text) for column, style, text in [
        ("turned_sine", "python 3", "-0.959"), ("turned_cosine", "python 3", "0.284"), ("pair", "integer", "0"), ("later", "integer", "5"),
        ("later_sine", "python 3", "-0.959"), ("later_cosine", "python 3", "0.284")]]
    lines[427] = [(diagonal, {}, ("target", "spread[0].before"), "python 6", "0.0")]
    lines[428] = [(diagonal, {}, ("target", "spread[0].after"), "python 3", "3.588")]
    lines[429] = [(table, past, ("target", "count[0].parameters"), "integer", "128")] * 2
    lines[430] = [(table, past, ("target", "outcome[0].position"), "integer", "16"), (table, past, ("target", "outcome[0].outcome"), "text", "IndexError")]
    lines[431] = []
    for row, texts in ((0, "-0.5 1.0 -1.0 -1.0 -1.0 -1.0"), (3, "0.0 0.0 0.5 -0.5 1.0 -1.0")):
        lines[431].append((bias, {}, ("target", f"sums[{row}].i"), "integer", str(row)))
        lines[431] += [(bias, {}, ("target", f"bias[{row}].j{j}"), "python 1", text) for j, text in enumerate(texts.split())]
    return lines


CONTROLS = [
    ("blind-inverted", "order-blindness", {}, "permutation-inverted", ("check", "equivariant"), "truth", "True"),
    ("blind-equal", "order-blindness", {}, None, ("target", "outcomes[0].equal"), "truth", "False"),
    ("spread-seed", "position-diagonals", {"seed": 1}, None, ("target", "spread[0].after"), "python 3", "3.588"),
    ("table-row", "learned-table", {"position": 15}, None, ("target", "outcome[0].outcome"), "text", "IndexError"),
    ("bias-sign", "relative-bias", {}, "offset-sign", ("target", "bias[0].j1"), "python 1", "1.0"),
    ("bias-clamp", "relative-bias", {}, "clamped-to-wrong-end", ("target", "bias[0].j3"), "python 1", "-1.0"),
]


def put(document, name, kind, number, lab, params, target, style, text, mistake=None):
    lines = [("kind", kind)] + ([("line", number)] if number else []) + [("lab", lab)]
    lines += [("param", key, value) for key, value in params.items()] + ([("mistake", mistake)] if mistake else [])
    document.case(name, *lines, target, ("style", style), ("text", text))


def make(_options):
    lines = printed()
    for number, texts in carried_out().items():
        values = [text for _, _, _, style, text in lines[number] if style != "integer"] or [lines[number][0][4]]
        if values != texts:
            raise ValueError(f"line {number}: the program prints {texts}, transcribed was {values}")
    document = Document(
        source="the attention and position document, the output of its program on ways to give position",
        generator="tests/vectors/make_sources_positions.py, which carries the program out again",
        versions=f"torch {torch.__version__}, numpy {numpy.__version__}",
        tolerance="the text digit for digit",
        figures=sum(map(len, lines.values())),
    )
    for number, figures in lines.items():
        for index, (lab, params, target, style, text) in enumerate(figures, 1):
            what = target[1].replace("[", "-").replace("]", "").replace(".", "-")
            put(document, f"line-{number}-{index}-{what}", "printed", number, lab, params, target, style, text)
    for name, lab, params, mistake, target, style, text in CONTROLS:
        put(document, f"control-{name}", "control", None, lab, params, target, style, text, mistake)
    return document
