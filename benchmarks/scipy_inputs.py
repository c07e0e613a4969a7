"""What arguments of calls of SciPy are made of, beside those of rule_inputs."""

import pydoc

import numpy as np

from benchmarks.rule_inputs import Input, RuleCase, between, case, normal


def scipy_calls(module: str, names: str, text: str, **inputs: Input) -> list[RuleCase]:
    """Give the same call of functions of a module, `f` standing for each of them.

    Those that the installed version of SciPy does not have are left out.
    """
    return [
        case(text.replace("f(", f"scipy.{module}.{name}("), **inputs)
        for name in names.split()
        if pydoc.locate(f"scipy.{module}.{name}") is not None
    ]


def tame(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw a square matrix with eigenvalues in a disc of radius 0.4 around 1."""
    return np.eye(shape[-1]) + generator.normal(size=shape) / (2.5 * shape[-1] ** 0.5)


def stable(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw a square matrix with eigenvalues in a disc of radius 0.4 around 0."""
    return generator.normal(size=shape) / (2.5 * shape[-1] ** 0.5)


def tridiagonal(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw the three diagonals of a matrix, of which the middle one is large."""
    return generator.normal(size=shape) + np.array([[0.0], [10.0], [0.0]])


def upper_bands(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw the upper diagonals of a positive definite matrix, the main one last."""
    bands = generator.uniform(-0.9, 0.9, size=shape)
    bands[-1] = 2.0 * shape[0] + 3.0 * np.linspace(0.0, 1.0, shape[1])
    return bands


def decaying(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw a column of a Toeplitz matrix far from a singular one."""
    column = generator.normal(size=shape) * 0.7 ** np.arange(shape[0])
    column[0] = 5.0
    return column


def feedback(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw the denominator of a stable filter."""
    poles = generator.uniform(-0.7, 0.7, shape[0] - 1)
    return np.poly(poles)


def sections(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw sections of second order of a stable filter."""
    poles = generator.uniform(-0.7, 0.7, (shape[0], 2))
    below = np.stack([-poles.sum(1), poles.prod(1)], 1)
    return np.concatenate([generator.normal(size=(shape[0], 3)), below], 1)


def grid(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Give equal steps from 0 to 1."""
    return np.linspace(0.0, 1.0, shape[0])


def steps(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return np.arange(float(shape[0]))


def off_steps(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """Draw places away from integers, where what is linear in pieces has kinks."""
    pieces = 9 if shape[0] < 100 else 49
    return generator.integers(0, pieces, shape) + generator.uniform(0.2, 0.8, shape)


def counts(generator: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    return generator.integers(0, 20, shape)


WIDE = Input(between(-4.0, 4.0), (1000,), (7,), (100_000,))
FAR = Input(between(0.5, 20.0), (1000,), (7,), (100_000,))
UNIT = Input(between(0.05, 0.95), (1000,), (7,), (100_000,))
COUNTS = Input(counts, (1000,), (7,), (100_000,), fixed=True)
SCORES = Input(normal, (200, 50), (3, 4), (2000, 500))
LEVEL = Input(between(1.5, 1.6), (), (), ())
TAME = Input(tame, (30, 30), (3, 3), (150, 150))
STABLE = Input(stable, (30, 30), (3, 3), (150, 150))
STEERED = Input(normal, (30, 5), (3, 2), (150, 10))
WEIGHTS = Input(normal, (5, 5), (2, 2), (10, 10))
TRIDIAGONAL = Input(tridiagonal, (3, 1000), (3, 5), (3, 100_000))
BANDS = Input(upper_bands, (3, 300), (3, 5), (3, 1000))
BANDED_RIGHT = Input(normal, (300,), (5,), (1000,))
FEW_BANDS = Input(upper_bands, (3, 60), (3, 5), (3, 300))
KNOWN = Input(normal, (1000,), (5,), (100_000,))
DIAGONAL = Input(between(-1.0, 1.0), (100,), (4,), (500,))
BESIDE = Input(between(0.3, 2.0), (99,), (3,), (499,))
CYCLIC = Input(decaying, (100,), (5,), (1000,))
CYCLIC_RIGHT = Input(normal, (100,), (5,), (1000,))
THIN = Input(normal, (60, 5), (5, 2), (300, 10))
NUMERATOR = Input(normal, (4,), (3,), (4,))
DENOMINATOR = Input(feedback, (4,), (3,), (4,))
SECTIONS = Input(sections, (3, 5), (2, 5), (3, 5))
LONG = Input(normal, (1000,), (20,), (100_000,))
KERNEL = Input(normal, (5, 5), (2, 3), (9, 9))
SAMPLED = Input(normal, (1025,), (9,), (131_073,))
POINTS = Input(between(-1.0, 1.0), (100, 5), (4, 2), (600, 10))
OTHERS = Input(between(-1.0, 1.0), (80, 5), (3, 2), (500, 10))
EMBEDDED = Input(between(0.1, 1.0), (50, 50), (4, 4), (200, 200))
CENTRE = Input(normal, (5,), (2,), (10,))
PROBABILITIES = Input(between(0.5, 3.0), (20,), (3,), (1000,))
# Of interpolation: grids of samples, and places between them.
GRID = Input(grid, (50,), (10,), (500,), fixed=True)
GRID_VALUES = Input(normal, (50,), (10,), (500,))
SURFACE = Input(normal, (50, 50), (10, 10), (500, 500))
SCATTERED_PLACES = Input(between(0.0, 1.0), (100, 2), (9, 2), (2000, 2), fixed=True)
SCATTERED_VALUES = Input(normal, (100,), (9,), (2000,))
STEPS = Input(steps, (50,), (10,), (500,), fixed=True)
OFF_STEPS = Input(off_steps, (1000,), (7,), (100_000,))
FIXED_PLACES = Input(between(0.3, 0.7), (1000,), (7,), (100_000,), fixed=True)
INSIDE = Input(between(0.3, 0.7), (1000,), (7,), (100_000,))
ROWS = Input(between(0.6, 60.4), (1000,), (7,), (100_000,))
COLUMNS = Input(between(0.7, 50.3), (1000,), (7,), (100_000,))
PICTURE = Input(normal, (64, 64), (64, 64), (512, 512))
MAIN = Input(between(4.0, 6.0), (1000,), (5,), (100_000,))
OFF_MAIN = Input(between(-1.0, 1.0), (999,), (4,), (99_999,))
VECTORS = Input(between(-1.0, 1.0), (1000, 3), (3, 3), (100_000, 3))
OBSERVATIONS = Input(normal, (300,), (7,), (2000,))
