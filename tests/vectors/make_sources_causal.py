"""sources-causal-rope-attention.txt: every figure that the last program of the sources prints, by line.

The printed texts were transcribed once and stand below; torch draws and computes each of them again, in float32 as the
program does.
"""

import math

import torch
import torch.nn.functional as F

from document import Document

LAB, COST = "causal-rope-attention", "attention-cost"
B, T, D, H = 2, 12, 32, 4
LARGE = (("param", "batch 8"), ("param", "tokens 4096"), ("param", "width 4096"), ("param", "heads 32"), ("param", "bytes 2"))


def printed():
    """line -> [(lab, where, style, text)] in the order of the line."""
    shape = lambda row, columns, texts: [(LAB, f"target steps[{row}].{column}", "integer", text) for column, text in zip(columns, texts.split())]
    score = lambda row, texts: [(LAB, f"target offsets[{row}].{column}", style, text)
                                for column, style, text in zip(("m", "n", "score"), ("integer", "integer", "python 5"), texts.split())]
    flat, split = ("batch", "tokens", "last"), ("batch", "heads", "tokens", "last")
    return {
        613: shape(0, flat, "2 12 32") + shape(1, split, "2 4 12 8") + shape(5, flat, "2 12 32"),
        614: [(LAB, "check reference", "truth", "True")],
        615: [(LAB, "check rotation", "truth", "True")],
        616: score(0, "5 2 -0.89952") + score(1, "12 9 -0.89952") + score(2, "5 3 -1.85075"),
        617: [(LAB, "target causality[0].unchanged", "truth", "True")],
        618: [(LAB, "target causality[1].unchanged", "truth", "False")],
        619: [(LAB, "target parameters[2].count", "integer", "4096"), (LAB, "target parameters[2].squares", "integer", "4"),
              (LAB, "target parameters[2].count", "integer", "4096")],
        620: [(COST, "target sizes[0].batch", "integer", "8"), (COST, "target costs[0].tokens", "integer", "4096"),
              (COST, "target sizes[0].width", "integer", "4096"), (COST, "target costs[0].projections", "scientific 3", "4.398e+12"),
              (COST, "target costs[0].scores", "scientific 3", "2.199e+12"), (COST, "target memory[0].gib", "decimals 0", "8"),
              (COST, "target sizes[0].heads", "integer", "32"), (COST, "target sizes[0].bytes", "integer", "2")],
    }


def turned(x, first=0):
    """x: (.., T, Dh), each pair as a complex number times its turn."""
    pairs = x.shape[-1] // 2
    frequencies = torch.tensor([10000.0 ** (-2 * pair / x.shape[-1]) for pair in range(pairs)])
    angles = torch.arange(first, first + x.shape[-2])[:, None] * frequencies
    z = torch.complex(x[..., :pairs], x[..., pairs:]) * torch.polar(torch.ones_like(angles), angles)
    return torch.cat([z.real, z.imag], dim=-1)


