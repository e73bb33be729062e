"""sources-norm-gradients.txt: every figure that the measurement at initialisation prints, by its line.

The texts were transcribed once and stand below as they are printed; torch's own modules compute each of them again.
"""

import torch

from document import Document
from make_stack import norms

SEEDS = 20
SIZES = (8, 16, 64, 4, 256)
LINES = {
    196: (12, "post", "1.15", "0.97", "1.47"),
    197: (12, "pre", "0.76", "0.68", "0.91"),
    198: (24, "post", "1.71", "1.05", "2.69"),
    199: (24, "pre", "0.66", "0.52", "0.81"),
    200: (48, "post", "2.52", "0.86", "6.49"),
    201: (48, "pre", "0.57", "0.46", "0.79"),
}


def ratio(order, depth, seed):
    _, found = norms(torch.float32, order, order == "pre", "cross-entropy", depth, *SIZES, seed)
    return found[-1] / found[0]


def make(_options):
    torch.set_num_threads(1)
    document = Document(
        source="the measurement of gradient norms at initialisation",
        generator="tests/vectors/make_sources_stack.py",
        versions=f"torch {torch.__version__} (printed with torch 2.5.1)",
        tolerance="the text digit for digit; the median of twenty is the lower of the two in the middle",
        figures=5 * len(LINES),
    )
    for line, (depth, order, median, least, most) in LINES.items():
        ratios = torch.tensor([ratio(order, depth, seed) for seed in range(SEEDS)])
        assert [f"{value:.2f}" for value in (ratios.median(), ratios.min(), ratios.max())] == [median, least, most], line
        settings = [("lab", "norm-gradients"), ("param", "depth", depth), ("param", "order", order), ("param", "seeds", f"0..{SEEDS - 1}")]
        figures = (("depth", "integer", str(depth)), ("median", "decimals 2", median), ("least", "decimals 2", least),
                   ("most", "decimals 2", most), ("seeds", "integer", str(SEEDS)))
        # Sanitizers make these slow; builds without them check every line.
        slow = [("slow", 1)] if depth > min(item[0] for item in LINES.values()) else []
        for number, (column, style, text) in enumerate(figures):
            document.case(f"line-{line}-{number}-{column}", ("kind", "printed"), ("line", line), *slow, *settings,
                          ("target", f"summary[0].{column}"), ("style", style), ("text", text))
        if not slow and order == "pre":  # the post-LN figure does not come out of a pre-LN stack, nor this one without its norm
            controls = (("another-order", [], "1.15"), ("missing-final-norm", [("mistake", "missing-final-norm")], median))
            for name, mistake, text in controls:
                document.case(f"control-{name}", ("kind", "control"), *settings, *mistake, ("target", "summary[0].median"),
                              ("style", "decimals 2"), ("text", text))
    return document
