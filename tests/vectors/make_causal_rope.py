"""causal-rope.txt: causal attention with rotary positions, forward and gradients, by torch's autograd in float64.

The reference turns a pair as a complex number, masks with minus infinity, and lets torch differentiate.
"""

import math

import torch
import torch.nn.functional as F

from document import Document

BASE = 10000.0
# (B, T, D, H, why): the smallest sizes, one of each, and several of everything
SHAPES = [
    (1, 1, 2, 1, "smallest"), (1, 1, 4, 2, "one-token"), (1, 2, 2, 1, "two-tokens"), (1, 5, 4, 1, "one-head"),
    (3, 1, 4, 1, "batch-of-single-tokens"), (2, 3, 4, 2, "pairs-of-heads"), (1, 4, 8, 4, "heads-of-one-pair"),
    (2, 4, 8, 2, "two-of-each"), (1, 6, 12, 3, "three-heads"), (1, 7, 6, 1, "odd-pairs"), (2, 5, 8, 1, "wide-head"),
    (3, 2, 8, 4, "more-heads-than-tokens"), (1, 9, 4, 2, "long"), (2, 2, 12, 2, "three-pairs"),
]
PLACED = [(1, 3, 4, 1, "far"), (2, 3, 4, 2, "gaps"), (2, 4, 8, 2, "each-its-own"), (1, 5, 4, 2, "repeated"), (3, 2, 6, 1, "backwards")]
HIDDEN = [(1, 4, 4, 1, "left-padding"), (2, 3, 4, 2, "two-paddings"), (2, 4, 8, 4, "right-padding"), (1, 3, 4, 2, "only-last")]
# Of wide blocks, whose weights are most of the file, one pairing: narrow ones hold both.
LEFT_OUT = [("two-of-each", "half"), ("three-heads", "interleaved"), ("wide-head", "half"), ("more-heads-than-tokens", "interleaved"),
            ("three-pairs", "half"), ("each-its-own", "half")]
HELD = {"far": [[1000, 1001, 1002]], "gaps": [[0, 4, 9]] * 2, "each-its-own": [[0, 1, 2, 3], [7, 8, 9, 10]],
        "repeated": [[3, 3, 3, 3, 3]], "backwards": [[5, 2]] * 3}
KEPT = {"left-padding": [[0, 0, 1, 1]], "two-paddings": [[0, 1, 1], [1, 1, 1]], "right-padding": [[1, 1, 0, 0], [1, 1, 1, 0]],
        "only-last": [[0, 0, 1]]}


def turn(x, positions, pairing):
    """x: (B, H, T, Dh); positions: (B, T)."""
    width = x.shape[-1]
    pairs = width // 2
    frequencies = torch.tensor([BASE ** (-2 * pair / width) for pair in range(pairs)], dtype=torch.float64)
    angles = positions[:, None, :, None].double() * frequencies
    first, second = (x[..., :pairs], x[..., pairs:]) if pairing == "half" else (x[..., 0::2], x[..., 1::2])
    turned = torch.complex(first, second) * torch.polar(torch.ones_like(angles), angles)
    if pairing == "half":
        return torch.cat([turned.real, turned.imag], dim=-1)
    return torch.stack([turned.real, turned.imag], dim=-1).flatten(-2)


def block(x, qkv, out, H, positions, visible, pairing):
    B, T, D = x.shape
    q, k, v = (part.reshape(B, T, H, D // H).transpose(1, 2) for part in (x @ qkv.T).chunk(3, dim=-1))
    scores = turn(q, positions, pairing) @ turn(k, positions, pairing).transpose(-1, -2) / math.sqrt(D // H)
    nothing = ~visible.any(dim=-1)[:, None, :, None]
    shown = torch.where(nothing, torch.zeros_like(scores), scores.masked_fill(~visible[:, None], -math.inf))
    weights = torch.where(nothing, torch.zeros_like(scores), F.softmax(shown, dim=-1))
    return scores, weights, (weights @ v).transpose(1, 2).reshape(B, T, D) @ out.T


def flat(tensor):
    return [float(value) for value in tensor.detach().flatten()]


def add(document, seed, shape, pairing):
    B, T, D, H, why = shape
    generator = torch.Generator().manual_seed(seed)
    draw = lambda *sizes: torch.randn(*sizes, dtype=torch.float64, generator=generator)
    x, qkv, out = (tensor.requires_grad_() for tensor in (draw(B, T, D), draw(3 * D, D) / math.sqrt(D), draw(D, D) / math.sqrt(D)))
    positions = torch.tensor(HELD.get(why, [list(range(T))] * B))
    keep = torch.tensor(KEPT.get(why, [[1] * T] * B)).bool()
    visible = torch.ones(T, T, dtype=torch.bool).tril()[None] & keep[:, None, :]
    scores, weights, y = block(x, qkv, out, H, positions, visible, pairing)
    dy = draw(B, T, D)
    y.backward(dy)
    document.case(f"{why}-{pairing}-{seed}", ("sizes", B, T, D, H), ("pairing", pairing), ("positions", *positions.flatten().tolist()),
                  ("mask", *[int(value) for value in visible.flatten()]), ("x", *flat(x)), ("qkv", *flat(qkv)), ("out", *flat(out)),
                  ("scores", *flat(scores)), ("weights", *flat(weights)), ("y", *flat(y)), ("dy", *flat(dy)),
                  ("dx", *flat(x.grad)), ("dqkv", *flat(qkv.grad)), ("dout", *flat(out.grad)))


def make(_options):
    document = Document(
        source="the block written with complex numbers, torch's autograd in float64; base 10000",
        generator="tests/vectors/make_causal_rope.py",
        versions=f"torch {torch.__version__}",
        tolerance="1e-12 of the largest value in a tensor",
    )
    seed = 0
    for shape in SHAPES + PLACED + HIDDEN:
        for pairing in ("half", "interleaved") if shape in SHAPES[-7:] + PLACED else ("half",):
            seed += 1  # also of a case that is left out, so that the others keep theirs
            if (shape[-1], pairing) not in LEFT_OUT:
                add(document, seed, shape, pairing)
    return document