def by_loops(x, first=0):
    width = x.shape[-1]
    y = torch.empty_like(x)
    for t in range(x.shape[-2]):
        for pair in range(width // 2):
            angle = (first + t) * 10000.0 ** (-2 * pair / width)
            a, b = x[..., t, pair], x[..., t, pair + width // 2]
            y[..., t, pair] = a * math.cos(angle) - b * math.sin(angle)
            y[..., t, pair + width // 2] = a * math.sin(angle) + b * math.cos(angle)
    return y


def reference():
    """What each line prints, computed again in torch's float32."""
    torch.manual_seed(0)
    qkv, out = torch.nn.Linear(D, 3 * D, bias=False), torch.nn.Linear(D, D, bias=False)
    x = torch.randn(B, T, D)
    qv, kv, tail = torch.randn(D // H), torch.randn(D // H), torch.randn(B, 3, D)
    x2 = torch.cat([x[:, :-3], tail], dim=1)

    def run(tokens, causal=True):
        q, k, v = (part.view(B, T, H, D // H).transpose(1, 2) for part in qkv(tokens).chunk(3, dim=-1))
        scores = turned(q) @ turned(k).transpose(-1, -2) / math.sqrt(D // H)
        if causal:
            scores = scores + torch.full((T, T), -math.inf).triu(1)
        heads = F.softmax(scores, dim=-1) @ v
        return out(heads.transpose(1, 2).reshape(B, T, D)), q, k, v

    def loops(q, k, v):
        heads = torch.zeros_like(v)
        for t in range(T):
            weights = F.softmax((by_loops(k)[:, :, :t + 1] @ by_loops(q)[:, :, t, :, None])[..., 0] / math.sqrt(D // H), dim=-1)
            heads[:, :, t] = (weights[:, :, None] @ v[:, :, :t + 1])[:, :, 0]
        return out(heads.transpose(1, 2).reshape(B, T, D))

    def score(m, n):
        return f"{round((turned(qv[None], m) * turned(kv[None], n)).sum().item(), 5)}"

    def unchanged(causal):
        return str(torch.allclose(run(x2, causal)[0][:, :-3], run(x, causal)[0][:, :-3], atol=1e-6))

    with torch.no_grad():
        y, q, k, v = run(x)
        sizes = [str(size) for tensor in (x, q, y) for size in tensor.shape]
        count = sum(map(torch.numel, (qkv.weight, out.weight)))
        b, t, d, heads, width = 8, 4096, 4096, 32, 2
        return {
            613: sizes,
            614: [str(torch.allclose(y, loops(q, k, v), atol=1e-5))],
            615: [str(torch.allclose(turned(q), by_loops(q), atol=1e-5))],
            616: ["5", "2", score(5, 2), "12", "9", score(12, 9), "5", "3", score(5, 3)],
            617: [unchanged(True)],
            618: [unchanged(False)],
            619: [str(count), str(count // D**2), str(4 * D**2)],
            620: [str(b), str(t), str(d), f"{8 * b * t * d**2:.3e}", f"{4 * b * t**2 * d:.3e}", f"{b * heads * t**2 * width / 2**30:.0f}",
                  str(heads), str(width)],
        }


def make(_options):
    lines = printed()
    texts = {line: [text for *_, text in figures] for line, figures in lines.items()}
    if texts != reference():
        raise AssertionError(f"printed {texts}, computed {reference()}")
    document = Document(
        source="the text on attention and position, its last program: line numbers are those of the text",
        generator="tests/vectors/make_sources_causal.py, which computes every printed figure again",
        versions=f"torch {torch.__version__}; printed with torch 2.5.1",
        tolerance="the text as it is printed",
        figures=sum(map(len, lines.values())),
    )
    for line, figures in lines.items():
        for index, (lab, where, style, text) in enumerate(figures):
            what = where.split()[1].replace("[", "-").replace("].", "-")
            document.case(f"line-{line}-{index + 1}-{what}", ("kind", "printed"), ("line", line), ("lab", lab), *(LARGE if lab == COST else ()),
                          tuple(where.split(" ", 1)), ("style", style), ("text", text))
    for name, setting, where, style, text in (
        ("seed", ("param", "seed 1"), "target offsets[0].score", "python 5", "-0.89952"),
        ("pairing", ("mistake", "other-pairing"), "target offsets[0].score", "python 5", "-0.89952"),
        ("values", ("mistake", "rotated-values"), "check reference", "truth", "True"),
        ("model-width", ("mistake", "width-of-model"), "check rotation", "truth", "True"),
        ("mask", ("mistake", "no-mask"), "target causality[0].unchanged", "truth", "True"),
        ("width", ("param", "width 16"), "target parameters[2].count", "integer", "4096"),
    ):
        document.case(f"control-other-{name}", ("kind", "control"), ("lab", LAB), setting, tuple(where.split(" ", 1)), ("style", style),
                      ("text", text))
    return document
