"""The names by which generated code reaches objects that are not its variables."""

from __future__ import annotations

import builtins
import enum
import re
import sys
import types
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeGuard

import gast
import numpy as np

from tangentlite.builder.arguments import Around, argument_kind
from tangentlite.ir import build
from tangentlite.ir.marked_names import Writer
from tangentlite.ir.names import Names
from tangentlite.kinds.objects.guard_facts import (
    Binding,
    Constants,
    InThisProcess,
    code_of,
    constants_in,
    members_of,
)
from tangentlite.kinds.objects.libraries import is_library, is_of_library
from tangentlite.kinds.objects.user_objects import is_of_records, is_users_class
from tangentlite.kinds.sizes.exact import Exactly, exact_data
from tangentlite.rules.call_effects import effects_of
from tangentlite.rules.registry import owns_rules

if TYPE_CHECKING:
    from tangentlite.builder.builder import Builder

# Objects of these classes are guarded by identity, others by their kind.
_FIXED = (str, bytes, bool, range, enum.Enum, re.Pattern, types.ModuleType)


# Names that nobody binds to anything else.
_ALIASES = {"numpy": ("np", "numpy"), "numpy.random": ("random", "npr")}


class References:
    """Names for functions, modules and data outside the generated function.

    `objects` maps each text used (`np.sin`) to its object, `imports` each name that
    the generated text must import to its module, `reads` each name of the user's
    globals to the object it had when code was generated, and `guards` hold what the
    code assumes of namespaces: a kind of data, or the very object.
    """

    def __init__(self, namespace: Mapping[str, object], names: Names) -> None:
        self._namespace = namespace
        self._names = names
        self._alias: dict[tuple[str, str | None], str] = {}
        self._builtins: set[str] = set()
        self.objects: dict[str, object] = {}
        self.imports: dict[str, tuple[str, str | None]] = {}
        self.reads: dict[str, object] = {}
        self.guards: list[tuple] = []
        # whether the code depends on the integers that namespaces hold
        self.exact = False
        # the identities of lists that the code only appends to
        self.appended: frozenset[int] = frozenset()
        # cells of captured variables, by the names that the code reads them under
        self.cells: dict[str, types.CellType] = {}
        # the names of cells that are made for objects without a name
        self._held: list[str] = []

    def guard(self, namespace: Mapping[str, object], name: str, value: object) -> None:
        """Record that the code depends on the value of a name in a namespace."""
        if isinstance(value, types.ModuleType) and is_library(value.__name__):
            last = value.__name__.rpartition(".")[2]
            if name in _ALIASES.get(value.__name__, (last,)):
                return
        # A function's captured variables are a new mapping each time they are read.
        place = id(getattr(namespace, "function", namespace))
        known = [guard for guard in self.guards if guard[:2] == (place, name)]
        if any(not isinstance(fact, Binding) for _, _, fact, _ in known):
            return
        fixed = (
            value is None
            or callable(value)
            or type(value) is object
            or isinstance(value, _FIXED)
            or is_of_records(value)
        )
        fixed = fixed and not is_users_class(type(value))
        around = Around(appended=self.appended)
        fact = value if fixed else argument_kind(value, name, around)
        if self.exact and not fixed:
            fact = Exactly(exact_data(fact, value))
        self.guards.append((place, name, fact, namespace))

    def guard_binding(self, namespace: Mapping[str, object], name: str) -> None:
        """Record that the code depends on whether a namespace holds a name."""
        if not any(known[:2] == (id(namespace), name) for known in self.guards):
            fact = Binding(name in namespace)
            self.guards.append((id(namespace), name, fact, namespace))

    def guard_class(self, cls: type) -> None:
        """Record that the code depends on the members of a class and its bases."""
        for owner in cls.__mro__:
            known = any(known[0] == id(owner) for known in self.guards)
            if not known and not is_of_library(owner):
                fact = members_of(owner)
                self.guards.append((id(owner), "", fact, vars(owner)))

    def guard_code(self, function: types.FunctionType) -> None:
        """Record that the code depends on the text of a function."""
        if not any(known[3] is function for known in self.guards):
            self.guards.append((id(function), "", code_of(function), function))

    def guard_constants(self, items: dict) -> None:
        """Record that the code depends on the constants that a dict holds."""
        fact = Constants(constants_in(items))
        self.guards.append((id(items), "", fact, items))

    def depends_on_process(self) -> None:
        """Record that another process may need another text, whatever names lead to."""
        if not any(isinstance(fact, InThisProcess) for _, _, fact, _ in self.guards):
            self.guards.append((0, "", InThisProcess(), {}))

    def depends_on_closure(self) -> None:
        """Record that another closure of the same code needs another text."""
        facts = [fact for _, _, fact, _ in self.guards]
        known = (isinstance(one, InThisProcess) and one.of_one_closure for one in facts)
        if not any(known):
            self.guards.append((0, "", InThisProcess(True), {}))

    def guard_identity(self, items: dict, name: object, value: object) -> None:
        """Record that the code depends on which object a dict holds under a name."""
        self.guards.append((id(items), "", Constants(((name, value),)), items))

    def function(self, value: object, text: str | None = None) -> gast.expr:
        """Return the expression for a function, class or other fixed object."""
        spelled = self._spell(value, text)
        self.objects[spelled] = value
        writes = effects_of(value).writes
        return build.name(Writer(spelled, writes) if writes else spelled)

    def member(self, owner: gast.expr, name: str, value: object) -> gast.expr:
        """Return the expression for a fixed attribute of an object with a name."""
        spelled = f"{owner.id}.{name}"
        self.objects[spelled] = value
        return build.name(spelled)

    def data(self, value: object, text: str) -> gast.expr:
        """Return the expression for data that is read when the function is called."""
        self.objects[text] = value
        self.reads.setdefault(text, value)
        return build.name(text)

    def cell(self, name: str, cell: types.CellType) -> str:
        """Return the name under which the code reads a captured variable."""
        for known, other in self.cells.items():
            if other is cell:
                return known
        spelled = self._names.fresh(name)
        self.cells[spelled] = cell
        return spelled

    def held(self, name: str, value: object) -> str:
        """Return a name under which the code reads an object that no name leads to."""
        for known in self._held:
            if self.cells[known].cell_contents is value:
                return known
        self._held.append(self.cell(name, types.CellType(value)))
        return self._held[-1]

    def _spell(self, value: object, text: str | None) -> str:
        name = getattr(value, "__name__", None)
        if name and getattr(builtins, name, _MISSING) is value:
            return self._builtin(name)
        if name and getattr(np, name, _MISSING) is value:
            return f"{self.alias('numpy', None, 'np')}.{name}"
        owner = getattr(value, "__self__", None)
        if isinstance(owner, np.ufunc):  # np.hypot.reduce
            return f"{self._spell(owner, None)}.{name}"
        if isinstance(value, types.MethodType) and owns_rules(owner):
            whole = text.removesuffix(f".{name}") if text else None
            return f"{self._spell(owner, whole)}.{name}"
        module = getattr(value, "__module__", None)
        if isinstance(value, (types.BuiltinFunctionType, np.ufunc)) or _is_ours(module):
            found = _find(value, name, module)
            if found:
                return self._from(*found)
        captured = text in self.cells and self.cells[text].cell_contents is value
        if text and (captured or self._reaches(text, value)):
            return text
        found = _find(value, name, module)
        if found is None and isinstance(value, np.ufunc):
            found = _find_anywhere(value)
        if found is None and owns_rules(value):
            found = _find_object(value)
        if found is None and _is_of_class(value):
            if self._reaches(value.__qualname__, value):
                return value.__qualname__
            found = _find_path(value, module)
        if found is None:  # defined inside a function: as the primal has spelled it
            for known, other in self.objects.items():
                if other is value:
                    return known
            raise LookupError(repr(value))
        return self._from(*found)

    def _builtin(self, name: str) -> str:
        if name not in self._builtins:
            if self._names.taken(name) or name in self._namespace:
                return f"{self.alias('builtins', None, 'builtins')}.{name}"
            self._names.reserve(name)
            self._builtins.add(name)
        return name

    def _from(self, module: str, name: str) -> str:
        if _is_ours(module):
            return self.alias("tangentlite.runtime", name, name)
        if module.startswith("numpy."):
            return f"{self.alias('numpy', None, 'np')}.{module[6:]}.{name}"
        short = module.rsplit(".", 1)[-1]
        return f"{self.alias(module, None, short)}.{name}"

    def alias(self, module: str, member: str | None, wanted: str) -> str:
        """Return the local name of an import, importing it if that is new."""
        key = (module, member)
        if key not in self._alias:
            self._alias[key] = alias = self._free(wanted, module, member)
            self.imports[alias] = key
        return self._alias[key]

    def _free(self, wanted: str, module: str, member: str | None) -> str:
        target = sys.modules.get(module)
        if member is not None:
            target = getattr(target, member)
        clash = self._namespace.get(wanted, target) is not target
        if clash or self._names.taken(wanted):
            return self._names.fresh(wanted)
        self._names.reserve(wanted)
        return wanted

    def _reaches(self, text: str, value: object) -> bool:
        root, *path = text.split(".")
        if self._names.taken(root) and root not in self.reads:
            return False
        found = self._namespace.get(root, _MISSING)
        for step in path:
            found = getattr(found, step, _MISSING)
        return found is value


