"""Whether what `defjvp` is given is linear in the tangents, found by trial calls."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tangentlite.api.rules.rule_errors import refusal
from tangentlite.handlers import builtin
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.trials.trial_calls import SETTINGS, Trial, called
from tangentlite.values.literals import literal

# So many trials must agree, of as many as are made at most.
_ENOUGH, _MOST = 2, 4
# Rules may solve by iteration, or take differences: what is not linear is far off.
_TOLERANCE = 0.01
_TOLERANCE_OF_HALVES = 0.1


class Tried:
    """A rule as a function of samples by name and of their tangents, by name too."""

    def __init__(
        self, rule: Callable, title: str, moving: list[str], call: Callable
    ) -> None:
        self.rule, self.title = rule, title
        self._moving, self._call = moving, call
        self._linear: set[tuple] = set()  # kinds for which it is known

    def is_linear(self, kinds: dict[str, Any], proved: Any) -> bool:
        """Whether it is, as far as trials show; once for each kinds of arguments."""
        key = tuple(map(repr, kinds.items()))
        if key not in self._linear and not self._is_linear(kinds, proved):
            return False
        self._linear.add(key)
        return True

    def _is_linear(self, kinds: dict[str, Any], proved: Any) -> bool:
        shown = 0
        for setting in SETTINGS[:_MOST]:
            try:
                trial = Trial.of(proved, list(kinds.values()), setting)
                values = {name: trial.sample(kind) for name, kind in kinds.items()}
                found = self._agrees(trial, values)
            except Exception:
                continue  # samples may be outside of where the rule is defined
            if found is False:
                return False
            shown += found is True
            if shown == _ENOUGH:
                break
        return True

    def _agrees(self, trial: Trial, values: dict[str, Any]) -> bool | None:
        """Whether the rule of t - 2 u is that of t less twice that of u.

        None if that shows nothing, as where a result is not finite.
        """
        random = np.random.default_rng(0)
        one, other, both = {}, {}, {}
        for name, value in values.items():
            if name in self._moving and not _is_floating(value):
                one[name] = other[name] = both[name] = 0.0
            elif name in self._moving:
                one[name] = t = _like(value, random)
                other[name] = u = _like(value, random)
                both[name] = _of_type(t - 2 * u, value)
        parts = [
            list(_leaves(called(trial, self._call, [values, moved], {})))
            for moved in (one, other, both)
        ]
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            each = [_is_sum(*leaves) for leaves in zip(*parts, strict=True)]
        if False in each:
            return False
        return None if None in each or not each else True


def require_linear(tried, values):
    """Require a rule to be linear: replaced by `_require_linear`."""


@builtin(require_linear)
def _require_linear(b, arguments, keywords, node, base):
    tried, values = arguments[0].static_value(), arguments[1]
    names = list(values.keys)
    if not all(isinstance(value.kind, (Array, Scalar)) for value in values.items):
        return literal(None)  # objects and containers have no samples
    kinds = {name: _sampled(value) for name, value in zip(names, values.items)}
    if not tried.is_linear(kinds, b.sizes):
        raise refusal(
            b,
            tried.rule,
            f"the tangent that {tried.title} returns is not linear in the tangents.",
            "Return a product of a derivative and the tangent, or a sum of such; a "
            "rule that clips or scales gradients in reverse mode goes to defvjp.",
            node,
        )
    return literal(None)


def _sampled(value: Any) -> Any:
    if value.kind is not None:
        return value.kind
    return value.static_value() if value.is_static else value


def _is_floating(value: Any) -> bool:
    is_number = isinstance(value, (float, complex, np.generic, np.ndarray))
    return is_number and np.result_type(value).kind in "fc"


def _like(value: Any, random: Any) -> Any:
    """Return a tangent: numbers from 0.5 to 1.5 of any sign."""
    shape, dtype = np.shape(value), np.result_type(value)
    drawn = random.uniform(0.5, 1.5, shape) * random.choice([-1.0, 1.0], shape)
    if dtype.kind == "c":
        drawn = drawn + 1j * random.uniform(0.5, 1.5, shape)
    return _of_type(drawn, value)


def _of_type(found: Any, value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return np.asarray(found, value.dtype)
    return type(value)(found)


def _leaves(found: Any) -> Iterator[np.ndarray]:
    if isinstance(found, (tuple, list)):
        for item in found:
            yield from _leaves(item)
    elif found is not None:
        yield np.asarray(found)


def _is_sum(one: np.ndarray, other: np.ndarray, both: np.ndarray) -> bool | None:
    parts = (one, 2 * other, both)
    if not both.size or not all(np.all(np.isfinite(part)) for part in parts):
        return None
    scale = max(np.max(np.abs(part)) for part in parts)
    halves = any(part.dtype == np.float16 for part in (one, other, both))
    tolerance = _TOLERANCE_OF_HALVES if halves else _TOLERANCE
    return bool(np.max(np.abs(one - 2 * other - both)) <= tolerance * scale)
