"""sources-rotations-by-hand.txt: every figure that the program on small rotations and costs prints, by line.

The printed texts were transcribed once and stand below; Python and torch compute each of them again and print it.
"""

import math

import torch

from document import Document

WIDTH = 8
BASE = 10000.0
TOKENS = [1024, 4096, 8192, 16384, 65536]
SMALL, FREQUENCIES, COST = "rope-small", "rope-frequencies", "attention-cost"


def printed():
    """line -> [(lab, where, style, text)] in the order of the line."""
    lines = {}

    def put(line, lab, *figures):
        lines[line] = [(lab, where, style, text) for where, style, text in figures]

    for line, row, x, y, turned in [(501, 0, "1", "0", "0.0 1.0"), (502, 1, "1", "2", "-2.0 1.0")]:
        after_x, after_y = turned.split()
        cell = f"target plane[{row}]"
        put(line, SMALL, (f"{cell}.before_x", "integer", x), (f"{cell}.before_y", "integer", y), (f"{cell}.degrees", "integer", "90"),
            (f"{cell}.after_x", "python 4", after_x), (f"{cell}.after_y", "python 4", after_y))
    put(503, SMALL, ("target plane[1].before_x", "integer", "1"), ("target plane[1].before_y", "integer", "2"),
        ("target plane[1].length_before", "python 4", "2.2361"), ("target plane[1].length_after", "python 4", "2.2361"))
    put(504, SMALL, *[(f"target formula[{i}].x", "integer", text) for i, text in enumerate("1 2 3 4".split())],
        *[(f"target formula[{i}].half", "python 4", text) for i, text in enumerate("-3.0 -4.0 1.0 2.0".split())])
    for line, column in [(505, "y"), (506, "product")]:
        put(line, SMALL, *[(f"target formula[{i}].{column}", "python 4", text) for i, text in enumerate("-3.0 -1.4142 1.0 4.2426".split())])
    put(507, SMALL, ("check same", "truth", "True"))
    for pair, (theta, turn) in enumerate([("1.0000", "6.3"), ("0.1000", "62.8"), ("0.0100", "628.3"), ("0.0010", "6283.2")]):
        cell = f"target frequencies[{pair}]"
        put(508 + pair, FREQUENCIES, (f"{cell}.pair", "integer", str(pair)), (f"{cell}.theta", "decimals 4", theta),
            (f"{cell}.turn", "decimals 1", turn))
    for row, texts in enumerate(["1024 1.374e+11 1.718e+10 0.12", "4096 5.498e+11 2.749e+11 0.50", "8192 1.100e+12 1.100e+12 1.00",
                                 "16384 2.199e+12 4.398e+12 2.00", "65536 8.796e+12 7.037e+13 8.00"]):
        tokens, projections, scores, ratio = texts.split()
        put(512 + row, COST, (f"target costs[{row}].tokens", "integer", tokens), (f"target costs[{row}].projections", "scientific 3", projections),
            (f"target costs[{row}].scores", "scientific 3", scores), (f"target compared[{row}].ratio", "decimals 2", ratio))
    return lines


def rotate(v, angle):
    c, s = math.cos(angle), math.sin(angle)
    return [round(c * v[0] - s * v[1], 4), round(s * v[0] + c * v[1], 4)]


def reference():
    """What Python prints for each line, as a list of texts."""
    quarter = math.pi / 2
    turned = {v: rotate(v, quarter) for v in [(1, 0), (1, 2)]}
    lines = {line: [*map(str, v), f"{math.degrees(quarter):.0f}", *map(repr, turned[v])] for line, v in zip((501, 502), turned)}
    lines[503] = ["1", "2", repr(round(math.hypot(1, 2), 4)), repr(round(math.hypot(*turned[1, 2]), 4))]
    x = torch.tensor([1.0, 2.0, 3.0, 4.0])
    angles = torch.tensor([math.pi / 2, math.pi / 4]).repeat(2)
    half = torch.cat([-x[2:], x[:2]])
    fast = x * angles.cos() + half * angles.sin()
    # Pair by pair as complex numbers: a + bi times the unit number of the angle.
    pairs = torch.view_as_complex(x.reshape(2, 2).T.contiguous()) * torch.polar(torch.ones(2), angles[:2])
    by_hand = torch.view_as_real(pairs).T.flatten()
    lines[504] = ["1", "2", "3", "4", *map(repr, half.tolist())]
    lines[505] = [repr(round(value, 4)) for value in fast.tolist()]
    lines[506] = [repr(round(value, 4)) for value in by_hand.tolist()]
    lines[507] = [str(torch.allclose(fast, by_hand, atol=1e-6))]
    for pair in range(WIDTH // 2):
        theta = BASE ** (-2 * pair / WIDTH)
        lines[508 + pair] = [str(pair), f"{theta:.4f}", f"{2 * math.pi / theta:.1f}"]
    for row, tokens in enumerate(TOKENS):
        projections, scores = 8 * tokens * 4096 ** 2, 4 * tokens ** 2 * 4096
        lines[512 + row] = [str(tokens), f"{projections:.3e}", f"{scores:.3e}", f"{scores / projections:.2f}"]
    return lines


def add_controls(document):
    """Other settings print other figures."""
    controls = [
        ("angle", SMALL, ("param", "phi 1"), "target plane[1].after_x", "python 4", "-2.0"),
        ("degrees", SMALL, ("mistake", "degrees"), "target plane[1].after_x", "python 4", "-2.0"),
        ("clockwise", SMALL, ("mistake", "clockwise"), "target formula[0].half", "python 4", "-3.0"),
        ("pairing", SMALL, ("mistake", "other-pairing"), "target formula[1].y", "python 4", "-1.4142"),
        ("same-under-a-mistake", SMALL, ("mistake", "other-pairing"), "check same", "truth", "True"),
        ("base", FREQUENCIES, ("param", "base 100"), "target frequencies[1].turn", "decimals 1", "62.8"),
        ("width", COST, ("param", "width 2048"), "target costs[0].projections", "scientific 3", "1.374e+11"),
        ("counting", COST, ("mistake", "multiply-add-as-one"), "target costs[0].scores", "scientific 3", "1.718e+10"),
    ]
    for name, lab, setting, where, style, text in controls:
        document.case(f"control-{name}", ("kind", "control"), ("lab", lab), setting, tuple(where.split()), ("style", style), ("text", text))


def make(_options):
    lines = printed()
    texts = {line: [text for *_, text in figures] for line, figures in lines.items()}
    if texts != reference():
        raise AssertionError(f"printed {texts}, computed {reference()}")
    document = Document(
        source="the text on attention and position, its program on small rotations and costs: line numbers are those of the text",
        generator="tests/vectors/make_sources_rotations.py, which computes every printed figure again",
        versions=f"torch {torch.__version__}; printed with numpy 2.1.3 and torch 2.5.1",
        tolerance="the text as it is printed",
        figures=sum(map(len, lines.values())),
    )
    for line, figures in lines.items():
        for index, (lab, where, style, text) in enumerate(figures):
            what = where.split()[1].replace("[", "-").replace("].", "-").replace("_", "-")
            document.case(f"line-{line}-{index + 1}-{what}", ("kind", "printed"), ("line", line), ("lab", lab), tuple(where.split()),
                          ("style", style), ("text", text))
    add_controls(document)
    return document
