"""A long run, and whether memory stays flat: python -m tests.soak --minutes 60."""

import argparse
import os
import random
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import astuple, fields

import tangentlite as tl
from tests.soak.functions import one_round
from tests.soak.memory import Figures, figures, types_in_memory, verdict

LINES = 40  # of the table, whatever the time
ENOUGH = 10.0  # minutes, before which caches are still being filled
TYPES = "show of which types there are more; lists of all objects take memory"


def main(arguments: list[str]) -> int:
    """Run rounds, print a table and the verdict; 1 if memory grows."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0, help="how long")
    parser.add_argument("--seed", type=int, default=0, help="which rounds")
    parser.add_argument("--cache-size", type=int, default=400, help="of texts")
    parser.add_argument("--types", action="store_true", help=TYPES)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        # Texts are kept, as in a user's process, but where nobody reads them.
        os.environ["XDG_CACHE_HOME"] = folder
        os.environ.pop("NUMBA_CACHE_DIR", None)
        with tl.options(cache_size=given.cache_size):
            found = soaked(given.minutes * 60, given.seed, said, given.types)
    if given.minutes < ENOUGH:
        said(f"Less than {ENOUGH:.0f} minutes give no verdict: caches still fill.")
        return 0
    flat, sentence = verdict(found)
    said(sentence)
    return 0 if flat else 1


def soaked(
    seconds: float, seed: int, say: Callable[[str], None], types: bool = False
) -> list[Figures]:
    """Run rounds for some seconds; return what was counted in between."""
    rng, begun, rounds = random.Random(seed), time.monotonic(), 0
    found: list[Figures] = []
    say("".join(f"{one.name:>12}" for one in fields(Figures)))
    before = types_in_memory() if types else Counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tl.NumericalWarning)
        while (now := time.monotonic() - begun) < seconds or not rounds:
            one_round(rng)
            rounds += 1
            if now >= seconds * len(found) / LINES:
                found.append(figures(rounds, time.monotonic() - begun))
                say(row(found[-1]))
                if types and len(found) == LINES // 3:
                    before = types_in_memory()
    found.append(figures(rounds, time.monotonic() - begun))
    say(row(found[-1]))
    if types:
        grown = types_in_memory()
        grown.subtract(before)
        say(f"grown in the last two thirds: {grown.most_common(20)}")
    return found


def row(one: Figures) -> str:
    """Return a line of the table."""
    cells = (f"{v:.1f}" if isinstance(v, float) else str(v) for v in astuple(one))
    return "".join(f"{cell:>12}" for cell in cells)


def said(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
