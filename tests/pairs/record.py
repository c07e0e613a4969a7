"""The pairs: what is differentiated, by hand and by us."""
import ast
import copy
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType

import numpy as np

import tangentlite as tl
from tests.pairs import branches, classics, filters, loops, networks, objects, stencils

MODULES = (classics, loops, branches, filters, networks, stencils, objects)
CLASSICS = tuple(primal for primal, _, _ in classics.CASES)
FOLDER = Path(__file__).parent / "derivatives"


@dataclass(frozen=True)
class Pair:
    """A program, its derivative by hand, and some arguments for both."""

    primal: Callable
    by_hand: Callable
    wrt: tuple[int, ...]
    args: tuple
    forward: bool

    @property
    def name(self) -> str:
        """The name of the derivative."""
        return self.by_hand.__name__

    @property
    def derivative(self) -> tl.Derivative:
        """Ours."""
        wrt = self.wrt[0] if len(self.wrt) == 1 else self.wrt
        if self.forward:
            return tl.autodiff(self.primal, wrt=wrt, mode="forward")
        return tl.grad(self.primal, wrt=wrt)

    @property
    def arguments(self) -> tuple:
        """Copies of the arguments, with tangents behind them in forward mode."""
        args = copy.deepcopy(self.args)
        if not self.forward:
            return args
        return (*args, *(tangent_like(args[position]) for position in self.wrt))


def pairs() -> list[Pair]:
    """All pairs, several of one program where it has several cases."""
    return [pair for module in MODULES for pair in _of_module(module)]


def _of_module(module) -> Iterator[Pair]:
    for primal, wrt, args in module.CASES:
        for forward, suffix in ((False, "grad"), (True, "jvp")):
            by_hand = getattr(module, f"{primal.__name__}_{suffix}", None)
            if by_hand is not None:
                yield Pair(primal, by_hand, wrt, args, forward)


def distinct() -> list[Pair]:
    """One pair of each derivative."""
    return list({pair.name: pair for pair in reversed(pairs())}.values())[::-1]


def text_of(pair: Pair) -> str:
    """The text of our derivative."""
    return pair.derivative.source_for(*pair.arguments)


def text_by_hand(pair: Pair) -> str:
    """The text by hand, with the functions that only it calls in front."""
    texts, names = [], [pair.name]
    module = inspect.getmodule(pair.by_hand)
    while names:
        text = inspect.getsource(getattr(module, names.pop(0)))
        texts.insert(0, text)
        for node in ast.walk(ast.parse(text)):
            name = getattr(node, "id", "")
            own = isinstance(getattr(module, name, None), FunctionType)
            if own and name.endswith(("_fwd", "_bwd", "_both")):
                if not any(f"def {name}(" in known for known in texts):
                    names.append(name)
    return "\n\n".join(dict.fromkeys(texts))


def nodes_in(text: str) -> int:
    """How many syntax nodes the bodies of the functions in a text have."""
    functions = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)]
    code = [s for f in functions for s in f.body[ast.get_docstring(f) is not None :]]
    return sum(1 for statement in code for _ in ast.walk(statement))


def tangent_like(value: object) -> object:
    """Numbers in the structure of a value."""
    if isinstance(value, float):
        return 0.7
    if isinstance(value, np.ndarray):
        return np.cos(np.arange(value.size) + 0.3).reshape(value.shape)
    if isinstance(value, dict):
        return {key: tangent_like(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(tangent_like, value))
    made = copy.copy(value)
    for key, item in vars(value).items():
        setattr(made, key, tangent_like(item))
    return made


def numbers_in(value: object) -> np.ndarray:
    """All numbers in a value, as one vector."""
    if isinstance(value, dict):
        parts = [numbers_in(value[key]) for key in sorted(value)]
    elif isinstance(value, list | tuple):
        parts = [numbers_in(item) for item in value]
    elif hasattr(value, "__dict__") and not isinstance(value, np.ndarray | np.generic):
        parts = [numbers_in(vars(value)[key]) for key in sorted(vars(value))]
    else:
        return np.ravel(np.asarray(value, float))
    return np.concatenate(parts)


def moved(value: object, by: object, step: float) -> object:
    """A value with a multiple of another one of its structure added."""
    if isinstance(value, dict):
        return {key: moved(item, by[key], step) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(moved(item, other, step) for item, other in zip(value, by))
    if isinstance(value, float | np.ndarray):
        return value + step * by
    made = copy.copy(value)
    for key, item in vars(value).items():
        setattr(made, key, moved(item, vars(by)[key], step))
    return made
