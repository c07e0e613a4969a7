"""Checks of values and of first derivatives, which each program has to pass."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np

import tangentlite as tl
from tests.fuzz.outcome import FailedError, Failure, Outcome, crash_of, refusal_class
from tests.fuzz.program import FuzzProgram
from tests.support.measure import along, flat, inner, moved, random_like
from tests.support.numeric import copied

LARGEST = 1e4


@dataclass
class Trial:
    """A program that runs, with what the checks of it have in common."""

    program: FuzzProgram
    function: object
    module: object
    printed: object
    outcome: Outcome
    value: object = None
    gradient: object = None
    tangent: np.ndarray | None = None
    seed: object = None
    direction: tuple = ()
    effects: tuple = ()
    warned: bool = False  # of a nan or an inf on the way, where derivatives may be nan
    derivatives: dict = field(default_factory=dict)

    @property
    def args(self) -> tuple:
        return self.program.args

    @property
    def wrt(self) -> tuple[int, ...]:
        return self.program.wrt

    @property
    def is_number(self) -> bool:
        return is_number(self.value)

    def seed_for(self, value: object) -> object:
        """A cotangent of a result: that of a number is 1."""
        if self.is_number:
            return 1.0
        return random_like(np.random.default_rng(5), value)

    def reversed_anew(self, **settings: object) -> object:
        """The gradient of a derivative that is generated with settings of its own."""
        if self.is_number:
            derivative = tl.value_and_grad(self.function, wrt=self.wrt, **settings)
        else:
            derivative = tl.autodiff(self.function, wrt=self.wrt, **settings)
        self.derivatives.setdefault("reverse", derivative)
        return self.reverse(*self.args, seed=self.seed, derivative=derivative)

    def reverse(self, *args: object, seed: object, derivative: object = None) -> object:
        """The gradient at some arguments."""
        derivative = derivative or self.derivatives["reverse"]
        if self.is_number:
            return derivative(*args)[1]
        return derivative(*args, init_grad=seed)

    def happened(self) -> tuple:
        """What has been printed and noted since it was last asked.

        A text is for a TRACE of so many items: where it has grown, another is made.
        """
        known = getattr(self.module, "TRACE", [])
        trace = known if isinstance(known, list) else []
        found = self.printed.getvalue(), tuple(trace)
        self.printed.seek(0)
        self.printed.truncate()
        trace.clear()
        return found

    @contextmanager
    def check(self, name: str) -> Iterator[None]:
        """Note a check; what it raises is a failure, or a refusal of the program."""
        self.happened()
        before = flat_bytes(self.args)
        try:
            yield
            self.outcome.checks.append(name)
        except tl.TangentliteError as error:
            self.refused(name, error)
        except FailedError as error:
            if self.warned and (
                "nan" in error.failure.text or "inf" in error.failure.text
            ):
                self.outcome.checks.append("not finite behind what is not finite")
            else:
                self.outcome.failures.append(error.failure)
        except Exception as error:
            self.outcome.failures.append(crash_of(name, error))
        if flat_bytes(self.args) != before:
            self.outcome.failures.append(Failure(name, "arguments were changed"))

    def refused(self, name: str, error: tl.TangentliteError) -> None:
        """A refusal comes before anything runs, and names a line of the program."""
        said = refusal_class(error)
        if self.happened() != ("", ()):
            text = f"{said}\n{error}"
            self.outcome.failures.append(
                Failure(name, "refused when it had begun", text)
            )
        elif "Please report" in str(error):
            self.outcome.failures.append(Failure(name, f"internal: {said}", str(error)))
        elif f"/{self.module.__name__}.py:" not in str(error) and not about_all(said):
            kind = f"refused without a line: {said}"
            self.outcome.failures.append(Failure(name, kind, str(error)))
        self.outcome.refusals.append(f"{name}: {said}")


def is_number(value: object) -> bool:
    """Whether a result is a number, not an array or several."""
    return not isinstance(value, tuple) and np.ndim(value) == 0


def about_all(said: str) -> bool:
    """Whether a refusal is about the program as a whole."""
    whole = ("would be evaluated several times", "a module of its own has no such")
    return any(text in said for text in whole)


def run_primal(trial: Trial) -> bool:
    """Whether the program runs and gives numbers of moderate size."""
    trial.happened()
    try:
        with warnings.catch_warnings(record=True) as found, np.errstate(all="warn"):
            warnings.simplefilter("always")
            value = trial.function(*copied(trial.args))
        trial.warned = any(issubclass(one.category, RuntimeWarning) for one in found)
        numbers, kind = flat(value), np.asarray(value).dtype.kind
    except Exception as error:
        trial.outcome.why = f"{type(error).__name__}"
        return False
    trial.value, trial.effects = value, trial.happened()
    if kind != "f" or not np.all(np.isfinite(numbers)):
        trial.outcome.why = "not finite" if kind == "f" else "not floating"
        return False
    if numbers.size and np.max(np.abs(numbers)) > LARGEST:
        trial.outcome.why = "too large"
        return False
    trial.seed = trial.seed_for(value)
    trial.direction = random_like(
        np.random.default_rng(4), tuple(trial.args[k] for k in trial.wrt)
    )
    return True


def first_order(trial: Trial) -> None:
    """Compare value, reverse mode, forward mode and central differences."""
    with trial.check("reverse"):
        if trial.is_number:
            values(trial)
        else:
            trial.gradient = trial.reversed_anew()
            require_effects(trial, "reverse")
    with trial.check("forward"):
        derivative = tl.autodiff(trial.function, wrt=trial.wrt, mode="forward")
        trial.tangent = flat(derivative(*trial.args, *trial.direction))
        require_effects(trial, "forward")
        trial.derivatives["forward"] = derivative
    if trial.gradient is not None and trial.tangent is not None:
        with trial.check("reverse against forward"):
            agree(trial, trial.gradient, trial.tangent, trial.direction)
    if trial.gradient is not None or trial.tangent is not None:
        differences(trial)


def require_effects(trial: Trial, name: str) -> None:
    """What the program prints and notes happens once, in order."""
    if (found := trial.happened()) != trial.effects:
        raise FailedError(name, "effects", f"{found}, not {trial.effects}")


def values(trial: Trial) -> None:
    """The value beside the gradient is that of the program to the last bit."""
    derivative = tl.value_and_grad(trial.function, wrt=trial.wrt)
    value, trial.gradient = derivative(*trial.args)
    trial.derivatives["reverse"] = derivative
    require_effects(trial, "value")
    if "tl." in trial.program.source:  # texts of derivatives fit in where they stand
        near(flat(value), flat(trial.value), "value", 1e-13, 1e-13)
        require_bits(np.sign(value), np.sign(trial.value), "value")
    else:
        require_bits(value, trial.value, "value")
    again, same = derivative(*trial.args)
    require_bits(again, value, "value, called again")
    if flat_bytes(same) != flat_bytes(trial.gradient):
        raise FailedError("value", "another gradient when called again")


def require_bits(got: object, want: object, what: str) -> None:
    """Raise where two numbers or arrays differ in a bit or in the dtype."""
    one, other = np.asarray(got), np.asarray(want)
    if one.dtype != other.dtype or one.shape != other.shape:
        text = f"{one.dtype}{one.shape}, not {other.dtype}{other.shape}"
        raise FailedError(what, "dtype or shape", text)
    if one.tobytes() != other.tobytes():
        raise FailedError(what, "another value", f"{got!r}, not {want!r}")


def differences(trial: Trial) -> None:
    """Compare with central differences, where those of two steps and sides agree."""
    found = smooth_derivative(trial)
    if found is None:
        trial.outcome.checks.append("kink or ill-conditioned")
        return
    if trial.tangent is not None:
        with trial.check("forward against differences"):
            near(trial.tangent, found, "forward against differences", 1e-5, 1e-6)
    if trial.gradient is not None:
        with trial.check("reverse against differences"):
            agree(trial, trial.gradient, found, trial.direction, 1e-5)


def smooth_derivative(trial: Trial) -> np.ndarray | None:
    """The derivative in the direction by differences, None at a kink."""
    if "stop_gradient" in trial.program.source:
        return None
    args, wrt, direction = trial.args, trial.wrt, trial.direction
    try:
        centre = flat(trial.function(*copied(args)))
        fine = along(trial.function, args, wrt, direction)
        coarse = along(trial.function, args, wrt, direction, 1e-4)
        sides = [
            flat(trial.function(*copied(moved(args, wrt, direction, step)))) - centre
            for step in (1e-6, -1e-6)
        ]
    except Exception:
        return None
    finally:
        trial.happened()
    if fine.shape != centre.shape or not np.all(np.abs(fine) < LARGEST):
        return None
    if not np.allclose(fine, coarse, rtol=1e-6, atol=1e-7):
        return None
    if not np.allclose(sides[0], -sides[1], rtol=1e-3, atol=1e-9):
        return None
    return fine


def agree(
    trial: Trial, gradient: object, tangent: np.ndarray, direction: tuple,
    rtol: float = 1e-7,
) -> None:  # fmt: skip
    """The inner products by which a gradient and a tangent belong to each other."""
    got, want = inner(gradient, direction), float(flat(trial.seed) @ tangent)
    size = float(np.abs(flat(gradient)) @ np.abs(flat(direction)))
    size += float(np.abs(flat(trial.seed)) @ np.abs(tangent))
    if not (np.isfinite(got) or np.isfinite(want)):
        trial.outcome.checks.append("neither is finite")
    elif not abs(got - want) <= rtol * (size + 0.1):
        name = "reverse against " + ("forward" if rtol < 1e-6 else "differences")
        raise FailedError(name, "", f"{got!r}, not {want!r}")


def near(
    got: np.ndarray, want: np.ndarray, what: str, rtol: float = 1e-9, atol: float = 1e-9
) -> None:
    """Raise where two vectors differ."""
    if got.shape != want.shape:
        raise FailedError(what, "shape", f"{got.shape}, not {want.shape}")
    size = np.max(np.abs(want), initial=0.0)
    if not np.all(np.abs(got - want) <= rtol * size + atol):
        raise FailedError(what, "", f"{got!r}, not {want!r}")


def flat_bytes(value: object) -> bytes:
    """All numbers of a structure as they are in memory."""
    return flat(value).tobytes()
