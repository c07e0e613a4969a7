"""From a call's arguments to the function generated for their kinds.

The test of the kinds is generated source itself: types, dtypes and the pattern of
ones inlined, one `if` for each variant, with what the variant took for granted of
the user's globals.
"""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Mapping

import numpy as np

from tangentlite import errors
from tangentlite.guards import KINDS, holds, kind_matches
from tangentlite.kinds.dims import Symbol
from tangentlite.kinds.equal_axes import are_equal
from tangentlite.kinds.kind import Array, ListOf, Scalar, Structure
from tangentlite.overlap import are_apart, require_apart
from tangentlite.specialize.arguments import argument_kind
from tangentlite.specialize.values import Known

# Beyond this many variants the generated test gives way to the table.
MAX_TESTED = 8
# Beyond this many the oldest go: functions as arguments may be new in every call.
MAX_KEPT = 200


class Variants:
    """The functions generated for one derivative, by the kinds of the arguments."""

    def __init__(
        self,
        name: str,
        signature: inspect.Signature,
        pairs: Mapping[str, str],
        generate: Callable,
        setting: tuple[Callable, object],
        otherwise: Callable,
        install: Callable[[Callable], None],
    ) -> None:
        """Make an empty table.

        `pairs` maps the parameters that are tangents to those that they belong to.
        Unless `setting[0]()` is `setting[1]`, a call goes to `otherwise`. What tests
        the kinds of a call's arguments is handed to `install` whenever it changes.
        """
        self._name = name
        self._signature = signature
        self._pairs = pairs
        self._generate = generate
        self._setting = setting
        self._otherwise = otherwise
        self._install = install
        self._found: list[tuple[tuple, object]] = []
        self.call: Callable = self._slow

    def __len__(self) -> int:
        return len(self._found)

    def find(self, args: tuple, kwargs: dict):
        """Return what was generated for these arguments, generating it if needed."""
        values = bind(self._signature, args, kwargs)
        for tangent, owner in self._pairs.items():
            _require_shapes(tangent, values[tangent], values[owner])
        key = tuple(argument_kind(value, name) for name, value in values.items())
        for place, (known, generated) in enumerate(self._found):
            fits = known == key and are_equal(generated.equal, values)
            if fits and all(holds(guard) for guard in generated.guards):
                self._check_overlap(generated, values)
                if place >= MAX_TESTED:  # it is used again: let it be tested
                    self._found.insert(0, self._found.pop(place))
                    self._renew()
                return generated
        generated = self._generate(values)
        self._check_overlap(generated, values)
        same = (key, generated.equal)
        others = [item for item in self._found if (item[0], item[1].equal) != same]
        self._found = [(key, generated), *others][:MAX_KEPT]
        if len(self._found) <= MAX_TESTED:
            self._renew()
        return generated

    def _check_overlap(self, generated, values: dict[str, object]) -> None:
        if generated.writes:
            require_apart(self._name, values)

    def _renew(self) -> None:
        self.call = self._dispatcher()
        self._install(self.call)

    def _slow(self, *args: object, **kwargs: object):
        function = self.find(args, kwargs).function
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return function(*bound.args, **bound.kwargs)

    def _dispatcher(self) -> Callable:
        current, options = self._setting
        place: dict[str, object] = {
            "_tl_current": current,
            "_tl_options": options,
            "_tl_otherwise": self._otherwise,
            "_tl_slow": self._slow,
            "_tl_ndarray": np.ndarray,
            "_tl_float64": np.float64,
            "_tl_type": type,
            "_tl_float": float,
            "_tl_len": len,
        }
        lines = [f"def dispatch({_head(self._signature, place)}):"]
        arguments = arguments_text(self._signature)
        lines.append("    if _tl_current() is not _tl_options:")
        lines.append(f"        return _tl_otherwise({arguments})")
        for number, (key, generated) in enumerate(self._found[:MAX_TESTED]):
            kinds = dict(zip(self._signature.parameters, key))
            tests = [
                test
                for kind, name in zip(key, self._signature.parameters)
                for test in _tests(kind, name, place)
            ]
            for tangent, owner in self._pairs.items():
                tests.extend(_shape_tests(kinds[owner], owner, tangent))
            for guard in generated.guards:
                tests.extend(_guard_tests(guard, place))
            tests.extend(f"{one} == {other}" for one, other in generated.equal)
            if generated.writes:
                tests.append(f"{_name(place, are_apart)}({', '.join(kinds)})")
            place[f"_tl_variant{number}"] = generated.function
            lines.append(f"    if {' and '.join(tests) or 'True'}:")
            lines.append(f"        return _tl_variant{number}({arguments})")
        lines.append(f"    return _tl_slow({arguments})")
        text = "\n".join(lines) + "\n"
        filename = "<tangentlite dispatch>"
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        exec(compile(text, filename, "exec"), place)
        made = place["dispatch"]
        made.__name__ = made.__qualname__ = self._name  # what a TypeError says
        return made


def bind(signature: inspect.Signature, args: tuple, kwargs: dict) -> dict[str, object]:
    """Bind a call's arguments, defaults included; TypeError as Python raises it."""
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        raise errors.ArgumentError(str(error)) from None
    bound.apply_defaults()
    return dict(bound.arguments)


def _head(signature: inspect.Signature, place: dict[str, object]) -> str:
    parts = []
    for parameter in signature.parameters.values():
        default = inspect.Parameter.empty
        if parameter.default is not parameter.empty:
            place[f"_tl_default_{parameter.name}"] = parameter.default
            default = _Text(f"_tl_default_{parameter.name}")
        annotation = inspect.Parameter.empty
        parts.append(parameter.replace(default=default, annotation=annotation))
    return str(inspect.Signature(parts))[1:-1]


