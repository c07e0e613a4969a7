"""Functions of packages at the arguments of their doctests.

`python -m tests.fuzz.packages` prints, for each package, how many calls are right,
refused, or a bug.
"""

import argparse
import contextlib
import importlib.util
import sys
import tempfile
import time
from collections import Counter

import tangentlite as tl
from tests.fuzz.campaign import memory
from tests.fuzz.packages.doctested import calls_of
from tests.fuzz.packages.tried import tried

PACKAGES = ("numpy", "scipy", "statsmodels", "sklearn", "astropy", "networkx")


def main(arguments: list[str]) -> int:
    """Try the packages that are installed; 1 if something failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.packages")
    parser.add_argument("packages", nargs="*", default=PACKAGES, help="which ones")
    parser.add_argument("--minutes", type=float, default=10.0, help="for each package")
    parser.add_argument("--every", type=int, default=1, help="one call in so many")
    parser.add_argument("--only", default="", help="functions with this in their name")
    given = parser.parse_args(arguments)
    failed = 0
    for package in given.packages:
        if importlib.util.find_spec(package) is None:
            print(f"{package} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            failed += of_package(package, given.minutes, given.only, given.every)
    return 1 if failed else 0


def of_package(package: str, minutes: float, only: str, every: int) -> int:
    """Try the functions of a package; returns how many failed."""
    endings: Counter = Counter()
    reasons: Counter = Counter()
    begun = time.monotonic()
    for number, call in enumerate(calls_of(package)):
        if time.monotonic() - begun > 60.0 * minutes:
            print(f"{package}: not all were tried")
            break
        if number % every or only not in call.name:
            continue
        if (found := tried(call, number)) is None:
            continue
        endings[found.outcome.ending] += 1
        for refusal in {one.split(": ", 1)[1] for one in found.outcome.refusals}:
            reasons[refusal] += 1
        for failure in found.outcome.failures:
            print(f"\n== {found.name}: {failure.name}\n{found.source}")
            print("\n".join(failure.text.strip().splitlines()[-6:])[:800], flush=True)
        tl.cache_clear()
    shown = ", ".join(f"{n} {ending}" for ending, n in endings.most_common())
    print(f"\n{package}: {sum(endings.values())} calls: {shown}; {memory():.0f} MB")
    for reason, n in reasons.most_common(25):
        print(f"  {n:4} {reason[:110]}", flush=True)
    return endings["failed"]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
