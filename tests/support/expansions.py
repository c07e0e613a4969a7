"""Taylor coefficients of functions by interpolation, which differentiates nothing."""
import numpy as np
from numpy.polynomial import chebyshev, polynomial

NODES, DEGREE = 32, 24


def leaves(value) -> list:
    """The numbers and arrays of floats in a result."""
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in leaves(item)]
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item)]
    return [value] if np.asarray(value).dtype.kind in 'fc' else []


def curve(x, coefficients, t: float):
    """The point of a curve, of the type that a number has at its start."""
    powers = t ** np.arange(1, len(coefficients) + 1)
    moved = x + np.tensordot(powers, np.asarray(coefficients), 1)
    return moved if isinstance(x, np.ndarray) else type(x)(moved)


def expansion(f, primals, series, count: int, radius: float = 0.2) -> list[np.ndarray]:
    """The coefficients of each number and array of a result, without the first one.

    They are those of a polynomial through values at Chebyshev's nodes: about ten digits
    where the nearest singularity is not much closer than 1.
    """
    nodes = np.cos(np.pi * (np.arange(NODES) + 0.5) / NODES)
    results = []
    for node in nodes:
        pairs = zip(primals, series)
        point = [curve(x, c, radius * node) for x, c in pairs]
        results.append([np.asarray(leaf) for leaf in leaves(f(*point))])
    found = []
    for values in zip(*results):
        table = np.array([value.ravel() for value in values])
        fitted = chebyshev.chebfit(nodes, table, DEGREE)
        columns = [polynomial_of(column) for column in fitted.T]
        scales = radius ** np.arange(1.0, count + 1)
        whole = np.array([column[1 : count + 1] / scales for column in columns])
        found.append(whole.T.reshape(count, *values[0].shape))
    return found


def polynomial_of(column: np.ndarray) -> np.ndarray:
    """The coefficients of powers, padded with zeros."""
    powers = polynomial.polytrim(chebyshev.cheb2poly(column))
    return np.pad(powers, (0, DEGREE + 1 - len(powers)))
