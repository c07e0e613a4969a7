"""The parameters that a program may have, and values of any sizes and layouts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.fuzz.grammar.scope import Variable

SIZES = (2, 2, 3, 3, 3, 4, 4, 5, 1)


@dataclass(frozen=True)
class Parameter:
    """A name, the class and the shape of its value, and in which container that is."""

    name: str
    gives: str
    shape: str
    container: str = ""

    @property
    def is_floating(self) -> bool:
        return self.gives != "count"

    def variables(self, chance: random.Random) -> list[Variable]:
        """What a program may read and write of it; some arrays are written."""
        if self.container == "pair":
            return [Variable(self.name, "pair", self.shape)]
        if self.container:
            return [Variable(self.name, self.container, self.shape)]
        if self.gives == "count":
            return [Variable(self.name, "hidden", "")]
        writes = self.shape and self.gives == "any" and chance.random() < 0.3
        return [Variable(self.name, "own" if writes else self.gives, self.shape)]


PARAMETERS = [
    Parameter("x", "any", ""),
    Parameter("v", "any", "n"),
    Parameter("u", "any", "nm"),
    Parameter("count", "count", ""),
    Parameter("a", "any", ""),
    Parameter("p", "pos", "n"),
    Parameter("w", "any", "m"),
    Parameter("q", "any", "nn"),
    Parameter("xs", "any", "n", "list"),
    Parameter("parts", "any", "", "dict"),
    Parameter("pq", "any", "m", "pair"),
    Parameter("scale", "pos", ""),
]


def values_of(parameters: Sequence[Parameter], chance: random.Random) -> tuple:
    """Values of parameters for new sizes."""
    n, m = chance.choice(SIZES), chance.choice(SIZES)
    sizes = {"n": n, "m": m}
    return tuple(value_of(one, sizes, chance) for one in parameters)


def value_of(one: Parameter, sizes: dict[str, int], chance: random.Random) -> object:
    """A value of a parameter."""
    if one.gives == "count":
        return chance.randint(0, 3)

    def made() -> object:
        shape = tuple(sizes[letter] for letter in one.shape)
        return entries(shape, one.gives, chance)

    if one.container == "list":
        return [made() for _ in range(2)]
    if one.container == "pair":
        return made(), made()
    if one.container == "dict":
        return {"a": made(), "b": made()}
    return made()


def entries(shape: tuple[int, ...], gives: str, chance: random.Random) -> object:
    """A number or an array, which may lie in memory in any way."""
    low, high = (0.4, 2.0) if gives == "pos" else (-1.5, 1.5)
    generator = np.random.default_rng(chance.randrange(2**32))
    if not shape:
        return float(generator.uniform(low, high))
    layout = chance.choice(("", "", "", "", "", "", "F", "reversed", "strided"))
    if layout == "strided":
        wide = generator.uniform(low, high, (*shape[:-1], 2 * shape[-1]))
        return wide[..., ::2]
    array = generator.uniform(low, high, shape)
    if layout == "F":
        return np.asfortranarray(array)
    return array[::-1] if layout == "reversed" else array
