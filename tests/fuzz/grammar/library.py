"""Calls of functions that have rules, with the arguments and options of their samples."""

import copy
import functools
import random
import warnings
from dataclasses import dataclass

import numpy as np

from tests.rules.samples.every import HELPERS
from tests.rules.samples.sample import Sample
from tests.rules.test_rules import DIFFERENTIATED, body_of, leaves, name_of, spelled

# How far the arguments are moved from those of the sample, at which it is smooth.
NEAR = 1e-3
OWN = {sample.function for sample in HELPERS}


@dataclass(frozen=True)
class LibraryCall:
    """The text of a function that makes a call, how it is called, and its name."""

    text: str
    production: str
    key: str
    name: str


def library_call(chance: random.Random) -> LibraryCall:
    """A random sample as a function of small steps from its arguments."""
    number = chance.randrange(len(usable()))
    place, sample = usable()[number]
    starts = leaves(sample)
    count = len(starts)
    names = [f"x{k}" for k in range(count)]
    body = body_of(sample, names)
    kept = [f"X{place}_{k}" for k in range(count)]
    constants = [f"{name} = {spelled(v, None)}\n" for name, v in zip(kept, starts)]
    moved = ", ".join(f"{name} + {NEAR} * $(unit)" for name in kept)
    text = (
        f"{''.join(constants)}\n\ndef library{place}({', '.join(names)}):\n    {body}\n"
    )
    given = f"np.tanh(0.1 * np.sum(np.real(library{place}({moved}))))"
    key = f"library: {name_of(sample.function)}"
    return LibraryCall(text, f"*4 unit | {given}", key, f"library{place}")


def functions() -> list[str]:
    """The keys of all functions that programs may call."""
    return [f"library: {name_of(one.function)}" for _, one in usable()]


@functools.cache
def usable() -> list[tuple[int, Sample]]:
    """The samples whose result is a number or an array that is not too large."""
    return [
        (k, one) for k, one in enumerate(DIFFERENTIATED)
        if one.function not in OWN and is_usable(one)
    ]  # fmt: skip


def is_usable(sample: Sample) -> bool:
    """Whether arguments are few and double, and the result is numbers."""
    parts = leaves(sample)
    if len(parts) > 6 or any(np.asarray(v).dtype != float for v in parts):
        return False
    if sum(np.size(v) for v in parts) > 60 or sample.body:
        return not sample.body.startswith("rng") and bool(sample.body)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            result = sample.function(*copy.deepcopy(sample.args), **sample.kwargs)
    except Exception:
        return False
    plain = isinstance(result, float | complex | np.ndarray | np.floating)
    return plain and np.asarray(result).dtype.kind in "fc"
