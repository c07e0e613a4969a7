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

from tangentlite.command.user_modules import NoAnswer, imported, module_of


@contextlib.contextmanager
def imported_unbuilt(place: str, outputs: Collection[Path]) -> Iterator[ModuleType]:
    """Import a module by path or name, of a package whose `outputs` are still to build.

    What such a module has can be imported and handed on, but not called. Where the
    import fails with old ones, which another version or a merge has left, it is as if
    they were missing. The packages that have imported one are forgotten at the end.
    """
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(_standing_in(outputs, also_old=False))
            module = stack.enter_context(imported(place))
        except NoAnswer as error:
            stack.close()
            if not any(path.is_file() for path in outputs):
                raise
            _forget({module_of(path)[1].partition(".")[0] for path in outputs}, ())
            try:
                stack.enter_context(_standing_in(outputs, also_old=True))
                module = stack.enter_context(imported(place))
            except NoAnswer:
                raise error from None
        yield module


@contextlib.contextmanager
def _standing_in(outputs: Collection[Path], also_old: bool) -> Iterator[None]:
    finder = _Finder(frozenset(path.resolve() for path in outputs))
    before = set(sys.modules)
    sys.meta_path.insert(0 if also_old else len(sys.meta_path), finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        _forget({name.partition(".")[0] for name in finder.found}, before)


def _forget(roots: Collection[str], but: Collection[str]) -> None:
    """Forget the modules of packages, but for some."""
    for name in set(sys.modules).difference(but):
        if name.partition(".")[0] in roots:
            del sys.modules[name]


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds modules at the places of outputs, where no other does or before all."""

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
