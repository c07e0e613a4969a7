"""The record of a call to differentiate, and what arguments of calls are made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

Draw = Callable[[np.random.Generator, tuple[int, ...]], np.ndarray]


@dataclass(frozen=True)
class Input:
    """How to draw an argument, and its shapes: the small one is for tests.

    By a `fixed` one the call is not differentiated, nor by indices and flags.
    """

    draw: Draw
    usual: tuple[int, ...]
    small: tuple[int, ...]
    large: tuple[int, ...]
    fixed: bool = False

    def shape(self, size: str) -> tuple[int, ...]:
        return {"small": self.small, "usual": self.usual, "large": self.large}[size]

    @property
    def is_differentiated(self) -> bool:
        """Whether an argument is a number to differentiate by: indices are not."""
        return not self.fixed and self.draw not in (places, flags)


@dataclass(frozen=True)
class RuleCase:
    """The text of a call, and the inputs that are its names, in order.

    A result that is not real is weighted with complex numbers, and the real part taken.
    """

    call: str
    inputs: Mapping[str, Input]

    @property
    def name(self) -> str:
        """Give the text by which a call is found."""
        return self.call

    @property
    def grows(self) -> bool:
        """Whether the call has large arguments of their own."""
        return any(one.large != one.usual for one in self.inputs.values())

    @property
    def wrt(self) -> tuple[int, ...]:
        """The positions of the arguments by which the call is differentiated."""
        given = enumerate(self.inputs.values())
        return tuple(place for place, one in given if one.is_differentiated)


def case(call: str, **inputs: Input) -> RuleCase:
    return RuleCase(call, inputs)


def arguments(one: RuleCase, size: str) -> tuple:
    """Draw the arguments of a call, the same ones each time; numbers are floats."""
    generator = np.random.default_rng(17)
    drawn = [entry.draw(generator, entry.shape(size)) for entry in one.inputs.values()]
    return tuple(part if np.ndim(part) else float(part) for part in drawn)


def weight(result: object) -> object:
    """Give fixed weights of the shape of a result, and complex if that is complex."""
    generator = np.random.default_rng(23)
    weights = generator.normal(size=np.shape(result))
    if np.iscomplexobj(result):
        weights = weights + 1j * generator.normal(size=np.shape(result))
    return weights if np.ndim(weights) else weights.item()


def normal(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.asarray(generator.normal(size=shape))


def between(low: float, high: float) -> Draw:
    """Give the draw of numbers in an interval, without those that nearly tie.

    A step of a difference must not change their order.
    """

    def draw(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
        size = int(np.prod(shape))
        order = generator.permutation(size).reshape(shape)
        return low + (high - low) * (order + 0.5) / size

    return draw


def regular(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw square matrices that are far from singular ones."""
    size = shape[-1]
    return generator.normal(size=shape) + 2.0 * np.sqrt(size) * np.eye(size)


def definite(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw a symmetric matrix with eigenvalues that are positive and far apart."""
    basis = np.linalg.qr(generator.normal(size=shape))[0]
    return (basis * np.arange(1.0, shape[0] + 1.0)) @ basis.T


def rising(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.cumsum(generator.uniform(0.5, 1.5, shape))


def places(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw indices into as many entries, some of them more than once."""
    return generator.integers(0, shape[0], shape)


def flags(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return generator.uniform(size=shape) < 0.5


VECTOR = Input(normal, (1000,), (7,), (100_000,))
EVEN = Input(normal, (1000,), (6,), (100_000,))
SIGNED = Input(between(-0.95, 0.9), (1000,), (7,), (100_000,))
# The mean of the logarithms is zero: products of many neither vanish nor overflow.
POSITIVE = Input(between(0.3, 1.93), (1000,), (7,), (100_000,))
ABOVE_ONE = Input(between(1.1, 3.0), (1000,), (7,), (100_000,))
RISING = Input(rising, (1000,), (7,), (100_000,))
FILTER = Input(normal, (20,), (3,), (50,))
SHORT = Input(normal, (10,), (3,), (10,))
SCATTERED = Input(between(-1.0, 1.0), (10,), (4,), (10,))
NUMBER = Input(between(0.4, 1.0), (), (), ())
MATRIX = Input(between(-0.95, 0.9), (100, 100), (4, 4), (500, 500))
POSITIVE_MATRIX = Input(between(0.3, 1.93), (100, 100), (4, 4), (500, 500))
ROW = Input(between(0.3, 2.0), (100,), (4,), (500,))
COLUMN = Input(between(0.3, 2.0), (100, 1), (4, 1), (500, 1))
TRIPLES = Input(normal, (1000, 3), (4, 3), (100_000, 3))
STACK = Input(normal, (10, 30, 30), (2, 4, 4), (20, 150, 150))
CUBE = Input(normal, (20, 20, 20), (3, 3, 3), (80, 80, 80))
TENSOR = Input(normal, (6, 6, 36), (2, 2, 4), (6, 6, 36))
PAIRS = Input(normal, (6, 6), (2, 2), (6, 6))
BLOCK = Input(normal, (10, 10), (3, 3), (30, 30))
SQUARE = Input(regular, (30, 30), (4, 4), (150, 150))
SQUARES = Input(regular, (10, 30, 30), (2, 3, 3), (20, 100, 100))
DEFINITE = Input(definite, (30, 30), (4, 4), (150, 150))
TALL = Input(normal, (60, 30), (6, 4), (300, 150))
RIGHT = Input(normal, (30,), (4,), (150,))
RIGHTS = Input(normal, (30, 30), (4, 4), (150, 150))
OBSERVED = Input(normal, (60,), (6,), (300,))
SIGNALS = Input(normal, (32, 256), (2, 8), (256, 1024))
SPECTRA = Input(normal, (32, 129), (2, 5), (256, 513))
IMAGE = Input(normal, (64, 64), (4, 6), (512, 512))
HALF_IMAGE = Input(normal, (64, 33), (4, 4), (512, 257))
PLACES = Input(places, (1000,), (7,), (100_000,))
ROW_PLACES = Input(places, (100,), (4,), (500,))
CELLS = Input(places, (100, 100), (4, 4), (500, 500))
FLAGS = Input(flags, (1000,), (7,), (100_000,))
