"""The measurement as its program does it, on so many threads: reads seeds, writes the milliseconds that each took."""

import sys
import time

import torch
from torch import nn

WIDTH, HEADS, INNER, DEPTHS = 64, 4, 256, (12, 24, 48)


class Block(nn.Module):
    def __init__(self, pre):
        super().__init__()
        self.pre = pre
        self.attention = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)
        self.feed = nn.Sequential(nn.Linear(WIDTH, INNER), nn.ReLU(), nn.Linear(INNER, WIDTH))
        self.before, self.behind = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)

    def attend(self, x):
        return self.attention(x, x, x, need_weights=False)[0]

    def forward(self, x):
        if self.pre:
            x = x + self.attend(self.before(x))
            return x + self.feed(self.behind(x))
        x = self.before(x + self.attend(x))
        return self.behind(x + self.feed(x))


def ratio(pre, depth, seed):
    torch.manual_seed(seed)
    blocks = nn.ModuleList(Block(pre) for _ in range(depth))
    last = nn.LayerNorm(WIDTH) if pre else nn.Identity()
    head = nn.Linear(WIDTH, 10)
    x = torch.randn(8, 16, WIDTH)
    for block in blocks:
        x = block(x)
    labels = torch.randint(0, 10, (8 * 16,), generator=torch.Generator().manual_seed(1000 + seed))
    nn.functional.cross_entropy(head(last(x)).reshape(-1, 10), labels).backward()
    norms = [block.feed[0].weight.grad.norm().item() for block in blocks]
    return norms[-1] / norms[0]


torch.set_num_threads(int(sys.argv[1]))
ratio(False, 1, 0)
print(torch.__version__, flush=True)
for line in sys.stdin:
    began = time.perf_counter()
    for depth in DEPTHS:
        for pre in (False, True):
            ratio(pre, depth, int(line))
    print((time.perf_counter() - began) * 1000, flush=True)
