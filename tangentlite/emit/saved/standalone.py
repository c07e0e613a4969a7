"""Closure of generated text over its references: a module that needs NumPy alone."""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import inspect
import itertools
import re
import sys
import types
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import gast
import numpy as np

from tangentlite.emit.module.bindings import (
    holds,
    require_own,
    require_read,
    require_unchanged,
)
from tangentlite.emit.module.class_text import class_text
from tangentlite.emit.module.data import data_text
from tangentlite.emit.module.defaults import with_defaults
from tangentlite.emit.module.global_names import attributes, global_names, with_names
from tangentlite.emit.module.module_text import import_lines
from tangentlite.emit.saved.imports import home_of, import_of, source_of
from tangentlite.emit.text.printer import print_statements
from tangentlite.errors import UnplacedError, UnsupportedError
from tangentlite.rules.binding import own_signature


def standalone_text(
    text: str,
    namespace: Mapping[str, object],
    defaults: Mapping[str, object] | None = None,
    carried: dict[str, object] | None = None,
) -> str:
    """Return generated text together with all objects that it refers to.

    Python functions are included as source, numbers, strings, containers of them and
    small arrays as literals, enumerations and named tuples as definitions; objects of
    NumPy, the standard library or compiled modules are imported. `defaults` are the
    last function's, by the names of parameters. Raises UnsupportedError for other
    objects, unless they can be `carried`: those are put there, by the names that they
    must have where the text runs.

    >>> text = 'def f(x):\\n    return K * x'
    >>> print(standalone_text(text, {'K': 2.0}), end='')
    K = 2.0
    <BLANKLINE>
    <BLANKLINE>
    def f(x):
        return K * x
    """
    tree = ast.parse(text)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    lines = [node.lineno for node in functions]
    lines += [one.lineno for node in functions for one in node.decorator_list]
    first = min(lines)
    body = "".join(text.splitlines(keepends=True)[first - 1 :])
    module = _Module(carried)
    for node in functions:
        module.claim(node.name, object(), ())
    names = {**namespace, **dict(_imported(tree))}
    module.add_functions(body, names, functions[-1].name, defaults or {})
    return module.text()


