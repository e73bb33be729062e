"""norms.txt: what the labs on residual paths and norms hold, by torch's functions and autograd in float64 and by numpy's generator.

Each case is a run of a lab: `lab`, `param NAME VALUE`, perhaps `mistake ID`, and lines `cells TARGET VALUES` that its tables
must hold within `tolerance` of the largest value in a line.
"""

import math

import numpy
import torch
import torch.nn.functional as F

from document import Document, real

TOKENS_AND_WIDTHS = [(2, 4), (1, 2), (3, 8), (4, 5), (8, 12), (2, 3)]
SCALES = [1.0, 1e-3, 30.0, 1e4]
EPSILONS = [1e-5, 1e-6, 1e-2, 1e-8]
MEASURED_SEEDS = [(0, 64, 24), (1, 64, 24), (7, 2, 12), (2 ** 63, 100, 3), (2 ** 64 - 1, 1024, 30), (12345678901, 17, 5)]
FACTORS = [(0.9, 24), (1.02, 24), (0.98, 24), (0.5, 40), (10.0, 96), (0.01, 1), (1.0, 7)]


def text(tensor):
    """A matrix parameter."""
    return ";".join(",".join(real(value) for value in row) for row in torch.atleast_2d(tensor.detach()).tolist())


def cells(target, tensor):
    return ("cells", target, *[float(value) for value in tensor.detach().flatten()])


def draw(generator, *shape, scale=1.0):
    return (torch.randn(*shape, dtype=torch.float64, generator=generator) * scale).requires_grad_()


def normalise(x, kind, epsilon, mistake=None):
    """Definitions written out, with the fault of a mistake."""
    centred = (kind == "layer") != (mistake in ("no-mean", "with-mean"))
    axis = 0 if mistake == "over-tokens" else -1
    mean = x.mean(axis, keepdim=True) if centred else torch.zeros_like(x[:, :1])
    square = (x - mean).square()
    count = x.shape[axis] - (mistake == "sample-variance")
    variance = square.sum(axis, keepdim=True) / count
    spread = {"eps-outside-root": variance.sqrt() + epsilon, "divide-by-variance": variance + epsilon}.get(mistake, (variance + epsilon).sqrt())
    return mean, variance, spread, (x - mean) / spread


def setting(kind, x, weight, bias, epsilon, dy):
    return [("lab", "layer-norm"), ("param", "kind", kind), ("param", "x", text(x)), ("param", "weight", text(weight)), ("param", "bias", text(bias)),
            ("param", "epsilon", real(epsilon)), ("param", "adjoint", text(dy)), ("tolerance", 1e-10)]