_MISSING = object()


def _is_ours(module: str | None) -> bool:
    return (module or "").startswith("tangentlite.runtime")


def _find(
    value: object, name: str | None, module: str | None
) -> tuple[str, str] | None:
    """Return a module and a name by which an object can be imported."""
    if name is None:
        return None
    candidates = [*_public(module), module] if module else []
    candidates += ["numpy", "math", "operator", "numpy.linalg", "numpy.fft"]
    for candidate in candidates:
        place = sys.modules.get(candidate)
        if getattr(place, name, _MISSING) is value:
            return candidate, name
    return None


def _public(module: str) -> Iterator[str]:
    """Yield the packages that show what a private module of theirs defines.

    >>> list(_public("scipy.special._logsumexp")), list(_public("scipy.special"))
    (['scipy.special'], [])
    """
    *packages, name = module.split(".")
    while name.startswith("_") and packages:
        yield ".".join(packages)
        *packages, name = packages


def _find_anywhere(value: np.ufunc) -> tuple[str, str] | None:
    """Return a public module and the name in it of a ufunc that knows no module."""
    name = value.__name__
    for module, place in list(sys.modules.items()):
        last = module.rpartition(".")[2]
        is_public = last.isidentifier() and not last.startswith("_")  # not `<run_path>`
        if is_public and getattr(place, "__dict__", {}).get(name) is value:
            return module, name
    return None


