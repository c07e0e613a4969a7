"""Write our derivatives of the pairs anew, print how long they are, and show them.

python -m tests.pairs [--review FOLDER [--seed N]]

A review has both derivatives of each program, unnamed and in a shuffled order, and a
key. A derivative that disagrees with the one by hand is not written.
"""
import argparse
import inspect
import random
import re
import sys
from pathlib import Path
from statistics import geometric_mean

import numpy as np

from tests.pairs.record import (
    CLASSICS,
    FOLDER,
    Pair,
    distinct,
    nodes_in,
    numbers_in,
    text_by_hand,
    text_of,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--review", type=Path, metavar="FOLDER")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    wrong = [pair.name for pair in distinct() if not written(pair)]
    for name in wrong:
        print(f"{name}: disagrees with the derivative by hand", file=sys.stderr)
    print_sizes()
    if options.review is not None:
        write_review(options.review, options.seed)
    return bool(wrong)


def written(pair: Pair) -> bool:
    """Write the text of a derivative, unless it is wrong; was it right?"""
    got, want = pair.derivative(*pair.arguments), pair.by_hand(*pair.arguments)
    if not np.allclose(numbers_in(got), numbers_in(want), rtol=1e-9, atol=1e-11):
        return False
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{pair.name}.py").write_text(text_of(pair))
    return True


def print_sizes() -> None:
    """Print how many syntax nodes both texts of each pair have."""
    ratios = []
    print(f"{'derivative':18} {'ours':>5} {'hand':>5} ratio")
    for pair in distinct():
        ours, hand = nodes_in(text_of(pair)), nodes_in(text_by_hand(pair))
        ratios.append(ours / hand)
        print(f"{pair.name:18} {ours:5} {hand:5} {ours / hand:5.2f}")
    first = [r for r, pair in zip(ratios, distinct()) if pair.primal in CLASSICS
             and not pair.forward]  # fmt: skip
    print(f"geometric mean of the ten classics {geometric_mean(first):.2f}, "
          f"of all {geometric_mean(ratios):.2f}, median {np.median(ratios):.2f}")


def write_review(folder: Path, seed: int) -> None:
    """Write what someone is asked to compare, and what is what in a key."""
    generator = random.Random(seed)
    order = distinct()
    generator.shuffle(order)
    folder.mkdir(parents=True, exist_ok=True)
    key = []
    for number, pair in enumerate(order, 1):
        ours, by_hand = _bare(text_of(pair)), _bare(text_by_hand(pair))
        # What a docstring says is a rule of ours, and the same for both.
        by_hand = by_hand.replace(_docstring(by_hand), _docstring(ours))
        sides = [("ours", ours), ("hand", by_hand)]
        generator.shuffle(sides)
        key.append(f"{number:02} {pair.name} A={sides[0][0]} B={sides[1][0]}")
        lines = [f"# Pair {number}: the derivative of", ""]
        lines += [_source(pair), ""]
        for letter, (_, text) in zip("AB", sides):
            lines += [f"# {16 * '-'} {letter} {16 * '-'}", "", text, ""]
        (folder / f"{number:02}.py").write_text("\n".join(lines))
    (folder.parent / f"{folder.name}-key.txt").write_text("\n".join(key) + "\n")


def _source(pair: Pair) -> str:
    return inspect.getsource(pair.primal)


def _bare(text: str) -> str:
    """A text without what tells who wrote it: its imports and the module's name."""
    lines = text.splitlines()
    kept = [line for line in lines if not line.startswith(("import ", "from "))]
    text = "\n".join(kept).strip("\n") + "\n"
    for module in ("classics", "loops", "branches", "filters", "networks", "stencils",
                   "objects"):
        text = text.replace(f"tests.pairs.{module}.", "")
    # Numbers are there because the module has the derivatives by hand as well.
    text = re.sub(r"(_fwd|_bwd|_jvp)1\b", r"\1", text)
    return text.replace('"', "'").replace("'''", '"""')


def _docstring(text: str) -> str:
    """The docstring of the last function in a text, as it stands there."""
    return list(re.finditer(r'""".*?"""', text, re.DOTALL))[-1][0]


if __name__ == "__main__":
    sys.exit(main())