def _imported(tree: ast.Module) -> Iterator[tuple[str, object]]:
    """Yield the names that import statements bind, with their objects."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                whole = importlib.import_module(alias.name)
                root = alias.name.split(".")[0]
                yield alias.asname or root, whole if alias.asname else sys.modules[root]
        elif isinstance(node, ast.ImportFrom):
            place = importlib.import_module(str(node.module))
            for alias in node.names:
                yield alias.asname or alias.name, getattr(place, alias.name)


class _Module:
    """A module under construction, in which each name has one meaning.

    That is an object, or for data the text of its value.
    """

    def __init__(self, carried: dict[str, object] | None) -> None:
        self._carried = carried
        self._meanings: dict[str, object] = {}
        self._imports: dict[str, tuple[str, str | None]] = {}
        self._classes: list[str] = []
        self._data: list[str] = []
        self._functions: list[str] = []
        self._has_annotations = False
        self._of_default: dict[str, str] = {}

    def text(self) -> str:
        head = import_lines(self._imports)
        if self._has_annotations:  # their references are not included
            head = ["from __future__ import annotations", *[""] * bool(head), *head]
        if any(text.startswith("@njit(") for text in self._functions):
            threads = any("prange" in text for text in self._functions)
            self._classes.insert(0, _NJIT_OF_THREADS if threads else _NJIT)
        head, data = ["\n".join(head)], ["\n".join(self._data)]
        blocks = [*head, *self._classes, *data, *self._functions]
        return "\n\n\n".join(filter(None, blocks)) + "\n"

    def add_functions(
        self,
        text: str,
        namespace: Mapping[str, object],
        title: str,
        defaults: Mapping[str, object],
    ) -> None:
        """Add the text of functions, after the objects that it refers to."""
        text, namespace = self._with_defaults(text, namespace, defaults)
        tree = ast.parse(text)
        require_own(title, tree)
        names = global_names(tree)
        require_unchanged(title, tree, names, namespace)
        local = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        local -= set(names)
        local |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        changes = []
        found = [
            (namespace.get(name, getattr(builtins, name, _MISSING)), name, chains)
            for name, chains in names.items()
        ]
        # The references of included functions are renamed rather than these.
        for value, name, chains in sorted(found, key=_brings_more):
            if value is _MISSING:
                raise _refused(title, name, "it has no value")
            if name == "prange" and isinstance(value, type):
                self.claim(name, value, ())  # numba's, which stands beside njit
                continue
            for chain in chains:
                try:
                    path = attributes(chain)
                    new, used = self._named(value, name, path, local, title)
                except UnplacedError as error:
                    error.pending = name  # the outermost is the last to say so
                    raise
                require_read(title, chain[used])
                if ast.unparse(chain[used]) != new:
                    changes.append((chain[used], new))
        self._has_annotations |= any(
            getattr(node, "annotation", None) or getattr(node, "returns", None)
            for node in ast.walk(tree)
        )
        try:
            self._functions.append(with_names(text, changes).strip("\n"))
        except ValueError as error:
            raise _refused(title, str(error), "a name in an f-string") from None

    def _with_defaults(
        self, text: str, namespace: Mapping[str, object], values: Mapping[str, object]
    ) -> tuple[str, Mapping[str, object]]:
        """Write the values of defaults into a text, or the names that they get here.

        A name that stands there may have had another value at the definition.
        """
        names = dict(namespace)

        def free(wanted: str, value: object) -> str:
            while names.setdefault(wanted, value) is not value:
                wanted += "_"
            return wanted

        def spell(parameter: str, node: ast.expr) -> str | None:
            value = values[parameter]
            if _resolved(node, names) is value:
                return None

            def named(wanted: Any) -> str:
                name = free("np" if wanted is np else wanted.__name__, wanted)
                self._of_default.setdefault(name, parameter)
                return name

            written = data_text(value, named)
            if written is None:
                own = "" if isinstance(value, dict) else getattr(value, "__name__", "")
                is_named = isinstance(own, str) and own.isidentifier()
                written = free(own if is_named else f"{parameter}_default", value)
                self._of_default[written] = parameter
            return written

        return with_defaults(text, spell) if values else text, names

    def claim(
        self, wanted: str, meaning: object, avoid: Collection[str]
    ) -> tuple[str, bool]:
        """Return a name for a meaning, and whether it is still to be defined."""
        for number in itertools.count():
            name = f"{wanted}_{number}" if number else wanted
            if name in self._meanings:
                known = self._meanings[name]
                if known is meaning or (isinstance(known, str) and known == meaning):
                    return name, False
            elif name not in avoid:
                self._meanings[name] = meaning
                return name, True
        raise AssertionError

    def _named(
        self,
        value: object,
        name: str,
        path: list[str],
        local: Collection[str],
        title: str,
    ) -> tuple[str, int]:
        """Return a name for an object or its attribute, and the attribute's depth."""
        wanted, spelled, refused, carried = name, name, None, None
        for used in range(len(path) + 1):
            # The name itself is not local; the name of an attribute might be.
            avoid = {one for one in local if used or one != name}
            new = not holds(value, path[used:]) and self._defined(value, wanted, avoid)
            if new:
                return new, used
            if carried is None and _can_be_carried(value):
                carried = value, wanted, avoid, used
            if refused is None and not isinstance(value, types.ModuleType):
                refused = self._refusal(title, spelled, value)
            if used == len(path) or not hasattr(value, path[used]):
                break
            value, wanted = getattr(value, path[used]), path[used]
            spelled = f"{spelled}.{wanted}"
        if self._carried is not None and carried is not None:
            value, wanted, avoid, used = carried
            new, _ = self.claim(wanted, value, avoid)
            self._carried[new] = value
            return new, used
        raise refused or _refused(title, spelled, type(value).__name__)

    def _refusal(self, title: str, name: str, value: object) -> UnsupportedError:
        kind, parameter = type(value).__name__, self._of_default.get(name)
        if why := getattr(value, "why_not_saved", ""):
            return UnplacedError(str(why))
        if isinstance(value, type):
            return UnsupportedError(
                f"{title} refers to the class {name}, which cannot be written into a "
                "module of its own.\nEnumerations and named tuples without methods "
                "can be; of others take and return numbers, arrays, tuples or dicts (a "
                "gradient by an object is such an object)."
            )
        if parameter is None:
            return _refused(title, name, kind)
        return UnsupportedError(
            f"the default of the parameter {parameter} of {title} ({kind}) cannot be "
            "written into a module of its own.\nGive it one that can be: a number, "
            "text, a small array, a function at the top of a file; or None, and make "
            "the object in the function."
        )

    def _defined(
        self, value: object, wanted: str, avoid: Collection[str]
    ) -> str | None:
        """Define an object and return its name, None if that is impossible."""
        if getattr(builtins, wanted, _MISSING) is value:
            name, is_new = self.claim(wanted, value, avoid)
            if is_new and name != wanted:
                self._imports[name] = ("builtins", wanted)
            return name
        origin = import_of(value)
        if origin is not None:
            name, _ = self.claim(wanted, value, avoid)
            self._imports[name] = origin
            return name
        if isinstance(value, (types.FunctionType, functools._lru_cache_wrapper)):
            return self._function(value, wanted, avoid)
        if isinstance(value, type):
            return self._class(value, wanted, avoid)
        text = data_text(value, self._called)
        if text is None:
            return self._of_library(value, avoid)
        name, is_new = self.claim(wanted, text, avoid)
        if is_new:
            tree = gast.parse(f"{name} = {text}")
            self._data.append(print_statements(tree.body).rstrip("\n"))
        return name

    def _of_library(self, value: object, avoid: Collection[str]) -> str | None:
        """Import an object that stands in a library's module, such as norm of SciPy."""
        origin = home_of(value)
        if origin is None:
            return None
        name, _ = self.claim(origin[1], value, avoid)
        self._imports[name] = origin
        return name

    def _called(self, value: Any) -> str | None:
        """Return the name of a module, class or function."""
        if not isinstance(value, types.ModuleType):
            return self._defined(value, value.__name__, ())
        name, _ = self.claim("np" if value is np else value.__name__, value, ())
        self._imports[name] = (value.__name__, None)
        return name

    def _class(self, class_: type, wanted: str, avoid: Collection[str]) -> str | None:
        text = class_text(class_, wanted, self._called)
        if text is None:
            return None
        name, is_new = self.claim(wanted, class_, avoid)
        if is_new:
            self._classes.append(class_text(class_, name, self._called) or text)
        return name

    def _function(self, value: Any, wanted: str, avoid: Collection[str]) -> str | None:
        """Define a function, or one with cached results."""
        is_kept = isinstance(value, functools._lru_cache_wrapper)
        function = value.__wrapped__ if is_kept else value
        source = source_of(function)
        if source is None:
            return None
        for known, meaning in self._meanings.items():
            if meaning is value and known not in avoid:
                return known
        name, is_new = self.claim(wanted, value, avoid)
        if is_new:
            text = re.sub(r"def\s+\w+", f"def {name}", source, count=1)
            if is_kept:
                limits = value.cache_parameters().items()
                given = ", ".join(f"{key}={held}" for key, held in limits)
                module = self._called(functools)
                text = f"@{module}.lru_cache({given})\n{text}"
            names, defaults = _names_of(function), _defaults_of(function)
            self.add_functions(text, names, function.__qualname__, defaults)
        return name


