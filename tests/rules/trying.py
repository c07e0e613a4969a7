"""Commands that try the samples of rules at other points, and print what differs."""

from __future__ import annotations

import argparse
import signal
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from tests.rules.test_rules import DIFFERENTIATED, LONG, NAMES, flat, name_of

SECONDS = 60
OF_ONE_FUNCTION = 4
# Of what is outside of its domain.
NO_DERIVATIVE = (ArithmeticError, ValueError, TypeError, IndexError)
# SciPy itself is ended by a transform with a matrix of zeros.
CRASHES = ("scipy.ndimage.affine_transform",)


def run(
    command: str, arguments: Sequence[str] | None, found: Callable[..., Iterator[tuple]]
) -> Counter:
    """Print what is found of each sample that a command line asks for, and how often.

    found(k, count) gives a kind, a place, what was found and what was expected.
    """
    parser = argparse.ArgumentParser(prog=f"python -m tests.rules.{command}")
    parser.add_argument(
        "--library", default="", help="the beginning of functions' names"
    )
    parser.add_argument("--part", default="1/1", help="which of how many parts, as 1/2")
    options = parser.parse_args(arguments)
    part, parts = map(int, options.part.split("/"))
    signal.signal(signal.SIGALRM, _late)
    count: Counter = Counter()
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for k in list(chosen(options.library))[part - 1 :: parts]:
            for what, place, got, want in found(k, count):
                count[what] += 1
                print(called(k), place, what, got, "not", want, flush=True)
    print(", ".join(f"{number} {what}" for what, number in count.most_common()))
    return count


def chosen(library: str) -> Iterator[int]:
    """The first samples of each function whose name begins so."""
    seen: Counter = Counter()
    for k, sample in enumerate(DIFFERENTIATED):
        name = name_of(sample.function)
        seen[name] += 1
        if name.startswith(library) and sample.function not in LONG:
            if name not in CRASHES and seen[name] <= OF_ONE_FUNCTION:
                yield k


def called(k: int) -> str:
    """The name of a sample's function, with what a method is bound to."""
    function = DIFFERENTIATED[k].function
    owner = getattr(function, "__self__", None)
    return f"{NAMES[k]} {getattr(owner, 'name', '')}".strip()


@contextmanager
def one_point(count: Counter) -> Iterator[None]:
    """Count a point that is outside of a domain, or that takes a minute."""
    signal.alarm(SECONDS)
    try:
        yield
    except NO_DERIVATIVE:
        count["points without a value"] += 1
    except TimeoutError:
        count["points that took too long"] += 1
    finally:
        signal.alarm(0)


def numbers(value: object) -> np.ndarray:
    """All numbers of a result, as one vector."""
    parts = [np.ravel(np.asarray(x)) for x in flat(value)]
    return np.concatenate(parts) if parts else np.zeros(0)


def _late(*_: object) -> None:
    raise TimeoutError
