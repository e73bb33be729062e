"""torch-random.txt and numpy-random.txt: draws of both generators, layer by layer: words, uniforms, normals, initial values."""

import itertools
import random

import numpy
import torch

from document import Document

SEEDS = [0, 1, 42, 2**31 - 1, 2**31, 2**31 + 5, 2**32 - 1, 2**32, 2**32 + 9, 2**63 + 1, 2**64 - 1]
BIG_SEEDS = [0, 1, 42, 2**31 + 5, 2**32 - 1, 2**32, 2**64 + 3, 2**128 + 7, 10**45]
COUNTS = [0, 1, 2, 5, 15, 16, 17, 31, 32, 33, 40, 100]


MORE_SEEDS = [2, 99, 65535, 2**31 - 2, 2**31 + 1, 2**32 - 2, 2**32 + 1, 2**40 + 3, 2**63, 2**64 - 2]
RANGES = [(0, 1, 5), (0, 2, 20), (5, 6, 3), (-1, 0, 4), (0, 10, 0), (-(2**31), 2**31 - 1, 20), (0, 2**32 - 1, 20), (0, 256, 33),
          (-(10**12), -(10**12) + 7, 16), (0, 3 * 2**30, 20)]
BIG_MORE_SEEDS = [2, 99, 2**31 - 1, 2**31, 2**32 + 1, 2**63, 2**64 - 1, 2**64, 2**96 + 5, 2**128 - 1, 2**192 + 1, 10**30]


def seeded(seed):
    torch.manual_seed(seed if seed < 2**63 else seed - 2**64)


def floats(tensor):
    return [float(value) for value in tensor.detach().flatten()]


def make_torch(_options):
    document = Document(
        source="torch's CPU generator",
        generator="tests/vectors/make_random.py",
        versions=f"torch {torch.__version__}",
        tolerance="words, uniforms, integers and initial values exact; normals 3e-6",
    )
    for seed in SEEDS:
        document.case(f"words-seed-{seed}", ("call", "word"), ("seed", seed), ("values", *twister_words(seed)))
        seeded(seed)
        document.case(f"uniforms-seed-{seed}", ("call", "rand"), ("seed", seed), ("values", *floats(torch.rand(20))))
        seeded(seed)
        document.case(f"integers-seed-{seed}", ("call", "randint"), ("seed", seed), ("range", -7, 13),
                      ("values", *[int(v) for v in torch.randint(-7, 13, (20,))]))
    for count in COUNTS:
        for seed in (0, 7, 2**32 + 9):
            seeded(seed)
            values = floats(torch.randn(count))
            document.case(f"normals-{count}-seed-{seed}", ("call", "randn"), ("seed", seed), ("values", *values))
    for index, sizes in enumerate([(1, 1), (2, 3), (4, 4), (8, 1), (3, 5), (16, 2)]):
        seeded(index)
        layer = torch.nn.Linear(*sizes)
        document.case(f"linear-{sizes[0]}-{sizes[1]}", ("call", "linear"), ("seed", index), ("sizes", *sizes),
                      ("values", *floats(layer.weight), *floats(layer.bias)))
    for index, (width, heads) in enumerate([(2, 1), (4, 2), (6, 3), (8, 4)]):
        seeded(index)
        layer = torch.nn.MultiheadAttention(width, heads)
        document.case(f"attention-{width}-{heads}", ("call", "mha"), ("seed", index), ("sizes", width, heads),
                      ("values", *floats(layer.out_proj.weight), *floats(layer.in_proj_weight)))
    for first in (1, 2, 3, 5):
        seeded(11)
        values = floats(torch.randn(first)) + floats(torch.rand(3)) + floats(torch.randn(4)) + floats(torch.randn(16))
        values += floats(torch.randn(3))
        document.case(f"kept-normal-after-{first}", ("call", "mixed"), ("seed", 11), ("first", first), ("values", *values))
    add_torch_initial_values(document)
    for seed in MORE_SEEDS:
        document.case(f"words-seed-{seed}", ("call", "word"), ("seed", seed), ("values", *twister_words(seed)))
    for seed, count in zip(MORE_SEEDS, [0, 1, 2, 3, 7, 15, 16, 17, 64, 100]):
        seeded(seed)
        document.case(f"uniforms-{count}-seed-{seed}", ("call", "rand"), ("seed", seed), ("values", *floats(torch.rand(count))))
    for seed, (low, high, count) in zip(MORE_SEEDS, RANGES):
        seeded(seed)
        document.case(f"integers-{low}-to-{high}-seed-{seed}", ("call", "randint"), ("seed", seed), ("range", low, high),
                      ("values", *[int(v) for v in torch.randint(low, high, (count,))]))
    for count, seed in itertools.product((3, 7, 14, 18, 48, 111), (2**31, 2**64 - 2)):
        seeded(seed)
        document.case(f"normals-{count}-seed-{seed}", ("call", "randn"), ("seed", seed), ("values", *floats(torch.randn(count))))
    return document


