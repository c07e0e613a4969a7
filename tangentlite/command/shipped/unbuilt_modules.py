"""Modules that are imported before they are built, by the package that ships them."""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from types import ModuleType


@contextlib.contextmanager
def importable(outputs: Collection[Path]) -> Iterator[None]:
    """Let a package import modules that are missing, because they are built now.

    What such a module has can be imported and handed on, but not called. The packages
    that have imported one are forgotten at the end.
    """
    finder = _Finder(frozenset(path.resolve() for path in outputs))
    before = set(sys.modules)
    sys.meta_path.append(finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        roots = {name.partition(".")[0] for name in finder.found}
        for name in set(sys.modules) - before:
            if name.partition(".")[0] in roots:
                del sys.modules[name]


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules at the places of outputs; it is asked where no other finds any."""

    def __init__(self, outputs: frozenset[Path]) -> None:
        self._outputs = outputs
        self.found: list[str] = []

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        """Return how to make a module that stands for one that is not built yet."""
        file = f"{fullname.rpartition('.')[2]}.py"
        folders = sys.path if path is None else path
        if not any((Path(f) / file).resolve() in self._outputs for f in folders):
            return None
        self.found.append(fullname)
        return importlib.util.spec_from_loader(fullname, self)

    def exec_module(self, module: ModuleType) -> None:
        """Give a module whatever name it is asked for."""
        title = module.__name__

        def read(name: str) -> Callable:
            if name.startswith("__"):
                raise AttributeError(name)
            return _unbuilt(f"{title}.{name}")

        vars(module)["__getattr__"] = read


def _unbuilt(title: str) -> Callable:
    def unbuilt(*args: object, **kwargs: object) -> None:
        raise ImportError(f"{title} is not built yet, and cannot be called")

    return unbuilt
