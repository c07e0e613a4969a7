"""Kinds of a sample's arguments with axes of any size, and arguments of these kinds.

An axis is a number or a symbol as those of arguments (which are not 1) and of what was
computed (which may be), more or less a constant, or the sum of two; axes that are as
long as each other in the sample share one at times. An integer is a literal, the size
of an axis, or one that is given. What is drawn is drawn from a `random.Random`.
"""
from random import Random

import numpy as np

from tangentlite.kinds.kind import Array, Kind, Scalar
from tangentlite.kinds.objects.user_objects import made_of
from tangentlite.kinds.sizes.dims import INTEGER, Dim, Symbol

SIZES = (0, 1, 2, 3, 4, 5, 6, 8, 9, 13)
GIVEN = (-3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 12)
NUMBERS = (0.0, 1.0, -1.5, 2.5, 7.0)


class Kinds:
    """The kinds that are drawn for some arguments.

    `sizes` maps the bases of symbols to the sizes that they have for the arguments.
    """

    def __init__(self, random: Random) -> None:
        self.sizes: dict[str, int] = {}
        self.plural: set[str] = set()
        self.literal: dict[str, int] = {}
        self._random = random
        self._axes: dict[int, list[Dim]] = {}

    def of(self, value: object) -> object:
        """The kind of an argument; what the compiler knows is itself."""
        if isinstance(value, tuple | list):
            return made_of(type(value), map(self.of, value))
        if isinstance(value, np.ndarray):
            return Array(value.dtype.name, tuple(map(self.axis, value.shape)))
        if isinstance(value, bool):
            return Scalar('bool', True, value)
        if type(value) is int:
            return self._integer(value)
        if isinstance(value, float) and not isinstance(value, np.generic):
            given = Scalar('float64', self._random.choice((True, None)))
            return self._random.choice((given, Scalar('float64', True, value)))
        if isinstance(value, np.number):
            return Scalar(value.dtype.name, False)
        return value

    def axis(self, size: int) -> Dim:
        """A size that is this one for the arguments."""
        known = self._axes.setdefault(size, [])
        if not known or self._random.random() < 0.25:
            known.append(self._new_axis(size))
        return self._random.choice(known)

    def _new_axis(self, size: int) -> Dim:
        way = self._random.randrange(12)
        if way == 0 or size == 1 and way < 8:
            return size
        if way == 1:
            return self._more(size, self._random.choice((-2, -1, 1, 2)))
        if way == 2 and size > 1:
            one, other = (self._new_base(part, False) for part in (1, size - 1))
            terms = tuple(sorted([(one, 1), (other, 1)]))
            return Symbol('+'.join(base for base, _ in terms), 0, False, terms)
        if way == 3 and size % 2 == 0:
            base = self._new_base(size // 2, False)
            return Symbol(f'2*{base}', 0, False, ((base, 2),))
        plural = size != 1 and way > 5
        return Symbol(self._new_base(size, plural), 0, plural)

    def _more(self, size: int, offset: int) -> Dim:
        """A size plus a constant, but not below 0."""
        offset = min(offset, size)
        plural = self._random.random() < 0.5 and size - offset != 1
        return Symbol(self._new_base(size - offset, plural), offset, plural)

    def _new_base(self, size: int, plural: bool) -> str:
        base = f'n{len(self.sizes)}'
        self.sizes[base] = size
        if plural:
            self.plural.add(base)
        return base

    def _integer(self, value: int) -> Kind:
        known = self._axes.get(value)
        if known and self._random.random() < 0.4:
            return Scalar('int64', True, None, self._random.choice(known))
        if self._random.random() < 0.6:
            return Scalar('int64', True, value)
        base = f'{INTEGER}k{len(self.sizes)}'
        self.sizes[base] = value
        return Scalar('int64', True, None, Symbol(base))


def other_sizes(kinds: Kinds, random: Random) -> dict[str, int]:
    """Other sizes of what is not known, some of them as they are."""
    most, kept = random.choice((3, 5, 9, 13)), random.choice((0.0, 0.5, 0.8))
    return {
        base: size if random.random() < kept else _other_size(kinds, base, most, random)
        for base, size in kinds.sizes.items()
    }


def _other_size(kinds: Kinds, base: str, most: int, random: Random) -> int:
    if base.startswith(INTEGER):
        return random.choice(GIVEN)
    least = (n for n in SIZES if n <= most and not (base in kinds.plural and n == 1))
    return random.choice(list(least))


def size_of(dim: Dim, sizes: dict[str, int]) -> int | None:
    """The size that an axis has, None if it is a symbol that nothing is known of."""
    number = integer_of(dim, sizes)
    return None if number is None else max(number, 0)


def integer_of(dim: Dim, sizes: dict[str, int]) -> int | None:
    """The integer that is as large as an axis; only one that is given is below 0."""
    if isinstance(dim, int):
        return dim
    terms = dim.terms or ((dim.base, 1),)
    if any(base not in sizes for base, _ in terms):
        return None
    total = sum(factor * sizes[base] for base, factor in terms) + dim.offset
    is_given = any(base.startswith(INTEGER) for base, _ in terms)
    return total if is_given or dim.terms else max(total, 0)


def of_sizes(kind: object, value: object, sizes: dict[str, int], random: Random):
    """An argument of a kind, with the contents of another or with others."""
    if isinstance(value, tuple | list):
        items = (of_sizes(k, v, sizes, random) for k, v in zip(kind, value))
        return made_of(type(value), items)
    if isinstance(kind, Array):
        return _array(value, [size_of(dim, sizes) for dim in kind.shape], random)
    if not isinstance(kind, Scalar):
        return value
    if kind.value is not None:
        return kind.value
    if kind.size is not None:
        return integer_of(kind.size, sizes)
    number = random.choice((value, value, *NUMBERS))
    return type(value)(number) if isinstance(value, np.number) else number


def _array(value: np.ndarray, shape: list[int], random: Random) -> np.ndarray:
    way = random.randrange(8)
    if way == 0:
        return np.zeros(shape, value.dtype)
    if way == 1:
        return np.ones(shape, value.dtype)
    resized = np.resize(value, shape).astype(value.dtype)
    if way == 2 and value.dtype.kind == 'f':
        resized = np.round(resized)
    is_square = len(shape) > 1 and shape[-1] == shape[-2]
    if way < 5 and is_square and value.dtype.kind == 'f':  # a regular matrix
        resized = resized + 3 * shape[-1] * np.eye(shape[-1], dtype=value.dtype)
    return resized
