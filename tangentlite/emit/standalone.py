"""Generated text as a module that needs NumPy alone: what it refers to comes along."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import itertools
import re
import sys
import sysconfig
import textwrap
import types
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import gast
import numpy as np

from tangentlite.emit.data import data_text
from tangentlite.emit.globals import attributes, global_names, with_names
from tangentlite.emit.module import import_lines
from tangentlite.emit.printer import print_statements
from tangentlite.errors import UnsupportedError


def standalone_text(text: str, namespace: Mapping[str, object]) -> str:
    """Return generated text together with what it refers to in a namespace.

    Python functions come as their source, numbers, strings, containers of them and
    small arrays as literals; what is NumPy's, the standard library's or compiled is
    imported. Raises UnsupportedError for what is none of these.

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
    first = min(node.lineno for node in functions)
    body = "".join(text.splitlines(keepends=True)[first - 1 :])
    module = _Module()
    for node in functions:
        module.claim(node.name, object(), ())
    module.add_functions(
        body, {**namespace, **dict(_imported(tree))}, functions[-1].name
    )
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
    """A module that grows; each of its names means one thing.

    That is an object, or for data the text of its value.
    """

    def __init__(self) -> None:
        self._meanings: dict[str, object] = {}
        self._imports: dict[str, tuple[str, str | None]] = {}
        self._data: list[str] = []
        self._functions: list[str] = []
        self._has_annotations = False

    def text(self) -> str:
        head = import_lines(self._imports)
        if self._has_annotations:  # what they refer to does not come along
            head = ["from __future__ import annotations", *[""] * bool(head), *head]
        blocks = ["\n".join(lines) for lines in (head, self._data) if lines]
        return "\n\n\n".join([*blocks, *self._functions]) + "\n"

    def add_functions(
        self, text: str, namespace: Mapping[str, object], title: str
    ) -> None:
        """Add the text of functions and, before it, what it refers to."""
        tree = ast.parse(text)
        names = global_names(tree)
        local = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        local -= set(names)
        local |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        changes = []
        found = [
            (namespace.get(name, getattr(builtins, name, _MISSING)), name, chains)
            for name, chains in names.items()
        ]
        # What functions refer to is renamed rather than what this refers to.
        for value, name, chains in sorted(found, key=_brings_more):
            if value is _MISSING:
                raise _refused(title, name, "it has no value")
            for chain in chains:
                new, used = self._named(value, name, attributes(chain), local, title)
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

    def claim(
        self, wanted: str, meaning: object, avoid: Collection[str]
    ) -> tuple[str, bool]:
        """Return a name for what is meant, and whether it has none under it yet."""
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
        """Return a name for an object or an attribute of it, and how deep that is."""
        wanted, spelled, refused = name, name, None
        for used in range(len(path) + 1):
            # The name itself is no local one; what stands for an attribute might be.
            avoid = {one for one in local if used or one != name}
            new = self._defined(value, wanted, avoid)
            if new is not None:
                return new, used
            if refused is None and not isinstance(value, types.ModuleType):
                refused = _refused(title, spelled, type(value).__name__)
            if used == len(path) or not hasattr(value, path[used]):
                break
            value, wanted = getattr(value, path[used]), path[used]
            spelled = f"{spelled}.{wanted}"
        raise refused or _refused(title, spelled, type(value).__name__)

    def _defined(
        self, value: object, wanted: str, avoid: Collection[str]
    ) -> str | None:
        """Return the name of an object, which is defined now; None if it cannot be."""
        if getattr(builtins, wanted, _MISSING) is value:
            name, is_new = self.claim(wanted, value, avoid)
            if is_new and name != wanted:
                self._imports[name] = ("builtins", wanted)
            return name
        origin = _origin(value)
        if origin is not None:
            name, _ = self.claim(wanted, value, avoid)
            self._imports[name] = origin
            return name
        if isinstance(value, types.FunctionType):
            return self._function(value, wanted, avoid)
        text = data_text(value, self._numpy)
        if text is None:
            return None
        name, is_new = self.claim(wanted, text, avoid)
        if is_new:
            tree = gast.parse(f"{name} = {text}")
            self._data.append(print_statements(tree.body).rstrip("\n"))
        return name

    def _numpy(self) -> str:
        name, _ = self.claim("np", np, ())
        self._imports[name] = ("numpy", None)
        return name

    def _function(
        self, function: types.FunctionType, wanted: str, avoid: Collection[str]
    ) -> str | None:
        source = _source(function)
        if source is None:
            return None
        for known, meaning in self._meanings.items():
            if meaning is function and known not in avoid:
                return known
        name, is_new = self.claim(wanted, function, avoid)
        if is_new:
            text = re.sub(r"def\s+\w+", f"def {name}", source, count=1)
            self.add_functions(text, function.__globals__, function.__qualname__)
        return name


_MISSING = object()


def _brings_more(found: tuple[object, str, object]) -> bool:
    value = found[0]
    return _origin(value) is None and isinstance(
        value, (types.FunctionType, types.ModuleType)
    )


def _refused(title: str, what: str, kind: str) -> UnsupportedError:
    return UnsupportedError(
        f"{title} refers to {what} ({kind}), which cannot be written into a module of "
        "its own.\nPass it as an argument."
    )


def _origin(value: Any) -> tuple[str, str | None] | None:
    """Return where an object can be imported from without the user's modules."""
    if isinstance(value, types.ModuleType):
        return (value.__name__, None) if _is_library(value.__name__) else None
    name, module = getattr(value, "__name__", None), getattr(value, "__module__", None)
    if not callable(value) or not isinstance(name, str):
        return None
    candidates = [str(module), "numpy", "math", "operator"]
    if isinstance(value, (types.BuiltinFunctionType, np.ufunc)):
        candidates += sorted(sys.modules)
    elif not _is_library(str(module)):
        return None
    for candidate in candidates:
        if getattr(sys.modules.get(candidate), name, _MISSING) is value:
            return candidate, name
    return None


def _is_library(module: str) -> bool:
    """Whether a module is NumPy's or the standard library's, not a user's namesake."""
    root = module.split(".")[0]
    if root not in sys.stdlib_module_names:
        return root == "numpy"
    file = getattr(sys.modules.get(root), "__file__", None)
    return file is None or file.startswith(sysconfig.get_path("stdlib"))


def _source(function: types.FunctionType) -> str | None:
    """Return the definition of a Python function without its decorators."""
    module = function.__module__ or ""
    ours = module.startswith("tangentlite.")
    helpers = ("tangentlite.runtime", "tangentlite.templates")
    if ours and not module.startswith(helpers):
        return None
    try:
        # Of the code: a decorator may have put another function in front.
        lines, _ = inspect.getsourcelines(function.__code__)
    except (OSError, TypeError):
        return None
    text = textwrap.dedent("".join(lines))
    try:
        node = ast.parse(text).body[0]
    except SyntaxError:
        return None
    if not isinstance(node, ast.FunctionDef) or function.__closure__:
        return None
    return "".join(text.splitlines(keepends=True)[node.lineno - 1 : node.end_lineno])
