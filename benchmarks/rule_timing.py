"""Time the gradients of one call, each checked before."""

import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, util

import numpy as np

import tangentlite as tl
from benchmarks.checks import STEP, WrongGradient, check, leaves
from benchmarks.fresh import Prepared
from benchmarks.harness import (
    Effort,
    Failure,
    Timing,
    failure,
    first_line,
    interleaved,
    median_ratio,
)
from benchmarks.rule_programs import RuleProgram
from tests.support.measure import along, inner, random_like

PEERS = ("autograd", "jax")
# What a peer without a function, or without a rule for it, raises.
LACKING = (AttributeError, NotImplementedError)
# autograd goes through the entries of an array where it takes it for a list.
HOPELESS_RATIO = 500.0
# Of the sum of the terms of a slope, of which many may cancel.
SLOPE_TOLERANCE = 1e-6

# gives the gradient's function, and its arguments as the tool wants them
Gradient = Callable[[RuleProgram], tuple[Callable, tuple]]


@dataclass(frozen=True)
class RuleOutcome:
    """Timings of 'primal', 'ours' and peers, and the failures of the others."""

    program: RuleProgram
    timings: Mapping[str, Timing]
    failures: Mapping[str, Failure]

    def ratio(self, name: str, base: str) -> float | None:
        """Give the median ratio of two, None where one was not timed."""
        if name not in self.timings or base not in self.timings:
            return None
        return median_ratio(self.timings[name], self.timings[base])

    def seconds(self, name: str) -> float:
        return statistics.median(self.timings[name].samples)


def peers_installed() -> dict[str, Gradient]:
    """Give the gradient of every peer that is installed; no other is imported."""
    return {
        name: import_module(f"benchmarks.peers.with_{name}").gradient
        for name in PEERS
        if util.find_spec(name)
    }


def hopeless(outcomes: Sequence[RuleOutcome]) -> dict[str, set[str]]:
    """Give for each call the peers that are too slow for it to try larger arguments."""
    return {
        one.program.name: {
            name
            for name in one.timings
            if (one.ratio(name, "primal") or 0.0) > HOPELESS_RATIO
        }
        for one in outcomes
    }


def ours(program: RuleProgram) -> tuple[Callable, tuple]:
    return tl.grad(program.function, wrt=program.wrt), program.args


def measure(
    program: RuleProgram, peers: Mapping[str, Gradient], effort: Effort
) -> RuleOutcome:
    """Time the primal, our gradient and those of peers that agree with it."""
    prepared = {"primal": Prepared(program.function, program.args, 0.0, False)}
    failures: dict[str, Failure] = {}
    right: list[list[np.ndarray]] = []
    for name, gradient in {"ours": ours, **peers}.items():
        try:
            function, args = gradient(program)
            found = real_leaves(function(*args))
            if name == "ours":
                check_slope(program, found)
                right.append(found)
            elif right:
                check(found, right[0])
            prepared[name] = Prepared(function, args, 0.0, False)
        except LACKING as error:
            failures[name] = Failure("lacking", first_line(error))
        except Exception as error:
            failures[name] = failure(error)
    samples = interleaved(prepared, effort)
    nothing = float("nan")
    timings = {name: Timing(samples[name], nothing, nothing) for name in prepared}
    return RuleOutcome(program, timings, failures)


def real_leaves(result: object) -> list[np.ndarray]:
    """Give the arrays of a gradient, which is that of real arguments."""
    parts = result if isinstance(result, tuple) else (result,)
    for part in parts:
        if np.iscomplexobj(part):
            raise WrongGradient("a complex gradient of a real argument")
    return leaves(parts)


def check_slope(program: RuleProgram, found: list[np.ndarray]) -> None:
    """Raise WrongGradient where a gradient disagrees with differences."""
    differentiated = tuple(program.args[place] for place in program.wrt)
    direction = random_like(np.random.default_rng(7), differentiated)
    expected = along(program.function, program.args, program.wrt, direction, STEP)
    pairs = zip(found, direction, strict=True)
    size = sum(np.sum(np.abs(part * way)) for part, way in pairs)
    error = abs(inner(found, direction) - expected.item())
    if not error <= SLOPE_TOLERANCE * size:
        raise WrongGradient(f"the slope is off by {error:.1e} of {size:.1e}")
