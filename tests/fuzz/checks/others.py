"""Dearer checks: no optimiser, other sizes, second order, loops, saved modules."""

from __future__ import annotations

import contextlib
import copy
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import tangentlite as tl
from tests.fuzz.checks.values import (
    Trial,
    agree,
    flat_bytes,
    is_number,
    near,
    require_bits,
)
from tests.fuzz.outcome import FailedError
from tests.support.loops_in_python import loops_in_python
from tests.support.measure import flat, moved, random_like
from tests.support.numeric import copied

# Seconds for a process that runs a saved module.
PATIENCE = 120
RUN = """\
import pickle, sys
import numpy as np
np.seterr(all="ignore")
path, name, data = sys.argv[1:]
namespace = {"__name__": "saved"}
exec(compile(open(path).read(), path, "exec"), namespace)
args, given = pickle.load(open(data, "rb"))
found = namespace[name](*args, **given)
print(repr(pickle.dumps(found)))
assert not [m for m in sys.modules if m.startswith("tangentlite")]
"""


def unoptimised(trial: Trial) -> None:
    """Compare with derivatives that no pass has changed."""
    with trial.check("unoptimised"), tl.options(optimize=False):
        if "reverse" in trial.derivatives:
            gradient = trial.reversed_anew()
            trial.happened()
            near(
                flat(gradient), flat(trial.gradient), "unoptimised reverse", 1e-7, 1e-8
            )
        if "forward" in trial.derivatives:
            plain = tl.autodiff(trial.function, wrt=trial.wrt, mode="forward")
            tangent = plain(*trial.args, *trial.direction)
            near(flat(tangent), trial.tangent, "unoptimised forward", 1e-7, 1e-8)


def other_sizes(trial: Trial) -> None:
    """Call the same derivatives with arrays of other sizes."""
    args = trial.program.others
    if not {"reverse", "forward"} <= trial.derivatives.keys():
        return
    try:
        want = trial.function(*copied(args))
        if not np.all(np.isfinite(flat(want))) or np.max(np.abs(flat(want))) > 1e4:
            return
    except Exception:
        return
    trial.happened()
    with trial.check("other sizes"):
        if trial.is_number and not is_number(want):
            raises_for_arrays(trial)
            return
        direction = random_like(
            np.random.default_rng(6), tuple(args[k] for k in trial.wrt)
        )
        seed = trial.seed_for(want)
        kept = flat_bytes(args)
        gradient = trial.reverse(*args, seed=seed)
        trial.happened()
        tangent = flat(trial.derivatives["forward"](*args, *direction))
        trial.happened()
        before, trial.seed = trial.seed, seed
        try:
            agree(trial, gradient, tangent, direction)
        except FailedError as error:
            raise FailedError("other sizes", "", error.failure.text) from None
        finally:
            trial.seed = before
        if flat_bytes(args) != kept:
            raise FailedError("other sizes", "arguments were changed")
        if trial.is_number:
            require_bits(
                trial.derivatives["reverse"](*args)[0], want, "value, other sizes"
            )


def raises_for_arrays(trial: Trial) -> None:
    """The gradient of what gives a number for some arguments is none of arrays."""
    try:
        trial.reverse(*trial.program.others, seed=1.0)
    except TypeError as error:
        if "needs a function with a real scalar result" in str(error):
            return
        raise
    raise FailedError("other sizes", "a gradient of what is no number")


def second_order(trial: Trial) -> None:
    """The derivative of the gradient, forward over reverse, by differences."""
    total = getattr(trial.module, "total", None)
    function = trial.function if trial.is_number else total
    if function is None or "stop_gradient" in trial.program.source:
        return
    with trial.check("second order"):
        gradient = tl.grad(function, wrt=trial.wrt)
        first = gradient(*trial.args)
        trial.happened()
        over = tl.autodiff(gradient, wrt=trial.wrt, mode="forward")
        tangent = flat(over(*trial.args, *trial.direction))
        trial.happened()
        found = []
        for step in (1e-5, 1e-4):
            ends = []
            for way in (1, -1):
                trial.happened()
                args = moved(trial.args, trial.wrt, trial.direction, way * step)
                ends.append(flat(gradient(*args)))
            found.append((ends[0] - ends[1]) / (2 * step))
        centre = flat(first)
        smooth = np.allclose(found[0], found[1], rtol=1e-5, atol=1e-5)
        halves = np.allclose((ends[0] + ends[1]) / 2, centre, rtol=1e-4, atol=1e-5)
        singular = "linalg" in trial.program.source and not np.all(np.isfinite(tangent))
        if singular:  # repeated singular values and the like have no second derivative
            trial.outcome.checks.append("not finite at the second order")
        elif smooth and halves and np.all(np.abs(found[0]) < 1e4):
            near(tangent, found[0], "second order", 1e-4, 1e-4)


def loops(trial: Trial) -> None:
    """The loops that numba would compile, run as Python."""
    _by_loops(trial, "loops", loops_in_python)


def compiled(trial: Trial) -> None:
    """What numba compiles."""
    _by_loops(trial, "numba", contextlib.nullcontext)


def _by_loops(trial: Trial, name: str, context: Callable) -> None:
    if "reverse" not in trial.derivatives:
        return
    with trial.check(name):
        try:
            with context(), tl.options(backend="numba"):
                gradient = trial.reversed_anew()
        except tl.errors.NotCompiledError:
            trial.outcome.checks.append("not compiled")
            return
        near(flat(gradient), flat(trial.gradient), name, 1e-7, 1e-8)


def saved(trial: Trial) -> None:
    """A saved module in a process that does not know tangentlite."""
    if "reverse" not in trial.derivatives:
        return
    with trial.check("saved"), tempfile.TemporaryDirectory() as folder:
        path, data = Path(folder) / "saved.py", Path(folder) / "data"
        derivative = trial.derivatives["reverse"]
        given = {} if trial.is_number else {"init_grad": trial.seed}
        # Others may have called it with other kinds since.
        derivative(*copy.deepcopy(trial.args), **given)
        trial.happened()
        derivative.save(path)
        data.write_bytes(pickle.dumps((trial.args, given)))
        name = path.read_text().split("\ndef program_")[-1].split("(")[0]
        ran = subprocess.run(
            [sys.executable, "-c", RUN, str(path), f"program_{name}", str(data)],
            capture_output=True, text=True, timeout=PATIENCE, cwd=folder,
        )  # fmt: skip
        if ran.returncode != 0:
            raise FailedError(
                "saved", ran.stderr.strip().split("\n")[-1][:60], ran.stderr
            )
        found = pickle.loads(eval(ran.stdout.strip().split("\n")[-1]))
        gradient = found[1] if trial.is_number else found
        if flat_bytes(gradient) != flat_bytes(trial.gradient):
            raise FailedError("saved", "another gradient")


def matrices(trial: Trial) -> None:
    """The Jacobian times the direction is the tangent."""
    places = [k for k in trial.wrt if isinstance(trial.args[k], np.ndarray)]
    if "forward" not in trial.derivatives or not places:
        return
    with trial.check("jacobian"):
        one = places[0]
        direction = random_like(np.random.default_rng(8), trial.args[one])
        matrix = tl.jacobian(trial.function, wrt=one)(*trial.args)
        trial.happened()
        product = np.reshape(matrix, (-1, direction.size)) @ direction.ravel()
        tangent = tl.autodiff(trial.function, wrt=one, mode="forward")(
            *trial.args, direction
        )
        near(product, flat(tangent), "jacobian", 1e-8, 1e-8)
