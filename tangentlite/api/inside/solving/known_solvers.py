"""The solvers of scipy.optimize: what each of them makes zero, and what it returns."""

from __future__ import annotations

import importlib
from dataclasses import replace

from tangentlite.api.inside.solving import samples
from tangentlite.api.inside.solving.bounds import arrays_of, pair_of_arrays
from tangentlite.api.inside.solving.fits import register_fits
from tangentlite.api.inside.solving.solvers import Solver, register
from tangentlite.handlers import when_met


@when_met("scipy.optimize._zeros_py")
def register_root_finders() -> None:
    """Register what `brentq`, `newton` and their like are in a program."""
    optimize = importlib.import_module("scipy.optimize")
    for name in ("brentq", "brenth", "bisect", "ridder", "toms748"):
        bracketed = getattr(optimize, name)
        sample = samples.number_of_numpy if name == "toms748" else samples.number
        register(Solver(bracketed, ("f",), ("a", "b"), "_f(z{rest})", sample))
    register(
        Solver(
            solve=optimize.newton,
            functions=("func", "fprime", "fprime2"),
            numbers=("x0", "x1"),
            residual="_func(z{rest})",
            sample=samples.like_start,
        )
    )


@when_met("scipy.optimize._minpack_py")
def register_systems() -> None:
    """Register what `fsolve` and `fixed_point` are in a program; and fits."""
    register_fits()
    optimize = importlib.import_module("scipy.optimize")
    register(
        Solver(
            solve=optimize.fsolve,
            functions=("func", "fprime"),
            numbers=("x0",),
            residual="_flat(_func(z{rest}))",
            sample=samples.row,
        )
    )
    register(
        Solver(
            solve=optimize.fixed_point,
            functions=("func",),
            numbers=("x0",),
            residual="z - _func(z{rest})",
            sample=samples.array_like_start,
        )
    )


@when_met("scipy.optimize._root")
def register_root() -> None:
    """Register what `root` is in a program."""
    optimize = importlib.import_module("scipy.optimize")
    residual = "_flat(_fun(z{rest}))"
    register(
        Solver(
            solve=optimize.root,
            functions=("fun", "jac"),
            numbers=("x0",),
            residual=residual,
            sample=samples.root,
            picked="x",
            computed=(("fun", residual),),
            flags=samples.flags_of(success=bool, status=int, message=str),
            lacks=(("df-sane", "status"),),
            refused=("callback",),
        )
    )


@when_met("scipy.optimize._root_scalar")
def register_root_scalar() -> None:
    """Register what `root_scalar` is in a program."""
    optimize = importlib.import_module("scipy.optimize")
    register(
        Solver(
            solve=optimize.root_scalar,
            functions=("f", "fprime", "fprime2"),
            numbers=("x0", "x1"),
            residual="_f(z{rest})",
            sample=samples.root_scalar,
            picked="root",
            flags=samples.flags_of(
                converged=bool, iterations=int, function_calls=int, flag=str
            ),
        )
    )


@when_met("scipy.optimize._minimize")
def register_minima() -> None:
    """Register what `minimize` and `minimize_scalar` are in a program.

    At a minimum the gradient is zero.
    """
    optimize = importlib.import_module("scipy.optimize")
    several = Solver(
        solve=optimize.minimize,
        functions=("fun", "jac", "hess", "hessp"),
        numbers=("x0",),
        residual="_slope(z{rest})",
        sample=samples.minimize,
        prepared="_slope = _grad(_fun)",
        picked="x",
        computed=(("fun", "_fun(z{rest})"),),
        flags=samples.flags_of(success=bool, status=int, nfev=int, message=str),
        refused=("constraints", "callback"),
        takes_bounds=arrays_of,
        bounds="_bounds_of(_low, _high)",
    )
    register(several)
    register(
        replace(
            several,
            solve=optimize.minimize_scalar,
            functions=("fun",),
            numbers=(),
            sample=samples.number_of_numpy,
            flags=samples.flags_of(success=bool, nfev=int, nit=int, message=str),
            refused=(),
            takes_bounds=pair_of_arrays,
            bounds="(_low, _high)",
        )
    )
