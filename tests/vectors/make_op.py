"""op.txt: the ops on whole tensors of rank 1 to 4, in float64 by torch's own functions, broadcasting and complex products."""

import itertools
import math

import torch
import torch.nn.functional as F

from document import Document

EPSILON = 2.0 ** -52


def real(generator, *shape, scale=1.0):
    return torch.randn(*shape, dtype=torch.float64, generator=generator) * scale


def tensor_lines(side, name, tensor):
    values = [float(value) for value in tensor.to(torch.float64).flatten()]
    return [(f"{side}.{name}.shape", *tensor.shape), (f"{side}.{name}.data", *values)]


class Cases:
    def __init__(self, document, op):
        self.document = document
        self.op = op

    def add(self, name, inputs, parameters, outputs, tolerance=1e-12, note=False):
        lines = [("op", self.op)]
        lines += [("param", key, value) for key, value in parameters.items()]
        for side, tensors in (("input", inputs), ("output", outputs)):
            for key, tensor in tensors.items():
                lines += tensor_lines(side, key, tensor)
        self.document.case(f"{self.op}-{name}", *lines, ("tolerance", tolerance), ("note", int(note)))


# rope ------------------------------------------------------------------------------------------------------------------


def frequencies(width, base):
    return base ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)


def rotate(x, cosines, sines, pairing, adjoint):
    """x (.., T, d) by tables (.., T, r/2) that broadcast to its leading axes."""
    pairs = cosines.shape[-1]
    turned, rest = x[..., : 2 * pairs], x[..., 2 * pairs:]
    sines = -sines if adjoint else sines
    if pairing == "interleaved":
        numbers = torch.view_as_complex(turned.reshape(*turned.shape[:-1], pairs, 2).contiguous())
        turned = torch.view_as_real(numbers * torch.complex(cosines, sines)).reshape(turned.shape)
    else:
        swapped = torch.cat([-turned[..., pairs:], turned[..., :pairs]], -1)
        turned = turned * torch.cat([cosines, cosines], -1) + swapped * torch.cat([sines, sines], -1)
    return torch.cat([turned, rest], -1)


def spread(table, x):
    """(T, n) or (B, T, n) to the rank of x, B at its first axis."""
    if table.dim() == 2:
        return table
    if x.dim() == 2:
        return table[0]
    return table.reshape(table.shape[0], *[1] * (x.dim() - 3), *table.shape[1:])


