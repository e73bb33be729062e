"""Regenerates every vector file: python3 tests/vectors/generate.py [--source CHAPTER.txt] [NAME.txt ...]

The files are committed and the tests read them; this program is run only to add cases. It needs
Debian 12's python3-numpy, python3-torch and python3-mpmath, because the heads name their releases.
With --source the figures of sources-rope.txt are also compared with the document they were read from.
"""

import argparse
import importlib
import sys

sys.dont_write_bytecode = True

NEEDED = {"numpy": "1.24", "torch": "1.13", "mpmath": "1.2"}
FILES = {
    "rope.txt": "make_rope",
    "limits.txt": "make_limits",
    "decimal.txt": "make_decimal",
    "half.txt": "make_half",
    "elementary.txt": "make_elementary",
    "sinusoidal.txt": "make_sinusoidal",
    "sinusoidal-labs.txt": "make_sinusoidal_labs",
    "kernels.txt": "make_kernels",
    "norms.txt": "make_norms",
    "sources-residuals-and-norms.txt": "make_sources_residuals",
    "op.txt": "make_op",
    "op-mistakes.txt": "make_op_mistakes",
    "stack.txt": "make_stack",
    "torch-random.txt": "make_random:make_torch",
    "numpy-random.txt": "make_random:make_numpy",
    "positions.txt": "make_positions",
    "rope-small.txt": "make_rotations:make_small",
    "attention-cost.txt": "make_rotations:make_costs",
    "score-by-offset.txt": "make_rotations:make_scores",
    "attention.txt": "make_attention",
    "sources-norm-gradients.txt": "make_sources_stack",
    "sources-rope.txt": "make_sources",
    "sources-attention-by-hand.txt": "make_sources_attention",
    "sources-rotations-by-hand.txt": "make_sources_rotations",
    "sources-sinusoidal-positions.txt": "make_sources_sinusoidal",
    "sources-ways-to-give-position.txt": "make_sources_positions",
    "printed-styles.txt": "make_printed",
    "causal-rope.txt": "make_causal_rope",
    "sources-causal-rope-attention.txt": "make_sources_causal",
    "answers.txt": "make_answers",
}


def refuse(sentence):
    """Ends the program with one sentence; nothing has been written yet."""
    sys.exit(f"generate.py: {sentence}")


def check_packages():
    """Refuses a missing package, and a release other than the one the committed files name."""
    for name, release in NEEDED.items():
        package = f"python3-{name} {release}"
        try:
            found = importlib.import_module(name).__version__
        except ImportError:
            refuse(f"{sys.executable} has no module {name}: install {package} and use /usr/bin/python3.")
        if found.split(".")[:2] != release.split("."):
            refuse(f"{sys.executable} has {name} {found}, but the committed files were made with {package}.")


def main():
    parser = argparse.ArgumentParser(description="Regenerates the vector files beside this program.")
    parser.add_argument("names", nargs="*", help="files to write, default all")
    parser.add_argument("--source", help="the rope chapter's text, to compare sources-rope.txt with")
    options = parser.parse_args()
    for name in options.names:
        if name not in FILES:
            refuse(f"{name} is none of {', '.join(FILES)}.")
    check_packages()
    made = {}
    for name in options.names or FILES:
        module, _, function = FILES[name].partition(":")
        made[name] = getattr(importlib.import_module(module), function or "make")(options)
    for name, document in made.items():
        print(f"{name}: {document.write(name)} cases")


if __name__ == "__main__":
    main()
