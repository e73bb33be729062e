"""op-mistakes.txt: what an op gives when a known mistake is made in it, each mistake written out with torch in float64.

Shapes are such that no two mistakes of an op give the same outputs: three heads, five features, more keys than queries.
"""

import math

import torch
import torch.nn.functional as F

from document import Document
from make_op import EPSILON, real, rotate, spread, tensor_lines


class Mistakes:
    def __init__(self, document, op, seed):
        self.document = document
        self.op = op
        self.generator = torch.Generator().manual_seed(seed)

    def add(self, mistake, inputs, parameters, outputs, name="", tolerance=1e-12):
        lines = [("op", self.op), ("mistake", mistake)]
        lines += [("param", key, value) for key, value in parameters.items()]
        for side, tensors in (("input", inputs), ("output", outputs)):
            for key, tensor in tensors.items():
                lines += tensor_lines(side, key, tensor)
        self.document.case(f"{self.op}-{mistake}{name}", *lines, ("tolerance", tolerance), ("note", 0))

    def real(self, *shape):
        return real(self.generator, *shape)


# rope ------------------------------------------------------------------------------------------------------------------


def half(values):
    return values.to(torch.float16).to(torch.float64)


def add_rope(document):
    cases = Mistakes(document, "rope", 141)

    def add(mistake, pairing, name="", shape=(3, 3, 4), offset=3, positions=None, rotary=None, adjoint=False,
            place=lambda p: p, theta=None, angle=lambda p, t: p[..., None] * t, turn=rotate, turned_back=None, swap=False,
            really=None):
        x = cases.real(*shape)
        width = rotary or shape[-1]
        parameters = {"pairing": pairing}
        if positions is None:
            parameters["offset"] = offset
        if rotary is not None:
            parameters["rotary-dim"] = rotary
        if adjoint:
            parameters["adjoint"] = "yes"
        inputs = {"x": x} if positions is None else {"x": x, "positions": positions}
        places = offset + torch.arange(shape[-2]) if positions is None else positions
        k = torch.arange(width // 2, dtype=torch.float64)
        speeds = 10000.0 ** (-2 * k / width) if theta is None else theta(k, width)
        angles = angle(place(places).to(torch.float64), speeds)
        cosines, sines = torch.cos(angles), torch.sin(angles)
        if swap:
            cosines, sines = sines, cosines
        back = adjoint if turned_back is None else turned_back
        y = turn(x, spread(cosines, x), spread(sines, x), really or pairing, back)
        reach = 4.0 + float(angles.abs().max())
        cases.add(mistake, inputs, parameters, {"y": y}, f"-{pairing}{name}", max(1e-12, 4 * reach * EPSILON))

    def whole_head(x, cosines, sines, _pairing, _back):
        """Features k and k + d/2 turn, as many as the rotary part has pairs."""
        pairs, middle = cosines.shape[-1], x.shape[-1] // 2
        first, second = x[..., :pairs], x[..., middle:middle + pairs]
        y = x.clone()
        y[..., :pairs] = first * cosines - second * sines
        y[..., middle:middle + pairs] = first * sines + second * cosines
        return y

    own = torch.tensor([[5, 6, 7], [2, 3, 4], [9, 10, 11]])
    padded = torch.tensor([[0, 0, 0], [0, 0, 1], [0, 1, 2]])
    for pairing, other in (("interleaved", "half"), ("half", "interleaved")):
        add("other-pairing", pairing, really=other)
        add("clockwise", pairing, turned_back=True)
        add("forward-as-adjoint", pairing, adjoint=True, turned_back=False)
        add("exponent-halved", pairing, theta=lambda k, r: 10000.0 ** (-k / r))
        add("exponent-doubled", pairing, theta=lambda k, r: 10000.0 ** (-4 * k / r))
        add("multiplied-frequency", pairing, angle=lambda p, t: p[..., None] / t)
        add("position-off-by-one", pairing, place=lambda p: p + 1)
        add("position-off-by-one", pairing, "-given", positions=own, place=lambda p: p + 1)
        add("cache-restart", pairing, place=lambda p: torch.arange(len(p)))
        add("cache-restart", pairing, "-given", positions=own, place=lambda p: torch.arange(3).expand(3, 3))
        add("cache-double", pairing, place=lambda p: p + 3)
        add("padding-counted", pairing, positions=padded, place=lambda p: torch.arange(3).expand(3, 3))
        add("degrees", pairing, angle=lambda p, t: torch.deg2rad(p[..., None] * t))
        add("sine-cosine-swapped", pairing, swap=True)
        add("angles-in-16-bit", pairing, offset=1857, angle=lambda p, t: half(half(p)[..., None] * half(t)))
        add("width-of-model", pairing, theta=lambda k, r: 10000.0 ** (-2 * k / (3 * r)))
        add("one-turned", pairing, angle=lambda p, t: 0 * p[..., None] * t)
    add("partial-wrong-width", "half", shape=(3, 8), rotary=4, theta=lambda k, r: 10000.0 ** (-2 * k / 8), turn=whole_head)


# sinusoidal ------------------------------------------------------------------------------------------------------------


def add_sinusoidal(document):
    cases = Mistakes(document, "sinusoidal", 142)

    def add(mistake, width, positions=4, exponent=lambda f, d: 2 * (f // 2) / d, angle=lambda p, t: p * t, swap=0, layout="interleaved"):
        rows = [
            [(math.sin, math.cos)[(f + swap) % 2](angle(p, 10000.0 ** -exponent(f, width))) for f in range(width)]
            for p in range(positions)
        ]
        pe = torch.tensor(rows, dtype=torch.float64)
        if layout == "halves":
            pe = torch.cat([pe[:, 0::2], pe[:, 1::2]], 1)
        # The largest angle is a position times the thousand that the base to 5/6 is at most.
        cases.add(mistake, {}, {"positions": positions, "width": width}, {"pe": pe}, f"-width-{width}", 1e-11)

    def coarse(p, t):
        numbers = torch.tensor([p, t], dtype=torch.float64)
        return float(half(half(numbers).prod()))

    for width in (5, 6):
        add("exponent-halved", width, exponent=lambda f, d: (f // 2) / d)
        add("exponent-doubled", width, exponent=lambda f, d: 2 * f / d)
        add("odd-own-exponent", width, exponent=lambda f, d: f / d)
        add("halves-layout", width, layout="halves")
        add("sine-cosine-swapped", width, swap=1)
        add("position-from-one", width, angle=lambda p, t: (p + 1) * t)
        add("degrees", width, angle=lambda p, t: math.radians(p * t))
        add("multiplied-frequency", width, angle=lambda p, t: p / t)
        add("angles-in-16-bit", width, positions=40, angle=coarse)


# attention -------------------------------------------------------------------------------------------------------------


def add_attention(document):
    cases = Mistakes(document, "attention", 143)
    heads, Tq, Tk, dk, dv = 3, 3, 4, 5, 2

    def softmax(scores, seen, dim=-1):
        """Zeros where nothing is seen."""
        shown = scores.masked_fill(~seen, -math.inf)
        return torch.nan_to_num(F.softmax(shown, dim))

    def add(mistake, name="", Tq=Tq, Tk=Tk, scale=1 / math.sqrt(dk), causal="bottom-right", mask=None, bias=False,
            see=lambda seen: seen, weigh=softmax, score=lambda s: s, biased=True, mix=lambda weights: weights, late=False):
        q, k, v = cases.real(heads, Tq, dk), cases.real(heads, Tk, dk), cases.real(heads, Tk, dv)
        inputs = {"q": q, "k": k, "v": v}
        if mask is not None:
            inputs["mask"] = mask
        if bias:
            inputs["bias"] = cases.real(Tq, Tk)
        scores = score(q @ k.transpose(-1, -2) * scale)
        if bias and not late:
            scores = scores + inputs["bias"]
        shift = {"none": Tq + Tk, "bottom-right": Tk - Tq, "top-left": 0}[causal]
        seen = torch.ones(Tq, Tk, dtype=torch.bool).tril(shift)
        if mask is not None:
            seen = seen & (mask == 1)
        weights = weigh(scores, see(seen).expand(scores.shape))
        if late:
            weights = weights + inputs["bias"]
        outputs = {"scores": scores, "weights": weights, "y": mix(weights) @ v}
        cases.add(mistake, inputs, {"causal": causal}, outputs, name)

    def flipped(seen):
        edge = torch.eye(*seen.shape, dtype=torch.bool) if seen.shape[0] == seen.shape[1] else None
        assert edge is not None
        return edge | ~seen

    def plainly(scores, seen):
        shown = scores * seen
        return shown / shown.sum(-1, keepdim=True)

    def after(scores, seen):
        return F.softmax(scores, -1) * seen

    def minus_ten(scores, seen):
        return F.softmax(scores - 10 * (~seen).to(scores.dtype), -1)

    poured = lambda matrix: matrix.transpose(-1, -2).reshape(matrix.shape)
    some = torch.tensor([[1, 0, 1, 1], [1, 1, 0, 1], [0, 1, 1, 0]])
    square = torch.tensor([[1, 1, 0], [0, 1, 1], [1, 0, 1]])
    for bias in (False, True):
        name = "-biased" if bias else ""
        add("no-scale", name, scale=1, bias=bias)
        add("scale-by-dk", name, scale=1 / dk, bias=bias)
        add("scale-by-tokens", name, scale=1 / math.sqrt(Tk), bias=bias)
        add("scale-by-model-width", name, scale=1 / math.sqrt(heads * dk), bias=bias)
        add("softmax-over-columns", name, weigh=lambda s, seen: softmax(s, seen, -2), bias=bias)
        add("no-exponential", name, weigh=plainly, bias=bias)
        add("transposed-scores", name, score=poured, bias=bias)
        add("transposed-weights", name, mix=poured, bias=bias)
        add("no-mask", name, see=torch.ones_like, bias=bias)
        add("mask-after-softmax", name, weigh=after, bias=bias)
        add("mask-minus-ten", name, weigh=minus_ten, bias=bias)
    add("mask-flipped", Tk=3, see=flipped)
    add("mask-flipped", "-given", mask=some, causal="none", see=lambda seen: ~seen)
    add("mask-flipped", "-given-square", Tk=3, mask=square, causal="none", see=lambda seen: ~seen)
    add("mask-diagonal", see=lambda seen: seen.tril(Tk - Tq - 1))
    add("mask-diagonal", "-top-left", causal="top-left", see=lambda seen: seen.tril(-1))
    add("no-mask", "-given", mask=some, causal="none", see=torch.ones_like)
    add("mask-minus-ten", "-given", mask=some, weigh=minus_ten)
    add("transposed-scores", "-square", Tk=3, score=lambda s: s.transpose(-1, -2))
    add("transposed-weights", "-square", Tk=3, mix=lambda w: w.transpose(-1, -2))
    add("bias-after-softmax", bias=True, late=True)
    add("bias-after-softmax", "-unmasked", bias=True, late=True, causal="none")


# rows ------------------------------------------------------------------------------------------------------------------


def add_rows(document):
    cases = Mistakes(document, "softmax", 144)
    for shape, axis, wrong in (((3, 4), -1, 0), ((2, 3, 4), -1, 1), ((2, 3, 4), 1, 2), ((2, 3, 4), 0, 2)):
        x = cases.real(*shape)
        name = f"-rank-{len(shape)}-axis-{axis}".replace("--", "-minus-")
        cases.add("softmax-over-columns", {"x": x}, {"axis": axis}, {"y": F.softmax(x, wrong)}, name)
        x = cases.real(*shape)
        # Positive, so that no sum is near zero.
        x = x.abs() + 0.1
        cases.add("no-exponential", {"x": x}, {"axis": axis}, {"y": x / x.sum(axis, keepdim=True)}, name)

    def add(op, mistake, shape, axes, epsilon=0.05, dropped=True, least=0, outside=False, square=False, over=None):
        """`dropped`: the mean is taken off; `least`: what the count is divided less; `over`: the axes that are really used."""
        x = cases.real(*shape) + 0.5
        row = shape[-axes:]
        own = tuple(range(-axes, 0))

        def normalise(dims, dropped, less, outside, square):
            mean = x.mean(dims, keepdim=True) if dropped else torch.zeros_like(x.mean(dims, keepdim=True))
            count = x.numel() // mean.numel()
            variance = (x - mean).square().sum(dims, keepdim=True) / (count - less)
            spread = torch.sqrt(variance) + epsilon if outside else torch.sqrt(variance + epsilon)
            return mean, variance + epsilon if square else spread

        own_mean, own_spread = normalise(own, dropped, least, outside, square)
        mean, divisor = (own_mean, own_spread) if over is None else normalise(over, dropped, 0, False, False)
        weight = cases.real(*row)
        inputs = {"x": x, "weight": weight}
        y = (x - mean) / divisor * weight
        outputs = {}
        if op == "layernorm":
            inputs["bias"] = cases.real(*row)
            y = y + inputs["bias"]
            outputs = {"mean": own_mean.reshape(shape[:-axes]), "rstd": (1 / own_spread).reshape(shape[:-axes])}
        cases.op = op
        cases.add(mistake, inputs, {"axis": -axes, "eps": epsilon}, {"y": y} | outputs, f"-rank-{len(shape)}-axes-{axes}")

    for shape, axes in (((3, 4), 1), ((2, 3, 4), 1), ((3, 2, 2), 2)):
        lead = tuple(range(len(shape) - axes))
        for op, dropped in (("layernorm", True), ("rmsnorm", False)):
            add(op, "sample-variance", shape, axes, dropped=dropped, least=1)
            add(op, "no-mean" if dropped else "with-mean", shape, axes, dropped=not dropped)
            add(op, "eps-outside-root", shape, axes, dropped=dropped, outside=True)
            add(op, "divide-by-variance", shape, axes, dropped=dropped, square=True)
            add(op, "over-tokens", shape, axes, dropped=dropped, over=lead)


# relative bias ---------------------------------------------------------------------------------------------------------


def add_relative_bias(document):
    cases = Mistakes(document, "relative-bias", 145)
    for k, tokens in ((1, 4), (2, 5)):
        table = cases.real(2 * k + 1)
        offsets = torch.arange(tokens)[None, :] - torch.arange(tokens)[:, None]
        beyond = offsets.abs() > k
        right = table[offsets.clamp(-k, k) + k]
        for mistake, bias in (
            ("offset-sign", table[(-offsets).clamp(-k, k) + k]),
            ("unsigned-offset", table[offsets.abs().clamp(-k, k) + k]),
            ("not-clamped", right.masked_fill(beyond, 0.0)),
            ("clamped-to-wrong-end", torch.where(beyond, table[(-offsets).clamp(-k, k) + k], right)),
        ):
            cases.add(mistake, {"table": table}, {"tokens": tokens}, {"bias": bias}, f"-reach-{k}", 0.0)


def make(_options):
    document = Document(
        source="each mistake written out with torch in float64",
        generator="tests/vectors/make_op_mistakes.py",
        versions=f"torch {torch.__version__}",
        tolerance="that of the case, times the largest finite value of the tensor, at least 1",
        layout="row-major; the outputs are those of the mistake",
    )
    for add in (add_rope, add_sinusoidal, add_attention, add_rows, add_relative_bias):
        add(document)
    return document
