"""A call of a package as a program that is differentiated, and what comes of it."""

from __future__ import annotations

import copy
import inspect
from dataclasses import dataclass

import numpy as np

import tangentlite as tl
from tests.fuzz.checks.values import Trial, first_order, flat_bytes, run_primal
from tests.fuzz.examine import within
from tests.fuzz.outcome import Failure, Outcome, OutOfTime
from tests.fuzz.packages.doctested import Call
from tests.fuzz.program import FuzzProgram, loaded, quiet
from tests.support.numeric import copied

MOST = 400  # entries of an argument
SECONDS = 60.0


@dataclass(frozen=True)
class Tried:
    """A call, its text, and what came of it."""

    name: str
    source: str
    outcome: Outcome


def tried(call: Call, number: int) -> Tried | None:
    """Differentiate a call by its floating arguments; None if there are none."""
    floating = {k: as_floats(v) for k, v in call.arguments.items() if is_numbers(v)}
    floating = {k: v for k, v in floating.items() if call.kinds[k] in PLAIN}
    if not floating or not takes(call, floating):
        floating = {k: v for k, v in floating.items() if is_floating(call.arguments[k])}
    if not floating:
        return None
    result = result_of(call, floating)
    part = numbers_in(result)
    if part is None:
        return None
    source = text_of(call, list(floating), part)
    args = tuple(floating.values())
    program = FuzzProgram(
        f"package:{number}", source, args, args, tuple(range(len(args)))
    )
    return Tried(call.name, source, outcome_of(program, call))


def outcome_of(program: FuzzProgram, call: Call) -> Outcome:
    """What comes of the first derivatives of a call."""
    outcome = Outcome()
    try:
        with within(SECONDS), quiet() as printed, loaded(program) as module:
            vars(module).update(constants(call))
            trial = Trial(program, module.program, module, printed, outcome)
            if not run_primal(trial):
                outcome.ending = "no numbers"
            elif flat_bytes(trial.function(*copied(program.args))) != flat_bytes(
                trial.value
            ):
                outcome.ending = "random"
            else:
                first_order(trial)
    except OutOfTime:
        outcome.failures.append(Failure("time", f"more than {SECONDS:.0f} seconds"))
    tl.cache_clear()
    if outcome.ending == "right":
        outcome.ending = "refused" if outcome.refusals else "right"
        if outcome.failures:
            outcome.ending = "failed"
    return outcome


PLAIN = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
    inspect.Parameter.KEYWORD_ONLY,
)


def constants(call: Call) -> dict[str, object]:
    """The names that the text of a call reads."""
    given = {f"_{key}": value for key, value in call.arguments.items()}
    return {"FUNCTION": call.function, **copy.deepcopy(given)}


def text_of(call: Call, names: list[str], part: str) -> str:
    """The program that makes a call: its arguments by name, others by constants."""
    written: list[str] = []
    by_name = False  # what follows an argument that is left out
    for key, kind in call.kinds.items():
        text = f"x_{key}" if key in names else f"_{key}"
        if kind == inspect.Parameter.VAR_POSITIONAL:
            written += [f"*{text}"] if call.arguments[key] else []
        elif kind == inspect.Parameter.VAR_KEYWORD:
            written += [f"**{text}"] if call.arguments[key] else []
        elif key not in names and is_default(call, key):
            by_name = True
        elif kind == inspect.Parameter.KEYWORD_ONLY or by_name:
            written.append(f"{key}={text}")
        else:
            written.append(text)
    head = ", ".join(f"x_{name}" for name in names)
    return (
        f"def program({head}):  # {call.name}\n"
        f"    result = FUNCTION({', '.join(written)})\n"
        f"    return {part}\n"
    )


def is_default(call: Call, key: str) -> bool:
    """Whether an argument is what it is where it is left out."""
    default = inspect.signature(inspect.unwrap(call.function)).parameters[key].default
    value = call.arguments[key]
    return (
        value is default
        or type(value) is type(default)
        and repr(value) == repr(default)
    )


def takes(call: Call, floating: dict[str, object]) -> bool:
    """Whether the function takes floats in place of integers."""
    try:
        return numbers_in(result_of(call, floating)) is not None
    except Exception:
        return False


def result_of(call: Call, floating: dict[str, object]) -> object:
    """What a call gives, None if it raises."""
    values = copy.deepcopy({**call.arguments, **floating})
    positional: list = []
    named: dict = {}
    for key, kind in call.kinds.items():
        if kind == inspect.Parameter.VAR_POSITIONAL:
            positional += values[key]
        elif kind == inspect.Parameter.VAR_KEYWORD:
            named |= values[key]
        elif kind == inspect.Parameter.KEYWORD_ONLY:
            named[key] = values[key]
        else:
            positional.append(values[key])
    try:
        with quiet(), within(SECONDS):
            return call.function(*positional, **named)
    except Exception:
        return None


def numbers_in(result: object) -> str | None:
    """The text of the first floating part of a result, None if there is none."""
    if is_floating(result) and np.size(result):
        return "result"
    if isinstance(result, tuple | list):
        for k, item in enumerate(result):
            if is_floating(item) and np.size(item):
                return f"result[{k}]"
    return None


def is_floating(value: object) -> bool:
    if type(value) is np.ndarray or isinstance(value, float | np.floating):
        return np.asarray(value).dtype.kind == "f"
    return False


def is_numbers(value: object) -> bool:
    """Whether a value is floats, or an array or a list that may be of floats."""
    if isinstance(value, list) and value:
        return all(type(item) in (int, float) for item in value) and len(value) <= MOST
    if type(value) is np.ndarray:
        return value.dtype.kind in "fi" and 0 < value.size <= MOST
    return isinstance(value, float)


def as_floats(value: object) -> object:
    """The value with floats in place of integers."""
    if isinstance(value, list):
        return [float(item) for item in value]
    if isinstance(value, np.ndarray):
        return value.astype(float) if value.dtype.kind == "i" else value
    return float(value)