def add_torch_initial_values(document):
    draw = random.Random(31)
    for index in range(16):
        sizes = (draw.choice([1, 2, 3, 5, 7, 12, 31]), draw.choice([1, 2, 3, 6, 11, 17]))
        seed = draw.choice(SEEDS + MORE_SEEDS)
        seeded(seed)
        layer = torch.nn.Linear(*sizes, bias=index % 4 != 3)
        bias = [] if layer.bias is None else floats(layer.bias)
        document.case(f"linear-{index}-{sizes[0]}-{sizes[1]}", ("call", "linear" if bias else "linear-without-bias"), ("seed", seed), ("sizes", *sizes),
                      ("values", *floats(layer.weight), *bias))
    for index in range(18):
        width, heads = [(1, 1), (2, 2), (3, 3), (4, 1), (6, 2), (9, 3), (10, 5), (12, 4), (14, 7)][index % 9]
        seed = draw.choice(SEEDS + MORE_SEEDS)
        seeded(seed)
        layer = torch.nn.MultiheadAttention(width, heads)
        document.case(f"attention-{index}-{width}-{heads}", ("call", "mha"), ("seed", seed), ("sizes", width, heads),
                      ("values", *floats(layer.out_proj.weight), *floats(layer.in_proj_weight)))
    for index in range(24):
        sizes = [(1, 1), (3, 5), (5, 3), (4, 4), (0, 4), (4, 0), (10, 16), (17, 1), (1, 15), (1, 16), (2, 31), (33, 3)][index % 12]
        seed = draw.choice(SEEDS + MORE_SEEDS)
        seeded(seed)
        layer = torch.nn.Embedding(*sizes)
        document.case(f"embedding-{index}-{sizes[0]}-{sizes[1]}", ("call", "embedding"), ("seed", seed), ("sizes", *sizes), ("values", *floats(layer.weight)))


def twister_words(seed):
    """MT19937 words for torch's 32-bit seed, by numpy's own twister, which is seeded the same way."""
    state = numpy.random.RandomState(seed % 2**32)
    return [int(word) for word in state.randint(0, 2**32, size=12, dtype=numpy.uint32)]


def make_numpy(_options):
    document = Document(
        source="numpy.random.default_rng: PCG64, SeedSequence, ziggurat",
        generator="tests/vectors/make_random.py",
        versions=f"numpy {numpy.__version__}",
        tolerance="exact",
    )
    for seed in BIG_SEEDS:
        words = [seed >> (32 * i) & 0xFFFFFFFF for i in range(max(1, (seed.bit_length() + 31) // 32))]
        head = (("seed", *words),)
        rng = numpy.random.default_rng(seed)
        document.case(f"words-seed-{seed}", ("call", "word"), *head, ("values", *[int(w) for w in rng.bit_generator.random_raw(12)]))
        rng = numpy.random.default_rng(seed)
        document.case(f"uniforms-seed-{seed}", ("call", "random"), *head, ("values", *[float(v) for v in rng.random(20)]))
        rng = numpy.random.default_rng(seed)
        document.case(f"normals-seed-{seed}", ("call", "normal"), *head, ("values", *[float(v) for v in rng.standard_normal(300)]))
    draw = random.Random(4)
    for low, high in [(0, 1), (0, 2), (-3, 10), (0, 2**31), (0, 2**32 - 1), (0, 2**32), (0, 2**32 + 1), (-(2**62), 2**62), (5, 6)]:
        seed = draw.randrange(2**32)
        values = numpy.random.default_rng(seed).integers(low, high, 20)
        document.case(f"integers-{low}-{high}", ("call", "integers"), ("seed", seed), ("range", low, high),
                      ("values", *[int(v) for v in values]))
    rng = numpy.random.default_rng(8)
    values = [*rng.integers(0, 10, 3), *rng.random(2), *rng.integers(0, 10, 2)]
    document.case("kept-half-survives-other-calls", ("call", "mixed"), ("seed", 8), ("values", *[float(v) for v in values]))
    add_numpy_seeds(document)
    return document


def add_numpy_seeds(document):
    counts = itertools.cycle([0, 1, 2, 7, 20, 100, 500])
    for seed in BIG_MORE_SEEDS:
        words = [seed >> (32 * i) & 0xFFFFFFFF for i in range(max(1, (seed.bit_length() + 31) // 32))]
        rng = lambda: numpy.random.default_rng(seed)  # noqa: E731
        count = next(counts)
        document.case(f"words-seed-{seed}", ("call", "word"), ("seed", *words), ("values", *[int(w) for w in rng().bit_generator.random_raw(12)]))
        document.case(f"uniforms-{count}-seed-{seed}", ("call", "random"), ("seed", *words), ("values", *[float(v) for v in rng().random(count)]))
        document.case(f"normals-{2 * count}-seed-{seed}", ("call", "normal"), ("seed", *words),
                      ("values", *[float(v) for v in rng().standard_normal(2 * count)]))
        for low, high in ((0, 10), (-(2**40), 2**62 - 1)):
            document.case(f"integers-{low}-{high}-seed-{seed}", ("call", "integers"), ("seed", *words), ("range", low, high),
                          ("values", *[int(v) for v in rng().integers(low, high, count % 50)]))
