"""stack.txt: gradient norms through stacks of blocks at initialisation, by torch's modules and autograd."""

import math

import numpy
import torch
from torch import nn

from document import Document

CLASSES = 10
ORDERS = ("post", "pre")

# name, depth, sequences, tokens, width, heads, feed-forward width, seed
STACKS = [
    ("one-block", 1, 8, 16, 64, 4, 256, 0),
    ("three-blocks", 3, 8, 16, 64, 4, 256, 1),
    ("twelve-narrow-blocks", 12, 8, 16, 16, 2, 32, 2),
    ("seed-above-2-to-31", 2, 8, 16, 32, 4, 64, 3000000000),
    ("seed-above-2-to-32", 2, 8, 16, 32, 4, 64, 4294967299),
    ("one-head", 2, 8, 16, 24, 1, 40, 5),
    ("heads-of-one-feature", 2, 8, 16, 8, 8, 16, 6),
    ("heads-of-five-features", 3, 8, 16, 20, 4, 37, 7),
    ("odd-widths", 2, 8, 16, 33, 3, 51, 8),
    ("two-short-sequences", 4, 2, 8, 16, 2, 24, 9),
    ("wide", 1, 8, 16, 128, 16, 512, 10),
]


class Block(nn.Module):
    def __init__(self, order, width, heads, inner):
        super().__init__()
        self.order = order
        self.attention = nn.MultiheadAttention(width, heads, batch_first=True)
        self.first, self.second = nn.Linear(width, inner), nn.Linear(inner, width)
        self.before, self.behind = nn.LayerNorm(width), nn.LayerNorm(width)

    def attend(self, x):
        return self.attention(x, x, x, need_weights=False)[0]

    def feed(self, x):
        return self.second(torch.relu(self.first(x)))

    def forward(self, x):
        if self.order == "pre":
            x = x + self.attend(self.before(x))
            return x + self.feed(self.behind(x))
        x = self.before(x + self.attend(x))
        return self.behind(x + self.feed(x))


def normals(shape):
    """What torch.randn draws next, by its own uniforms and numpy's functions in double; torch's vectors of float32 err by 3e-6."""
    state = torch.get_rng_state()
    theirs = torch.randn(shape)
    torch.set_rng_state(state)
    u = torch.rand(theirs.numel()).numpy().reshape(-1, 2, 8)
    radius = numpy.sqrt(-2 * numpy.log((numpy.float32(1) - u[:, 0]).astype(numpy.float64)))
    angle = 2 * math.pi * u[:, 1].astype(numpy.float64)
    ours = numpy.stack([radius * numpy.cos(angle), radius * numpy.sin(angle)], axis=1).astype(numpy.float32)
    ours = torch.from_numpy(ours.reshape(shape))
    assert (ours - theirs).abs().max() < 3e-6
    return ours


def norms(dtype, order, final, loss, depth, sequences, tokens, width, heads, inner, seed):
    torch.manual_seed(seed)
    blocks = nn.ModuleList(Block(order, width, heads, inner) for _ in range(depth))
    head = nn.Linear(width, CLASSES)
    x = normals((sequences, tokens, width)).to(dtype)
    labels = torch.randint(0, CLASSES, (sequences * tokens,), generator=torch.Generator().manual_seed(1000 + seed))
    last = nn.LayerNorm(width) if final else nn.Identity()
    for module in (blocks, head, last):
        module.to(dtype)
    for block in blocks:
        x = block(x)
    x = last(x)
    if loss == "cross-entropy":
        value = nn.functional.cross_entropy(head(x).reshape(-1, CLASSES), labels)
    else:
        value = x.square().mean()
    value.backward()
    return value.item(), [block.first.weight.grad.norm().item() for block in blocks]


def case(document, name, order, final, loss, *sizes):
    value, double = norms(torch.float64, order, final, loss, *sizes)
    _, single = norms(torch.float32, order, final, loss, *sizes)
    document.case(f"{name}-{order}", ("order", order), ("final", int(final)), ("loss", loss), ("sizes", *sizes), ("value", value),
                  ("norms", *double), ("single", *single))


def make(_options):
    torch.set_num_threads(1)
    document = Document(
        source="torch.nn and autograd, in float64 (norms, value) and in float32 (single)",
        generator="tests/vectors/make_stack.py",
        versions=f"torch {torch.__version__}, numpy {numpy.__version__}",
        tolerance="1e-9 relative for double against norms; 2e-4 relative for float32 against norms and single",
    )
    for name, *sizes in STACKS:
        for order in ORDERS:
            case(document, name, order, order == "pre", "cross-entropy", *sizes)
    sizes = STACKS[3][1:]
    case(document, "without-final-norm", "pre", False, "cross-entropy", *sizes)
    case(document, "with-final-norm", "post", True, "cross-entropy", *sizes)
    for order in ORDERS:
        case(document, "mean-square", order, order == "pre", "mean-square", *sizes)
    return document
