"""Calls of SciPy as the tests of rules sample them.

A function of numbers is called with as many as the calls of `benchmarks.scipy_cases`
have, the numbers of the sample again and again; of another function the sample is
called as it stands, which is small.
"""

import re
from collections.abc import Iterable, Sequence
from importlib import import_module
from operator import attrgetter
from pathlib import Path

import numpy as np
import scipy
from scipy import stats

import tests
from benchmarks.rule_inputs import Draw, Input, RuleCase, case
from tangentlite.rules.registry import required_rule_of
from tests.rules.samples.sample import Sample

FOLDER = Path(tests.__path__[0]) / "rules" / "samples" / "scipy"
USUAL, LARGE = (1000,), (100_000,)
LITERALS = (type(None), bool, int, float, complex, str)


def cases_of_samples(known: Iterable[RuleCase]) -> list[RuleCase]:
    """Give a call of each function that has samples, but not of those called here."""
    called = {function for one in known for function in functions_in(one.call)}
    found: dict[str, RuleCase] = {}
    for one in sorted(samples(), key=order_of, reverse=True):
        name = path_of(one.function)
        if name is None or name in found or one.function in called:
            continue
        if "._" in name:  # a private method
            continue
        made = case_of(one, name)
        if made is not None:
            found[name] = made
    return [found[name] for name in sorted(found)]


def order_of(one: Sample) -> int:
    """Give the sum of the integers of a sample: low orders are no usual calls."""
    return sum(value for value in one.args if type(value) is int)


def samples() -> list[Sample]:
    """Give the samples of all functions of SciPy."""
    names = sorted(path.stem for path in FOLDER.glob("*_samples.py"))
    modules = [import_module(f"tests.rules.samples.scipy.{name}") for name in names]
    return [one for module in modules for one in module.SAMPLES]


def functions_in(call: str) -> list[object]:
    """Give the functions of SciPy that are called by their names.

    >>> functions_in("np.sum(scipy.special.erf(x))") == [scipy.special.erf]
    True
    """
    names = re.findall(r"\bscipy\.([\w.]+)\(", call)
    return [attrgetter(name)(scipy) for name in names]


def path_of(function: object) -> str | None:
    """Give where a public function is found, as `scipy.stats.t.cdf`."""
    owner = getattr(function, "__self__", None)
    if hasattr(owner, "rvs"):
        names = (name for name in stats.__all__ if getattr(stats, name, None) is owner)
        name = next(names, None)
        return name and f"scipy.stats.{name}.{function.__name__}"
    name = getattr(function, "__name__", "")
    for module in MODULES:
        if getattr(attrgetter(module)(scipy), name, None) is function:
            return f"scipy.{module}.{name}"
    return None


def case_of(one: Sample, name: str) -> RuleCase | None:
    """Give the call of a sample, None for one that is no expression of numbers."""
    if not one.wrt or one.body and not re.fullmatch(r"return .*", one.body):
        return None
    return Writer(one, name).case()


class Writer:
    """Writes the call of a sample: arrays and differentiated numbers become names."""

    def __init__(self, one: Sample, name: str):
        self.sample, self.name = one, name
        self.arrays: dict[str, np.ndarray] = {}
        self.fixed: set[str] = set()

    def case(self) -> RuleCase | None:
        one = self.sample
        given = enumerate(one.args)
        try:
            parts = [self.text(value, place in one.wrt) for place, value in given]
            parts += [f"{key}={self.text(v, False)}" for key, v in one.kwargs.items()]
        except ValueError:
            return None
        if one.body:
            self.arrays = {k: v for k, v in self.arrays.items() if k not in self.fixed}
            call = one.body.removeprefix("return ")
        else:
            call = f"{self.name}({', '.join(parts)})"
        return case(call, **self.inputs())

    def text(self, value: object, differentiated: bool) -> str:
        """Write an argument; raises ValueError for what has no text."""
        if isinstance(value, tuple | list):
            items = ", ".join(self.text(item, differentiated) for item in value)
            if isinstance(value, list):
                return f"[{items}]"
            return f"({items},)" if len(value) == 1 else f"({items})"
        if isinstance(value, np.ndarray) or differentiated:
            letter = "x" if differentiated else "k"
            name = f"{letter}{sum(name[0] == letter for name in self.arrays)}"
            self.arrays[name] = np.asarray(value)
            if not differentiated:
                self.fixed.add(name)
            return name
        if isinstance(value, LITERALS):
            return repr(value)
        raise ValueError(f"{value!r} is no literal")

    def inputs(self) -> dict[str, Input]:
        long = {name: array for name, array in self.arrays.items() if array.ndim}
        if is_elementwise(self.sample.function):
            shape = np.broadcast_shapes(*(array.shape for array in long.values()))
            long = {name: np.broadcast_to(long[name], shape) for name in long}
            return {
                name: repeated(long[name], name in self.fixed)
                if name in long
                else same(array, name in self.fixed)
                for name, array in self.arrays.items()
            }
        return {n: same(array, n in self.fixed) for n, array in self.arrays.items()}


def is_elementwise(function: object) -> bool:
    """Whether it is a function of numbers, as are the methods of most distributions."""
    owner = getattr(function, "__self__", None)
    if isinstance(owner, stats.rv_continuous | stats.rv_discrete):
        return True
    if isinstance(function, np.ufunc):
        return True
    return required_rule_of(function).kind == "elementwise"


def repeated(array: np.ndarray, fixed: bool) -> Input:
    return Input(drawn(array), USUAL, (array.size,), LARGE, fixed)


def same(array: np.ndarray, fixed: bool) -> Input:
    return Input(drawn(array), array.shape, array.shape, array.shape, fixed)


def drawn(array: np.ndarray) -> Draw:
    """Give the draw of the numbers of an array, again from the first if too few."""
    return lambda generator, shape: np.resize(array, shape)


MODULES: Sequence[str] = (
    "special",
    "linalg",
    "fft",
    "signal",
    "signal.windows",
    "ndimage",
    "integrate",
    "interpolate",
    "optimize",
    "spatial.distance",
    "spatial.transform",
    "sparse",
    "sparse.linalg",
    "stats",
)
for module in MODULES:
    import_module(f"scipy.{module}")