def layer_norm(document, index, generator):
    kind = ("layer", "rms")[index % 2]
    N, D = TOKENS_AND_WIDTHS[index % 6]
    epsilon = EPSILONS[index % 4]
    x, weight, bias = draw(generator, N, D, scale=SCALES[index // 2 % 4]), draw(generator, D), draw(generator, D)
    if kind == "layer":
        y = F.layer_norm(x, (D,), weight, bias, epsilon)
    else:
        y = x * torch.rsqrt(x.square().mean(-1, keepdim=True) + epsilon) * weight + 0.0 * bias
    dy = torch.randn(N, D, dtype=torch.float64, generator=generator)
    y.backward(dy)
    mean, variance, spread, normalised = normalise(x, kind, epsilon)
    moments = torch.cat([mean, variance, spread, 1 / spread], 1)
    document.case(f"layer-norm-{kind}-{index}", *setting(kind, x, weight, bias, epsilon, dy), cells("moments.mean,variance,spread,rstd", moments),
                  cells("centred", x - mean), cells("normalised", normalised), cells("output", y), cells("input-adjoint", x.grad),
                  cells("parameter-adjoints.weight,bias", torch.stack([weight.grad, bias.grad], 1)))


def faults(document, generator):
    """Every mistake of the forward path on two inputs of each kind, and the one of the adjoint."""
    for kind in ("layer", "rms"):
        for mistake in ("sample-variance", "no-mean", "with-mean", "eps-outside-root", "divide-by-variance", "over-tokens"):
            if mistake == ("with-mean" if kind == "layer" else "no-mean"):
                continue
            x, weight, bias = draw(generator, 3, 5), draw(generator, 5), draw(generator, 5)
            wrong = normalise(x, kind, 1e-2, mistake)[3]
            output = wrong * weight + (bias if kind == "layer" else 0.0)
            document.case(f"{kind}-{mistake}", *setting(kind, x, weight, bias, 1e-2, torch.ones(3, 5)), ("mistake", mistake),
                          cells("normalised", wrong), cells("output", output))
        x, weight, dy = draw(generator, 3, 5), draw(generator, 5), draw(generator, 3, 5)
        spread = normalise(x, kind, 1e-2)[2]
        document.case(f"{kind}-moments-held-fixed", *setting(kind, x, weight, weight, 1e-2, dy), ("mistake", "moments-held-fixed"),
                      cells("input-adjoint", dy * weight / spread))


def known(document):
    """Values that were worked out beforehand; seven printed digits."""
    for name, mistake, values in (("right", None, [1.7320046, -0.5773349, -0.5773349, -0.5773349]), ("sample-variance", "sample-variance", [1.49997, -0.49999, -0.49999, -0.49999])):
        document.case(f"known-{name}", ("lab", "layer-norm"), ("param", "x", "1,0,0,0"), ("param", "adjoint", "1,0,0,0"), ("tolerance", 1e-7 if mistake is None else 1e-5),
                      *([("mistake", mistake)] if mistake else []), ("cells", "normalised", *values))
    document.case("known-large-mean", ("lab", "layer-norm"), ("param", "x", "40000,40001,40002,40003"), ("param", "adjoint", "1,0,0,0"), ("tolerance", 1e-12),
                  ("cells", "moments[0].variance", 1.25))


def placement(document, index, generator):
    pre, D, layers = index % 2 == 0, 3 + index % 4, 1 + index % 12
    x, matrix = draw(generator, 1, D), (torch.rand(D, D, dtype=torch.float64, generator=generator) * 2 - 1).requires_grad_()
    x = x.detach().clamp(-10, 10).requires_grad_()
    dy = torch.randn(1, D, dtype=torch.float64, generator=generator)
    norm = lambda v: F.layer_norm(v, (D,), eps=1e-5)
    step = (lambda v: v + F.linear(norm(v), matrix)) if pre else (lambda v: norm(v + F.linear(v, matrix)))
    streams = [x]
    for _ in range(layers):
        streams.append(step(streams[-1]))
        streams[-1].retain_grad()
    y = norm(streams[-1]) if pre else streams[-1]
    y.backward(dy)
    lengths = [stream.grad.norm() for stream in streams]
    jacobian = torch.autograd.functional.jacobian(step, x.detach())[0, :, 0]
    flow = torch.tensor([[streams[i + 1].norm(), lengths[i + 1], lengths[i], lengths[i] / lengths[i + 1]] for i in range(layers)], dtype=torch.float64)
    document.case(f"placement-{index}", ("lab", "norm-placement"), ("param", "placement", "pre" if pre else "post"), ("param", "x", text(x)),
                  ("param", "branch", text(matrix)), ("param", "layers", layers), ("param", "adjoint", text(dy)), ("tolerance", 1e-10),
                  cells("output.output,input_adjoint", torch.stack([y[0], x.grad[0]], 1)), cells("flow.stream,after,before,factor", flow),
                  cells("jacobian", jacobian))


def misplaced(document, generator):
    for mistake in ("post-for-pre", "missing-final-norm", "residual-after-norm", "pre-for-post"):
        x, matrix = draw(generator, 1, 4), (torch.rand(4, 4, dtype=torch.float64, generator=generator) * 2 - 1)
        norm = lambda v: F.layer_norm(v, (4,), eps=1e-5)
        y = x
        for _ in range(2):
            y = {"post-for-pre": norm(y + F.linear(y, matrix)), "missing-final-norm": y + F.linear(norm(y), matrix),
                 "residual-after-norm": norm(y) + F.linear(norm(y), matrix), "pre-for-post": y + F.linear(norm(y), matrix)}[mistake]
        if mistake in ("residual-after-norm", "pre-for-post"):
            y = norm(y)
        dy = torch.randn(1, 4, dtype=torch.float64, generator=generator)
        y.backward(dy)
        document.case(f"placement-{mistake}", ("lab", "norm-placement"), ("param", "placement", "post" if mistake == "pre-for-post" else "pre"), ("param", "x", text(x)), ("param", "branch", text(matrix)),
                      ("param", "layers", 2), ("param", "adjoint", text(dy)), ("mistake", mistake), ("tolerance", 1e-10),
                      cells("output.output,input_adjoint", torch.stack([y[0], x.grad[0]], 1)))


def growth(document, seed, width, layers):
    generator = numpy.random.default_rng(seed)
    unit = lambda: (lambda v: v / numpy.linalg.norm(v))(generator.standard_normal(width))
    stream, lengths, cosines = unit(), [], []
    for _ in range(layers):
        branch = unit()
        cosines.append(stream @ branch / numpy.linalg.norm(stream))
        stream = stream + branch
        lengths.append(numpy.linalg.norm(stream))
    numbers = range(1, layers + 1)
    base = [("lab", "stream-growth"), ("param", "seed", seed), ("param", "width", width), ("param", "layers", layers), ("tolerance", 1e-12)]
    document.case(f"growth-{seed}-{width}-{layers}", *base, ("cells", "stream.length", *map(float, lengths)), ("cells", "stream.cosine", *map(float, cosines)),
                  ("cells", "stream.share", *[float(1 / length) for length in lengths]), ("cells", "stream.expected", *[math.sqrt(1 + n) for n in numbers]))
    before = [1.0, *map(float, lengths[:-1])]
    document.case(f"growth-{seed}-{width}-{layers}-lengths-added", *base, ("mistake", "lengths-added"), ("cells", "stream.length", *[length + 1 for length in before]),
                  ("cells", "stream.expected_share", *[1 / (1.0 + n) for n in numbers]))
    document.case(f"growth-{seed}-{width}-{layers}-share-of-before", *base, ("mistake", "share-of-before"), ("cells", "stream.share", *[1 / length for length in before]),
                  ("cells", "stream.expected_share", *[1 / math.sqrt(n) for n in numbers]))


def factors(document, factor, layers):
    base = [("lab", "residual-factors"), ("param", "factor", real(factor)), ("param", "layers", layers), ("tolerance", 1e-13)]
    name = f"factors-{factor}-{layers}"
    numbers = range(1, layers + 1)
    document.case(name, *base, ("cells", "products.product", *[factor ** n for n in numbers]), ("cells", "result[0].product", factor ** layers))
    document.case(f"{name}-changes-added", *base, ("mistake", "changes-added"), ("cells", "result[0].product", 1 + layers * (factor - 1)))
    document.case(f"{name}-one-factor-short", *base, ("mistake", "one-factor-short"), ("cells", "result[0].product", factor ** (layers - 1)))


def make(_options):
    document = Document(
        source="torch.nn.functional and autograd in float64, numpy.random.default_rng, and definitions written out",
        generator="tests/vectors/make_norms.py",
        versions=f"torch {torch.__version__}, numpy {numpy.__version__}",
        tolerance="beside each case, relative to the largest value in a line",
    )
    generator = torch.Generator().manual_seed(2)
    for index in range(24):
        layer_norm(document, index, generator)
    faults(document, generator)
    known(document)
    for index in range(24):
        placement(document, index, generator)
    misplaced(document, generator)
    for seed, width, layers in MEASURED_SEEDS:
        growth(document, seed, width, layers)
    for factor, layers in FACTORS:
        factors(document, factor, layers)
    return document