_MISSING = object()
# What decorates functions that numba compiles.
_NJIT = """\
try:
    from numba import njit
except ImportError:  # without numba it runs as well, slowly

    def njit(**options):
        return lambda function: function"""
_NJIT_OF_THREADS = f"{_NJIT}\n\n    prange = range".replace(
    "njit\n", "njit, prange\n", 1
)


def _resolved(node: ast.expr, namespace: Mapping[str, object]) -> object:
    """Return the value of a name, or of an attribute of one, in a namespace."""
    if isinstance(node, ast.Attribute):
        return getattr(_resolved(node.value, namespace), node.attr, _MISSING)
    return namespace.get(node.id, _MISSING) if isinstance(node, ast.Name) else _MISSING


def _names_of(function: types.FunctionType) -> dict[str, object]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or ())
    return function.__globals__ | {name: cell.cell_contents for name, cell in cells}


def _defaults_of(function: types.FunctionType) -> dict[str, object]:
    parameters = own_signature(function).parameters
    defaults = {name: parameter.default for name, parameter in parameters.items()}
    return {n: v for n, v in defaults.items() if v is not inspect.Parameter.empty}


def _can_be_carried(value: object) -> bool:
    """Whether an object is data or a class, and has no reason not to be saved."""
    is_code = isinstance(value, (types.FunctionType, types.ModuleType))
    return not is_code and not getattr(value, "why_not_saved", "")


def _brings_more(found: tuple[object, str, object]) -> bool:
    value = found[0]
    return import_of(value) is None and isinstance(
        value, (types.FunctionType, types.ModuleType)
    )


def _refused(title: str, what: str, kind: str) -> UnsupportedError:
    return UnsupportedError(
        f"{title} refers to {what} ({kind}), which cannot be written into a module of "
        "its own.\nPass it as an argument."
    )