def _is_of_class(value: object) -> TypeGuard[types.FunctionType]:
    """Whether a value is a function that a class of a module may lead to."""
    if not isinstance(value, types.FunctionType) or "." not in value.__qualname__:
        return False
    return "<locals>" not in value.__qualname__


def _find_path(value: types.FunctionType, module: str | None) -> tuple[str, str] | None:
    """Return the module of a function of a class, and the names that lead to it."""
    found = sys.modules.get(module or "")
    for step in value.__qualname__.split("."):
        found = getattr(found, step, None)
    return (str(module), value.__qualname__) if found is value else None


def _find_object(value: object) -> tuple[str, str] | None:
    """Return a public module, above that of its class, and the name of an object."""
    for module in _public(type(value).__module__):
        for name, known in vars(sys.modules[module]).items():
            if known is value:
                return module, name
    return None


def alias_of(b: Builder, module: str, namespace: Mapping[str, object]) -> str:
    """Return the alias of a module that the generated code imports.

    Raises where its name leads to another module or to none: that of a file that
    `runpy` has run, or of one that was loaded without an entry in `sys.modules`.
    """
    known = sys.modules.get(module)
    if known is None or vars(known) is not namespace:
        raise b.error(
            f"this reads data of the module {module}, which cannot be imported.",
            f"Put it into sys.modules under the name {module!r}, or hand the data over "
            "as an argument.",
        )
    return b.references.alias(module, None, module.rsplit(".", 1)[-1])
