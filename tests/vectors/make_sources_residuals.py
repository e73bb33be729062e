"""sources-residuals-and-norms.txt: every figure that the first program of the source on residual paths prints, by its line.

The texts were transcribed once and stand below as they are printed; a plain reference recomputes each of them.
"""

import numpy

from document import Document

LAYERS, WIDTH, SEED = 24, 64, 0
FACTOR_LINES = {138: ("0.9", "10%", "lost", "0.080"), 139: ("1.02", "2%", "branch", "1.608"), 140: ("0.98", "-2%", "branch", "0.616")}
STREAM_LINES = {141: (1, "1.29", "77%"), 142: (6, "2.51", "40%"), 143: (12, "3.68", "27%"), 144: (24, "4.55", "22%")}


def stream_lengths():
    generator = numpy.random.default_rng(SEED)
    unit = lambda: (lambda v: v / numpy.linalg.norm(v))(generator.standard_normal(WIDTH))
    stream = unit()
    lengths = []
    for _ in range(LAYERS):
        stream = stream + unit()
        lengths.append(float(numpy.linalg.norm(stream)))
    return lengths


def factor_cases(line, factor, percent, column, product):
    """(name, what, style, text, value) of the figures of a line, in order."""
    change = float(factor) - 1.0
    return [
        ("percent", ("target", f"result[0].{column}"), "percent", percent, -change if column == "lost" else change),
        ("factor", ("parameter", "factor"), None, factor, float(factor)),
        ("layers", ("target", "result[0].layers"), "integer", str(LAYERS), LAYERS),
        ("product", ("target", "result[0].product"), "decimals 3", product, float(factor) ** LAYERS),
    ]


def stream_cases(layer, length, share, value):
    row = f"stream[{layer - 1}]"
    return [
        ("layer", ("target", f"{row}.layer"), "integer", str(layer), layer),
        ("length", ("target", f"{row}.length"), "decimals 2", length, value),
        ("share", ("target", f"{row}.share"), "percent", share, 1.0 / value),
    ]


def write(style, value):
    """The figure as the program's format would print it."""
    if style is None or style == "integer":
        return f"{value:g}"
    return f"{value:.0%}" if style == "percent" else f"{value:.{style.split()[1]}f}"


def make(_options):
    lengths = stream_lengths()
    lines = {line: ("residual-factors", [("factor", case[0]), ("layers", str(LAYERS))], factor_cases(line, *case)) for line, case in FACTOR_LINES.items()}
    for line, (layer, length, share) in STREAM_LINES.items():
        lines[line] = ("stream-growth", [], stream_cases(layer, length, share, lengths[layer - 1]))
    document = Document(
        source="the program on factors and on the residual stream; a sign of + before a percentage is the sentence's",
        generator="tests/vectors/make_sources_residuals.py",
        versions=f"numpy {numpy.__version__} (printed with numpy 2.1.3)",
        tolerance="the text digit for digit",
        figures=sum(len(figures) for _, _, figures in lines.values()),
    )
    for line, (lab, parameters, figures) in sorted(lines.items()):
        for number, (name, what, style, text, value) in enumerate(figures):
            assert write(style, value) == text, (line, name)
            document.case(f"line-{line}-{number}-{name}", ("kind", "printed"), ("line", line), ("lab", lab),
                          *[("param", *parameter) for parameter in parameters], what, ("style", style or "parameter"), ("text", text))
    for name, lab, parameter, what, style, text in (
        ("another-seed", "stream-growth", ("seed", "1"), ("target", "stream[23].length"), "decimals 2", "4.55"),
        ("another-factor", "residual-factors", ("factor", "0.91"), ("target", "result[0].product"), "decimals 3", "0.080"),
    ):
        document.case(f"control-{name}", ("kind", "control"), ("lab", lab), ("param", *parameter), what, ("style", style), ("text", text))
    return document