class _Text(str):
    """A default that prints as its text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def arguments_text(signature: inspect.Signature) -> str:
    """Return the arguments of a call that hands all parameters on.

    >>> arguments_text(inspect.signature(lambda x, *rest, y: 0))
    'x, *rest, y=y'
    """
    parts = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            parts.append(f"*{parameter.name}")
        elif parameter.kind is parameter.VAR_KEYWORD:
            parts.append(f"**{parameter.name}")
        elif parameter.kind is parameter.KEYWORD_ONLY:
            parts.append(f"{parameter.name}={parameter.name}")
        else:
            parts.append(parameter.name)
    return ", ".join(parts)


def _tests(kind: object, text: str, place: dict[str, object]) -> list[str]:
    """Return the expressions that an argument of a kind satisfies."""
    if isinstance(kind, Known):
        return [_value_test(kind.value, text, place)]
    if isinstance(kind, Structure):
        return _structure_tests(kind, text, place)
    if isinstance(kind, Scalar):
        return [_scalar_test(kind, text, place)]
    if isinstance(kind, Array):
        return _array_tests(kind, text, place)
    if isinstance(kind, ListOf):
        matches, fact = _name(place, kind_matches), _name(place, kind)
        return [f"{matches}({text}, '', {fact})"]
    return [f"_tl_type({text}) is {_name(place, kind.type)}"]


def _structure_tests(kind: Structure, text: str, place: dict[str, object]) -> list:
    tests = [f"_tl_type({text}) is {_name(place, kind.type)}"]
    if kind.type is dict:
        tests.append(f"{_name(place, tuple)}({text}) == {kind.keys!r}")
        if any(type(key) is int for key in kind.keys):  # True is equal to 1
            types = _name(place, [type(key) for key in kind.keys])
            tests.append(f"[*map(_tl_type, {text})] == {types}")
    else:
        tests.append(f"_tl_len({text}) == {len(kind.keys)}")
    owner = text if text.isidentifier() else "item"
    for position, (key, item) in enumerate(zip(kind.keys, kind.items)):
        # Named by the first test of the item, so that it is looked up once.
        name = f"_tl_{owner}_{position}"
        first, *others = _tests(item, name, place)
        tests.append(first.replace(name, f"({name} := {text}[{key!r}])", 1))
        tests.extend(others)
    return tests


def _shape_tests(kind: object, owner: str, tangent: str) -> list[str]:
    """Return what tells that a tangent's arrays have the shapes of their owners."""
    if isinstance(kind, Array):
        return [f"{tangent}.shape == {owner}.shape"]
    if not isinstance(kind, Structure):
        return []
    pairs = zip(kind.keys, kind.items)
    inner = (_shape_tests(k, f"{owner}[{n!r}]", f"{tangent}[{n!r}]") for n, k in pairs)
    return [test for tests in inner for test in tests]


def _require_shapes(name: str, tangent: object, owner: object) -> None:
    if isinstance(owner, dict) and isinstance(tangent, dict):
        for key in owner.keys() & tangent.keys():
            _require_shapes(f"{name}[{key!r}]", tangent[key], owner[key])
    elif isinstance(owner, (list, tuple)) and isinstance(tangent, (list, tuple)):
        for place, (part, item) in enumerate(zip(tangent, owner)):
            _require_shapes(f"{name}[{place}]", part, item)
    elif isinstance(owner, np.ndarray) and isinstance(tangent, np.ndarray):
        if owner.shape != tangent.shape:
            raise errors.ArgumentError(
                f"{name} has the shape {tangent.shape}, but what it belongs to "
                f"{owner.shape}.\nGive it the same shape."
            )


def _value_test(value: object, text: str, place: dict[str, object]) -> str:
    if value is None or isinstance(value, bool):
        return f"{text} is {value}"
    if callable(value):
        return f"{text} is {_name(place, value)}"
    return f"(_tl_type({text}) is {_name(place, str)} and {text} == {value!r})"


def _scalar_test(kind: Scalar, text: str, place: dict[str, object]) -> str:
    if kind.dtype == "float64":
        return f"(_tl_type({text}) is _tl_float or _tl_type({text}) is _tl_float64)"
    if kind.dtype == "complex128":
        name = _name(place, np.complex128)
        python = _name(place, complex)
        return f"(_tl_type({text}) is {python} or _tl_type({text}) is {name})"
    if kind.weak:
        python = bool if kind.dtype == "bool" else int
        return f"_tl_type({text}) is {_name(place, python)}"
    return f"_tl_type({text}) is {_name(place, np.dtype(kind.dtype).type)}"


def _array_tests(kind: Array, text: str, place: dict[str, object]) -> list[str]:
    dtype = _name(place, np.dtype(kind.dtype))
    tests = [
        f"_tl_type({text}) is _tl_ndarray",
        f"{text}.dtype is {dtype}",
        f"_tl_len(_tl_shape := {text}.shape) == {len(kind.shape)}",
    ]
    for axis, dim in enumerate(kind.shape):
        sign = "!=" if isinstance(dim, Symbol) else "=="
        tests.append(f"_tl_shape[{axis}] {sign} 1")
    return tests


def _guard_tests(guard: tuple, place: dict[str, object]) -> list[str]:
    _, name, fact, namespace = guard
    text = f"{_name(place, namespace)}[{name!r}]"
    if isinstance(fact, KINDS):
        return _tests(fact, text, place)
    return [f"{text} is {_name(place, fact)}"]


def _name(place: dict[str, object], value: object) -> str:
    for name, known in place.items():
        if known is value:
            return name
    name = f"_tl_known{len(place)}"
    place[name] = value
    return name