def add_rope(document):
    cases = Cases(document, "rope")
    generator = torch.Generator().manual_seed(41)

    def add(name, shape, pairing, offset=None, positions=None, base=None, rotary=None, adjoint=False, table=None, scale=1.0, x=None):
        x = real(generator, *shape, scale=scale) if x is None else torch.tensor(x, dtype=torch.float64).reshape(shape)
        width = rotary or shape[-1]
        parameters = {"pairing": pairing}
        for key, value in (("offset", offset), ("base", base), ("rotary-dim", rotary)):
            if value is not None:
                parameters[key] = value
        if adjoint:
            parameters["adjoint"] = "yes"
        inputs = {"x": x}
        reach = 4.0
        if table is not None:
            cosines, sines = real(generator, *table, width // 2), real(generator, *table, width // 2)
            inputs |= {"cos": cosines, "sin": sines}
        else:
            places = torch.arange(shape[-2], dtype=torch.float64) + (offset or 0)
            if positions is not None:
                places = positions.to(torch.float64)
                inputs["positions"] = positions
            angles = places[..., None] * frequencies(width, base or 10000.0)
            cosines, sines = torch.cos(angles), torch.sin(angles)
            reach += float(angles.max()) if angles.numel() else 0.0
        y = rotate(x, spread(cosines, x), spread(sines, x), pairing, adjoint)
        # The frequency of a pair is off by an ulp or two, the angle by as much of itself.
        cases.add(name, inputs, parameters, {"y": y}, max(1e-12, 4 * reach * EPSILON))

    for pairing in ("interleaved", "half"):
        for shape in ((3, 4), (2, 3, 6), (2, 2, 3, 4), (1, 1, 2), (2, 1, 2, 2, 4)):
            add(f"shape-{'x'.join(map(str, shape))}-{pairing}", shape, pairing)
        add(f"offset-{pairing}", (2, 3, 4), pairing, offset=7)
        add(f"offset-of-a-million-{pairing}", (2, 8), pairing, offset=1000000)
        add(f"adjoint-{pairing}", (2, 3, 4), pairing, offset=5, adjoint=True)
        add(f"positions-{pairing}", (2, 3, 4), pairing, positions=torch.tensor([9, 0, 9]))
        add(f"positions-of-each-batch-{pairing}", (2, 2, 3, 4), pairing, positions=torch.tensor([[0, 1, 2], [5, 3, 8]]))
        add(f"positions-of-one-batch-for-all-{pairing}", (3, 2, 4), pairing, positions=torch.tensor([[4, 6]]))
        add(f"positions-at-rank-two-{pairing}", (2, 4), pairing, positions=torch.tensor([[3, 1]]), adjoint=True)
        add(f"part-of-the-features-{pairing}", (2, 3, 7), pairing, rotary=4)
        add(f"two-of-eight-features-{pairing}", (3, 8), pairing, rotary=2, offset=2)
        add(f"other-base-{pairing}", (3, 6), pairing, base=500000.0)
        add(f"base-below-one-{pairing}", (3, 4), pairing, base=0.25)
        add(f"given-table-{pairing}", (2, 3, 4), pairing, table=(3,))
        add(f"given-table-of-each-batch-{pairing}", (2, 2, 3, 4), pairing, table=(2, 3))
        add(f"given-table-for-part-{pairing}", (2, 3, 6), pairing, table=(1, 3), rotary=4, adjoint=True)
        add(f"huge-{pairing}", (2, 4), pairing, scale=1e300, offset=1)
        add(f"tiny-{pairing}", (2, 4), pairing, scale=1e-300, offset=1)
        add(f"no-tokens-{pairing}", (2, 0, 4), pairing, positions=torch.zeros(0, dtype=torch.int64))
        add(f"no-batch-{pairing}", (0, 3, 4), pairing)
        add(f"not-finite-beside-finite-{pairing}", (2, 4), pairing, x=[1, 2, 3, 4, math.inf, 1, math.nan, 2], rotary=2)


# attention -------------------------------------------------------------------------------------------------------------


def attend(q, k, v, scale, causal, mask, bias):
    Tq, Tk = q.shape[-2], k.shape[-2]
    scores = q @ k.transpose(-1, -2) * scale
    if bias is not None:
        scores = scores + bias
    shift = {"none": Tq + Tk, "top-left": 0, "bottom-right": Tk - Tq}[causal]
    seen = torch.ones(Tq, Tk, dtype=torch.bool).tril(shift).expand(scores.shape)
    if mask is not None:
        seen = seen & (mask == 1)
    hidden = ~(seen & (scores != -math.inf)).any(dim=-1, keepdim=True)
    shown = scores.masked_fill(~seen, -math.inf).masked_fill(hidden, 0.0)
    weights = F.softmax(shown, dim=-1).masked_fill(hidden, 0.0)
    return scores, weights, (weights @ v).masked_fill(hidden, 0.0), bool(hidden.any())


def add_attention(document):
    cases = Cases(document, "attention")
    generator = torch.Generator().manual_seed(42)

    def add(name, lead, Tq, Tk, dk, dv, scale=None, causal=None, mask=None, bias=None, grow=1.0, spoilt_key=None, spoilt_value=None):
        q, k, v = real(generator, *lead, Tq, dk, scale=grow), real(generator, *lead, Tk, dk), real(generator, *lead, Tk, dv)
        if spoilt_key is not None:
            k[..., spoilt_key, :] = math.nan
        if spoilt_value is not None:
            v[..., spoilt_value, :] = math.inf
        inputs = {"q": q, "k": k, "v": v}
        parameters = {}
        if scale is not None:
            parameters["scale"] = float(scale)
        if causal is not None:
            parameters["causal"] = causal
        if isinstance(mask, tuple):
            mask = (torch.rand(*mask, generator=generator) < 0.6).to(torch.int64)
        if isinstance(bias, tuple):
            bias = real(generator, *bias)
        inputs |= {key: value for key, value in (("mask", mask), ("bias", bias)) if value is not None}
        scores, weights, y, hidden = attend(q, k, v, 1 / math.sqrt(dk) if scale is None else scale, causal or "none", mask, bias)
        cases.add(name, inputs, parameters, {"scores": scores, "weights": weights, "y": y}, note=hidden)

    for lead in ((), (2,), (2, 3), (1, 2, 1)):
        add(f"rank-{len(lead) + 2}", lead, 3, 4, 5, 2)
    for causal, (Tq, Tk) in itertools.product(("none", "top-left", "bottom-right"), ((3, 3), (2, 5), (5, 2), (1, 4), (4, 1))):
        add(f"causal-{causal}-{Tq}-queries-{Tk}-keys", (2,), Tq, Tk, 3, 2, causal=causal)
    add("mask-for-all-heads", (2, 2), 3, 4, 3, 2, mask=(3, 4))
    add("mask-for-each-head", (2, 2), 3, 4, 3, 2, mask=(2, 2, 3, 4))
    add("mask-of-keys-for-each-batch", (2, 2), 3, 4, 3, 2, mask=(2, 1, 1, 4))
    add("mask-of-queries", (2,), 3, 4, 3, 2, mask=(3, 1))
    add("mask-with-one-axis-less", (2, 3), 2, 2, 3, 2, mask=(3, 2, 2))
    add("mask-and-causal", (2,), 3, 4, 3, 2, mask=(3, 4), causal="bottom-right")
    add("mask-that-hides-all", (2,), 2, 3, 3, 2, mask=torch.zeros(2, 3, dtype=torch.int64))
    add("mask-that-hides-one-row", (), 2, 3, 3, 2, mask=torch.tensor([[0, 0, 0], [1, 0, 1]]))
    add("mask-that-hides-nothing", (), 2, 3, 3, 2, mask=torch.ones(2, 3, dtype=torch.int64))
    add("bias-for-all-heads", (2,), 3, 4, 3, 2, bias=(3, 4))
    add("bias-for-each-head-of-any-batch", (2, 2), 3, 4, 3, 2, bias=(1, 2, 3, 4))
    add("bias-of-keys", (2,), 3, 4, 3, 2, bias=(1, 4))
    add("bias-mask-causal-and-scale", (2, 2), 3, 4, 3, 2, bias=(2, 1, 3, 4), mask=(1, 4), causal="top-left", scale=0.3)
    add("bias-of-minus-infinity-hides", (), 2, 3, 3, 2, bias=torch.tensor([[0.0, -math.inf, 1.0], [-math.inf, -math.inf, -math.inf]]))
    add("scale-one", (2,), 3, 4, 3, 2, scale=1.0)
    add("scale-zero-averages", (2,), 3, 4, 3, 2, scale=0.0)
    add("scale-below-zero", (2,), 3, 4, 3, 2, scale=-0.5)
    add("large-scores", (2,), 3, 4, 3, 2, grow=200.0)
    add("huge-scores", (), 2, 3, 2, 2, grow=1e150)
    add("tiny-scores", (), 2, 3, 2, 2, grow=1e-150)
    add("no-queries", (2,), 0, 3, 2, 2)
    add("no-keys", (2,), 2, 0, 3, 2)
    add("no-value-features", (2,), 2, 3, 2, 0)
    add("no-heads", (0,), 2, 3, 2, 2)
    add("no-features-with-a-scale", (), 2, 3, 0, 2, scale=1.0)
    future = torch.full((3, 3), -math.inf, dtype=torch.float64).triu(1)
    add("not-a-number-in-the-first-key-before-hidden-ones", (2,), 3, 3, 2, 2, bias=future, spoilt_key=0)
    add("not-a-number-in-the-last-key-behind-hidden-ones", (2,), 3, 3, 2, 2, bias=future.flip(0, 1).contiguous(), spoilt_key=2)
    add("hidden-row-beside-infinite-values", (2,), 2, 3, 2, 2, mask=torch.tensor([[0, 0, 0], [1, 0, 1]]), spoilt_value=2)
    add("row-of-minus-infinity-beside-infinite-values", (), 2, 3, 2, 2,
        bias=torch.tensor([[-math.inf] * 3, [0.0, 1.0, 2.0]], dtype=torch.float64), spoilt_value=0)


# softmax, norms --------------------------------------------------------------------------------------------------------


def softmax(x, axis):
    unseen = (x == -math.inf).all(dim=axis, keepdim=True)
    return F.softmax(x.masked_fill(unseen, 0.0), dim=axis).masked_fill(unseen, 0.0), bool(unseen.any()) and x.numel() > 0


def add_softmax(document):
    cases = Cases(document, "softmax")
    generator = torch.Generator().manual_seed(43)

    def add(name, x, axis=None):
        y, unseen = softmax(x, -1 if axis is None else axis)
        cases.add(name, {"x": x}, {} if axis is None else {"axis": axis}, {"y": y}, note=unseen)

    for shape in ((4,), (2, 3), (2, 3, 4), (2, 1, 3, 2)):
        add(f"rank-{len(shape)}", real(generator, *shape))
        for axis in range(-len(shape), len(shape)):
            add(f"rank-{len(shape)}-axis-{axis}".replace("--", "-minus-"), real(generator, *shape, scale=3.0), axis)
    values = torch.tensor([[1e308, -1e308, 0.0], [1e-308, 0.0, -1e-308], [700.0, -700.0, 710.0]], dtype=torch.float64)
    add("extreme-values", values)
    add("extreme-values-down-the-columns", values, 0)
    hidden = torch.tensor([[0.0, -math.inf, 1.0], [-math.inf] * 3, [-math.inf, 2.0, -math.inf]], dtype=torch.float64)
    add("minus-infinity", hidden)
    add("minus-infinity-down-the-columns", hidden, 0)
    add("a-column-of-minus-infinity", hidden.T.contiguous(), 0)
    add("not-a-number-spoils-its-row-alone", torch.tensor([[1.0, math.nan], [1.0, 2.0]], dtype=torch.float64))
    add("infinity-is-not-a-number", torch.tensor([[1.0, math.inf], [1.0, 2.0]], dtype=torch.float64))
    add("no-rows", torch.zeros(0, 3, dtype=torch.float64))
    spoilt = torch.tensor([[math.nan, -math.inf], [-math.inf, math.nan], [-math.inf, -math.inf]], dtype=torch.float64)
    add("not-a-number-is-seen-beside-minus-infinity", spoilt)
    add("not-a-number-is-seen-beside-minus-infinity-down-the-columns", spoilt.T.contiguous(), 0)
    add("not-a-number-is-seen-beside-numbers", torch.tensor([[math.nan, 1.0, 2.0], [2.0, math.nan, 1.0], [1.0, 2.0, math.nan]], dtype=torch.float64))
    add("no-columns", torch.zeros(3, 0, dtype=torch.float64))
    add("no-columns-between", torch.zeros(3, 0, 2, dtype=torch.float64), 1)


def add_norms(document):
    generator = torch.Generator().manual_seed(44)

    def add(op, name, x, axis=None, eps=None, weight=False, bias=False):
        first = (-1 if axis is None else axis) % x.dim()
        row = x.shape[first:]
        parameters = {key: value for key, value in (("axis", axis), ("eps", eps)) if value is not None}
        inputs = {"x": x}
        w = real(generator, *row) if weight else None
        b = real(generator, *row) if bias else None
        inputs |= {key: value for key, value in (("weight", w), ("bias", b)) if value is not None}
        epsilon = 1e-5 if eps is None else eps
        axes = tuple(range(first, x.dim()))
        if op == "layernorm":
            y = F.layer_norm(x, row, w, b, epsilon)
            mean = x.mean(axes)
            rstd = torch.rsqrt(x.var(axes, unbiased=False) + epsilon)
            outputs = {"y": y, "mean": mean, "rstd": rstd}
        else:
            y = x * torch.rsqrt(x.square().mean(axes, keepdim=True) + epsilon)
            outputs = {"y": y if w is None else y * w}
        # The mean of a row is off by some ulps of its values, which the deviation from it magnifies.
        spread = float((x - x.mean(axes, keepdim=True)).abs().max()) if x.numel() else 1.0
        size = float(x.abs().max()) if x.numel() else 1.0
        ratio = size / spread if op == "layernorm" and spread > 0 else 1.0
        Cases(document, op).add(name, inputs, parameters, outputs, max(1e-12, 64 * EPSILON * ratio))

    for op in ("layernorm", "rmsnorm"):
        for shape in ((4,), (2, 3), (2, 3, 4), (2, 1, 3, 2)):
            add(op, f"rank-{len(shape)}", real(generator, *shape), weight=True, bias=op == "layernorm")
            for axis in range(-len(shape), len(shape)):
                add(op, f"rank-{len(shape)}-axis-{axis}".replace("--", "-minus-"), real(generator, *shape, scale=3.0), axis,
                    weight=axis % 2 == 0, bias=op == "layernorm" and axis % 3 == 0)
        add(op, "no-epsilon", real(generator, 2, 3), eps=0.0)
        add(op, "large-epsilon", real(generator, 2, 3), eps=10.0)
        add(op, "huge-values", real(generator, 2, 3, scale=1e140))
        add(op, "tiny-values", real(generator, 2, 3, scale=1e-140))
        add(op, "far-from-zero", torch.tensor([[40000.0, 40001.0, 40002.0, 40003.0]], dtype=torch.float64))
        add(op, "one-value-a-row", real(generator, 3, 1))
        add(op, "no-rows", torch.zeros(0, 3, dtype=torch.float64), weight=True)
    add("layernorm", "bias-alone", real(generator, 2, 3), bias=True)


# positions -------------------------------------------------------------------------------------------------------------


def add_relative_bias(document):
    cases = Cases(document, "relative-bias")
    generator = torch.Generator().manual_seed(45)
    for k, tokens in itertools.product((0, 1, 2, 3, 5), (0, 1, 2, 4, 6)):
        table = real(generator, 2 * k + 1)
        offsets = torch.arange(tokens)[None, :] - torch.arange(tokens)[:, None]
        cases.add(f"reach-{k}-tokens-{tokens}", {"table": table}, {"tokens": tokens}, {"bias": table[offsets.clamp(-k, k) + k]}, 0.0)


def add_sinusoidal(document):
    cases = Cases(document, "sinusoidal")

    def add(name, positions, width, base=None, layout=None):
        pairs = (width + 1) // 2
        theta = (10000.0 if base is None else base) ** (-2 * torch.arange(pairs, dtype=torch.float64) / max(width, 1))
        angles = torch.arange(positions, dtype=torch.float64)[:, None] * theta
        sines, cosines = torch.sin(angles), torch.cos(angles)[:, : width // 2]
        pe = torch.zeros(positions, width, dtype=torch.float64)
        if layout == "halves":
            pe[:, :pairs], pe[:, pairs:] = sines, cosines
        else:
            pe[:, 0::2], pe[:, 1::2] = sines, cosines
        parameters = {"positions": positions, "width": width}
        parameters |= {key: value for key, value in (("base", base), ("layout", layout)) if value is not None}
        reach = float(angles.max()) if angles.numel() else 0.0
        cases.add(name, {}, parameters, {"pe": pe}, max(1e-12, 4 * (reach + 4) * EPSILON))

    for layout in (None, "interleaved", "halves"):
        for width in (1, 2, 3, 4, 7, 8):
            add(f"width-{width}-{layout or 'as-usual'}", 4, width, layout=layout)
    for base in (1.0, 0.5, 100.0, 500000.0):
        add(f"base-{base:g}".replace(".", "-"), 5, 6, base=base)
    add("one-position", 1, 8)
    add("no-positions", 0, 8)
    add("no-width", 3, 0)
    add("many-positions", 60, 2)


def make(_options):
    document = Document(
        source="torch.nn.functional, broadcasting and complex products in float64; definitions where torch has no function",
        generator="tests/vectors/make_op.py",
        versions=f"torch {torch.__version__}",
        tolerance="that of the case, times the largest finite value of the tensor, at least 1",
        layout="row-major; note: 1 where the op must say that something may see nothing",
    )
    for add in (add_rope, add_sinusoidal, add_attention, add_softmax, add_norms, add_relative_bias):
        add(document)
    return document
