"""Derivatives of programs by central differences, and seeds to compare them by.

Containers of numbers and arrays stand for one vector: `flat` joins the floating ones.
"""
from collections.abc import Callable, Iterator
from inspect import signature

import numpy as np

import tangentlite as tl
from tests.programs.record import Program, leaves
from tests.support.numeric import central_jvp, copied, moved_by, sequence_like

FEW_INPUTS = 6


def result_of(program: Program) -> object:
    """What the program's function gives, which may write its arguments."""
    return program.function(*copied(program.args))


def directions(program: Program) -> Iterator[tuple]:
    """Tangents of the differentiated arguments: each entry if few, and random ones."""
    values = tuple(program.args[position] for position in program.wrt)
    generator = np.random.default_rng(1)
    yield random_like(generator, values)
    size = flat(values).size
    if size <= FEW_INPUTS:
        for unit in np.eye(size):
            yield unflat(unit, values)


def random_like(generator: np.random.Generator, value: object) -> object:
    """Numbers of either sign away from zero, with the structure and dtypes of value."""
    size = flat(value).size
    entries = generator.uniform(0.4, 1.6, size) * generator.choice((-1.0, 1.0), size)
    return unflat(entries, value)


def along(function: Callable, args: tuple, wrt: tuple, direction: tuple,
          eps: float = 1e-5) -> np.ndarray:
    """The flat derivative of the function in the direction, in double precision."""
    def flat_result(*moved_args):
        return flat(function(*copied(moved_args)))
    return central_jvp(flat_result, args, all_tangents(args, wrt, direction), eps)


def inner(left: object, right: object) -> float:
    """The inner product of two values of one structure."""
    return float(flat(left) @ flat(right))


def flat(value: object) -> np.ndarray:
    """All numbers of the value in one double precision vector."""
    parts = [np.ravel(np.asarray(part, float)) for part in parts_of(value)]
    return np.concatenate(parts) if parts else np.zeros(0)


def parts_of(value: object) -> Iterator[object]:
    """The floating leaves of a container in order; a bare value is one in any case."""
    if isinstance(value, tuple | list | dict):
        yield from leaves(value)
    else:
        yield value


def unflat(entries: np.ndarray, value: object) -> object:
    """The entries in the structure, the shapes and the dtypes of the value."""
    if isinstance(value, tuple | list | dict):
        return within(iter(np.split(entries, ends_of(value))), value)
    return shaped_like(entries, value)


def ends_of(value: object) -> np.ndarray:
    """Where the entries of each floating leaf end."""
    return np.cumsum([np.size(part) for part in leaves(value)])


def within(pieces: Iterator[np.ndarray], value: object) -> object:
    """The structure of a value with a piece in each floating leaf, None in others."""
    if isinstance(value, dict):
        return {key: within(pieces, item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return sequence_like(value, [within(pieces, item) for item in value])
    if not any(True for _ in leaves(value)):
        return None
    return shaped_like(next(pieces), value)


def shaped_like(entries: np.ndarray, value: object) -> object:
    """The entries with the type, the shape and the dtype of a number or an array."""
    shaped = entries.reshape(np.shape(value)).astype(np.asarray(value).dtype)
    if isinstance(value, np.ndarray):
        return shaped
    return shaped[()] if isinstance(value, np.generic) else shaped.item()


def moved(args: tuple, wrt: tuple, direction: tuple, step: float) -> tuple:
    """The arguments with those of wrt moved by step times direction, as doubles."""
    tangents = all_tangents(args, wrt, direction)
    return tuple(moved_by(value, tangent, step)
                 for value, tangent in zip(args, tangents, strict=True))


def all_tangents(args: tuple, wrt: tuple, direction: tuple) -> list:
    """The direction in its places, None for the other arguments."""
    tangents = [None] * len(args)
    for position, tangent in zip(wrt, direction, strict=True):
        tangents[position] = tangent
    return tangents


def is_number(value: object) -> bool:
    """Whether the value is one number: not an array with axes and no container."""
    return not isinstance(value, tuple | list | dict) and np.shape(value) == ()


def positional(program: Program) -> tuple:
    """The arguments with the defaults of parameters that were left out."""
    bound = signature(program.function).bind(*program.args)
    bound.apply_defaults()
    return bound.args


def tolerances(program: Program) -> dict[str, float]:
    """How closely a derivative agrees with differences in double precision."""
    single = any(np.asarray(part).dtype == np.float32 for part in leaves(program.args))
    return {'rtol': 1e-3, 'atol': 1e-4} if single else {'rtol': 2e-5, 'atol': 2e-6}


def derivatives(program: Program) -> Iterator[tuple]:
    """A program's derivatives in both modes, with their arguments and keywords."""
    args = positional(program)
    reverse = tl.autodiff(program.function, wrt=program.wrt)
    result = result_of(program)
    seed = random_like(np.random.default_rng(3), result)
    yield reverse, args, {"init_grad": seed}
    forward = tl.autodiff(program.function, wrt=program.wrt, mode="forward")
    yield forward, (*args, *direction_of(program)), {}


def direction_of(program: Program) -> tuple:
    """Tangents of the arguments that are differentiated."""
    values = tuple(positional(program)[position] for position in program.wrt)
    return random_like(np.random.default_rng(1), values)
