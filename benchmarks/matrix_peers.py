"""The derivatives of `benchmarks.matrix_programs` by JAX, torch.func and autograd.

A maker takes a case and gives a call and what reads arrays from its result; None where
it takes no part. The texts of the programs run with the peer's functions under `np`,
those that write into arrays in versions without writes, and long loops by `scan` in
JAX, which would compile their steps one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import util
from types import ModuleType, SimpleNamespace

import numpy as np

from benchmarks import matrix_graphs
from benchmarks import matrix_programs as programs
from benchmarks.matrix_programs import Case
from benchmarks.peers.rebind import rebound

Way = tuple[Callable[[], object], Callable[[object], object]]
MAPPED = (None, 0, 0)  # the axes of what 'examples' are taken of
MOST_ROWS = 100  # autograd goes backwards once for each, through loops for minutes


def installed() -> dict[str, Callable[[Case], Way | None]]:
    """Return the makers of the peers that are installed."""
    makers = {
        "jax": by_jax,
        "torch": by_torch,
        "autograd": by_autograd,
        "casadi": matrix_graphs.by_casadi,
    }
    return {name: make for name, make in makers.items() if util.find_spec(name)}


def by_jax(case: Case) -> Way:
    """Prepare a derivative by JAX, compiled before it is timed."""
    import jax

    jax.config.update("jax_enable_x64", True)
    own = version(case.function, jax.numpy, {"last_state": _scan, "all_states": _scans})
    kinds = {
        "hessian": jax.hessian,
        "jacobian": jax.jacrev if case.function is programs.last_state else jax.jacfwd,
        "examples": lambda f: jax.vmap(jax.grad(f), MAPPED),
        "hvp": lambda f: _product(f, case, jax.grad, jax.jvp),
    }
    args = case.args + held(case.vectors)
    counts = tuple(k for k, arg in enumerate(args) if isinstance(arg, int))
    compiled = jax.jit(kinds[case.kind](own), static_argnums=counts)
    given = [arg if isinstance(arg, int) else jax.device_put(arg) for arg in args]
    return lambda: jax.block_until_ready(compiled(*given)), _same


def _scan(p, n):
    return _trajectory(p, n)[0]


def _scans(p, n):
    return _trajectory(p, n)[1]


def _trajectory(p, n):
    import jax

    def step(state, _):
        state = jax.numpy.stack(programs.moved(*state, p))
        return state, state

    return jax.lax.scan(step, p[:2], None, length=n)


def by_torch(case: Case) -> Way:
    """Prepare a derivative by torch.func, which runs eagerly."""
    import torch

    own = version(case.function, torch_numpy(torch))
    kinds = {
        "hessian": torch.func.hessian,
        "jacobian": (
            torch.func.jacrev
            if case.function is programs.last_state
            else torch.func.jacfwd
        ),
        "examples": lambda f: torch.func.vmap(torch.func.grad(f), MAPPED),
        "hvp": lambda f: _product(f, case, torch.func.grad, torch.func.jvp),
    }
    given = torch.utils._pytree.tree_map(
        lambda leaf: torch.tensor(leaf) if isinstance(leaf, np.ndarray) else leaf,
        list(case.args + held(case.vectors)),
    )
    derivative = kinds[case.kind](own)
    return lambda: derivative(*given), _same


def torch_numpy(torch: ModuleType) -> SimpleNamespace:
    """Return the functions of torch under the names of NumPy."""
    return SimpleNamespace(
        **vars(torch)
        | {
            "array": torch.stack,
            "eye": lambda n: torch.eye(n, dtype=torch.float64),
        }
    )


def by_autograd(case: Case) -> Way | None:
    """Prepare a derivative by autograd, Jacobians row by row."""
    import autograd
    import autograd.numpy

    if case.function is programs.all_states and 2 * case.size > MOST_ROWS:
        return None
    own = version(case.function, autograd.numpy)
    if case.kind == "examples":
        gradient = autograd.grad(own)
        shared, *each = case.args
        return lambda: [gradient(shared, *own) for own in zip(*each)], _stacked
    if case.kind == "hvp":
        places = differentiated(case)
        product = autograd.make_hvp(
            lambda given: own(*_filled(case.args, places, given))
        )
        primals = tuple(case.args[k] for k in places)
        vectors = held(case.vectors)
        found = _only if len(places) == 1 else _same
        return lambda: product(primals)[0](vectors), found
    make = autograd.hessian if case.kind == "hessian" else autograd.jacobian
    derivative = make(own)
    return lambda: derivative(*case.args), _same


def version(
    function: Callable, numpy: object, replacements: dict[str, Callable] | None = None
) -> Callable:
    """Return a program without writes that means another module by `np`."""
    named = {"np": numpy}
    stacked = rebound(programs.all_states_stacked, named)
    joined = rebound(programs.bratu_joined, named)
    versions = {"all_states": stacked, "bratu": joined, **(replacements or {})}
    return rebound(function, named | versions)


def _product(f: Callable, case: Case, grad: Callable, jvp: Callable) -> Callable:
    """Return the function of arguments and vectors that gives Hessian products."""
    places = differentiated(case)

    def product(*given):
        args, vectors = given[: len(case.args)], given[len(case.args) :]

        def gradient(*chosen):
            every = _filled(args, places, chosen)
            return grad(f, places if len(places) > 1 else places[0])(*every)

        return jvp(gradient, tuple(args[k] for k in places), tuple(vectors))[1]

    return product


def differentiated(case: Case) -> tuple[int, ...]:
    """Return the places of the arguments that have vectors."""
    return tuple(k for k, each in enumerate(case.vectors) if each is not None)


def held(vectors: tuple) -> tuple:
    return tuple(vector for vector in vectors if vector is not None)


def _filled(args: tuple, places: tuple[int, ...], chosen: tuple) -> list:
    """Return the arguments with those at these places replaced."""
    every = list(args)
    for place, arg in zip(places, chosen, strict=True):
        every[place] = arg
    return every


def _same(found: object) -> object:
    return found


def _only(found: tuple) -> object:
    return found[0]


def _stacked(found: list) -> object:
    """Return a list of gradients as one, with an axis in front."""
    if not isinstance(found[0], dict):
        return np.stack(found)
    return {name: np.stack([each[name] for each in found]) for name in found[0]}
