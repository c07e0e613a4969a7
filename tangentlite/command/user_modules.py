"""Import of a user's module by its name or its path, also inside a package."""

from __future__ import annotations

import ast
import contextlib
import difflib
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType

from tangentlite.errors import TangentliteError

# Prefixes of the names of files whose frames in a traceback are not the user's.
OWN_FRAMES = (str(Path(__file__).parents[1]), str(Path(importlib.__file__).parent), "<")


class NoAnswer(Exception):
    """The command has no answer; the message is one line."""


@contextlib.contextmanager
def imported(place: str) -> Iterator[ModuleType]:
    """Import a module by path or name, with its folder in front of `sys.path`.

    Names are found in the working folder and in its folder `src`, too.

    A file of a package is imported as its module, with the folder of the package in
    front; another one is registered under its stem. What stood under these names
    before is restored afterwards.
    """
    path = Path(place)
    if path.suffix != ".py":
        with _working_folders():
            yield guarded_import(partial(importlib.import_module, place), place)
        return
    if not path.is_file():
        files = [str(other) for other in path.parent.glob("*.py")]
        close = difflib.get_close_matches(place, files, n=1)
        hint = f"; did you mean {close[0]}?" if close else ""
        raise NoAnswer(f"{place}: no such file{hint}")
    root, name = module_of(path)
    known = sys.modules.get(name)
    if _is_from(known, path):
        assert known is not None
        yield known
        return
    load = partial(importlib.import_module, name) if "." in name else None
    with first_on_path(root), _replaced(name.partition(".")[0]):
        yield guarded_import(load or partial(_load, path), place)


def module_part(dotted: str) -> str:
    """Return the longest front of a dotted name that is a module; it imports nothing.

    >>> module_part("os.path.join"), module_part("json.decoder.JSONDecoder.decode")
    ('os', 'json.decoder')
    >>> module_part("is_nowhere.f")
    ''
    """
    parts, where = dotted.split("."), None
    with _working_folders():
        for count in range(1, len(parts) + 1):
            name = ".".join(parts[:count])
            found = (finder.find_spec(name, where) for finder in sys.meta_path)
            spec = next((one for one in found if one is not None), None)
            if spec is None:
                return ".".join(parts[: count - 1])
            where = spec.submodule_search_locations
            if where is None:
                return name
    return dotted


def module_of(path: Path) -> tuple[Path, str]:
    """Return the folder to import a file from, and its module's dotted name.

    Folders with `__init__.py` are packages, and those that relative imports reach.
    """
    path = path.resolve()
    parts, folder, depth = [path.stem], path.parent, _levels(path)
    while (folder / "__init__.py").is_file() or depth > 0:
        parts.insert(0, folder.name)
        folder, depth = folder.parent, depth - 1
    if parts[-1] == "__init__":
        parts.pop()
    if not all(part.isidentifier() for part in parts):
        return path.parent, path.stem
    return folder, ".".join(parts)


def defined_in(place: str) -> str:
    """Return which functions a file defines, as the end of a message about it."""
    try:
        tree = ast.parse(Path(place).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ""
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    return f"; it defines {', '.join(names)}" if names else ""


def _levels(path: Path) -> int:
    """Return how many folders the relative imports of a file go up."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):  # the import says what is wrong
        return 0
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return max((node.level for node in imports), default=0)


def _is_from(module: ModuleType | None, path: Path) -> bool:
    """Whether a module was imported from a file."""
    found = getattr(module, "__file__", None)
    return found is not None and Path(found).resolve() == path.resolve()


@contextlib.contextmanager
def _replaced(root: str) -> Iterator[None]:
    """Hide a package and its modules, and restore them."""

    def taken() -> dict[str, ModuleType]:
        found = sys.modules.items()
        return {n: m for n, m in found if n == root or n.startswith(f"{root}.")}

    before = taken()
    for name in before:
        del sys.modules[name]
    try:
        yield
    finally:
        for name in taken():
            del sys.modules[name]
        sys.modules.update(before)


@contextlib.contextmanager
def _working_folders() -> Iterator[None]:
    """Put the working folder and its folder `src` in front of `sys.path`."""
    source = Path("src")
    with first_on_path(source if source.is_dir() else Path()), first_on_path(Path()):
        yield


@contextlib.contextmanager
def first_on_path(folder: Path) -> Iterator[None]:
    """Put a folder in front of `sys.path`."""
    entry = str(folder.resolve())
    sys.path.insert(0, entry)
    try:
        yield
    finally:
        sys.path.remove(entry)


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path.resolve())
    assert spec is not None and spec.loader is not None  # the suffix is .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def guarded_import(load: Callable[[], ModuleType], place: str) -> ModuleType:
    """Load a module; raises NoAnswer with the user's line if that cannot be."""
    try:
        return load()
    except TangentliteError:
        raise
    except SyntaxError as error:
        where = f"{shown(error.filename)}:{error.lineno}:{error.offset}"
        raise NoAnswer(f"{where}: {type(error).__name__}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        where = where_raised(error, place)
        raise NoAnswer(f"{where}: cannot be imported: {described(error)}") from None


def where_raised(error: BaseException, place: str) -> str:
    """Return the user's file and line of an exception's outermost frame."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith(OWN_FRAMES)
    ]
    return f"{shown(frames[0].filename)}:{frames[0].lineno}" if frames else place


def shown(filename: str | None) -> str:
    """Return a path, relative if it is inside the working folder."""
    path = Path(filename or "<unknown>")
    inside = path.is_relative_to(Path.cwd())
    return str(path.relative_to(Path.cwd()) if inside else path)


def described(error: BaseException) -> str:
    """Return the text of an exception on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
