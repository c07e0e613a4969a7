"""Modules of compiled functions in files, where numba caches what it compiled."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import re
import sys
import tempfile
import time
import types
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from tangentlite.emit.compiled.cached_code import name_by_kinds
from tangentlite.errors import NotCompiledError
from tangentlite.process.locks import LOADING

# Modules of this process, by the name that is in sys.modules.
_PREFIX = "tangentlite_loops_"
# What is cached otherwise than before gets files of other names.
_FORMAT = 2


def module_of(text: str, name: str) -> types.ModuleType:
    """Return the module of a text, imported from a file of its own.

    The file is named after the text and the versions that decide what is compiled, and
    never changed. numba loads what it compiled only into a module that is known by its
    name, so it is registered first. Raises NotCompiledError without numba.
    """
    with LOADING:  # another thread must not find a module that is half executed
        return _module_of(text, name, _numba())


def _module_of(text: str, name: str, numba: Any) -> types.ModuleType:
    versions = (numba.__version__, np.__version__, sys.version, _FORMAT)
    digest = hashlib.blake2b(repr((text, versions)).encode(), digest_size=12)
    own = f"{_PREFIX}{name}_{digest.hexdigest()}"
    if own in sys.modules:
        return sys.modules[own]
    path = _written(text, own)
    # Which copies numba makes for BLAS is not up to the user.
    ignored = numba.NumbaPerformanceWarning
    warnings.filterwarnings("ignore", category=ignored, module=f".*{_PREFIX}")
    spec = importlib.util.spec_from_file_location(own, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[own] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[own]
        raise
    name_by_kinds(module)
    return module


def cache_folder() -> Path:
    """Return the folder of compiled derivatives: numba's, or the user's cache."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given) / "tangentlite"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "tangentlite"


def clear_folder() -> None:
    """Remove all compiled derivatives from the disk."""
    folder = cache_folder()
    for path in (*folder.glob(f"{_PREFIX}*.py"), *_compiled(folder)):
        path.unlink(missing_ok=True)


def _compiled(folder: Path) -> list[Path]:
    """Return what numba and Python have put beside our files.

    In $NUMBA_CACHE_DIR numba has a folder of its own for each of source files.
    """
    folders = [folder]
    if os.environ.get("NUMBA_CACHE_DIR"):
        folders += folder.parent.glob(f"{folder.name}_*")
    found = [path for place in folders for path in place.rglob(f"{_PREFIX}*")]
    return [path for path in found if path.suffix in (".nbi", ".nbc", ".pyc")]


def _numba() -> Any:
    try:
        import numba
    except ImportError:
        raise NotCompiledError(
            "backend='numba' compiles by numba, which is not installed.\n"
            "Install it: pip install 'tangentlite[numba]'"
        ) from None
    return numba


def is_own(path: Path) -> bool:
    """Whether a file or folder is the user's, and nobody else may write it.

    >>> is_own(Path(tempfile.mkdtemp()))
    True
    """
    if not hasattr(os, "getuid"):  # Windows keeps the folder to the user
        return True
    found = path.lstat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


def _written(text: str, own: str) -> Path:
    """Return the file of a module, written as a whole if it is not there.

    Where others may write, or nobody, numba keeps nothing: what it loads is executed.
    """
    with contextlib.suppress(OSError):
        folder = _own_folder()
        if folder is not None:
            return _put(text, folder / f"{own}.py")
    place = Path(tempfile.mkdtemp(prefix="tangentlite"))
    return _put(without_cache(text), place / f"{own}.py")


def without_cache(text: str) -> str:
    """Return a text of which numba keeps nothing.

    >>> without_cache('@njit(error_model="numpy", cache=True, nogil=True)')
    '@njit(error_model="numpy", nogil=True)'
    """
    return _KEPT.sub(r"\1", text)


_KEPT = re.compile(r"^(@njit\(.*?), cache=True\b", re.MULTILINE)


def _own_folder() -> Path | None:
    """Return the folder of compiled derivatives, None if others may write there.

    One in the user's cache that was made with another mode is emptied and closed.
    """
    folder, given = cache_folder(), os.environ.get("NUMBA_CACHE_DIR")
    base = Path(given) if given else folder
    base.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not given and not is_own(folder) and folder.stat().st_uid == os.getuid():
        clear_folder()
        folder.chmod(0o700)
    folder.mkdir(mode=0o700, exist_ok=True)
    used = {base, folder, *(_folders_of_numba(folder) if given else ())}
    return folder if all(map(is_own, used)) else None


def _folders_of_numba(folder: Path) -> list[Path]:
    """Return the folders in $NUMBA_CACHE_DIR for files of ours; numba's is made first.

    It has the name that numba would give it, but nobody else may write there.
    """
    named = hashlib.sha1(os.path.abspath(folder).encode(), usedforsecurity=False)
    own = folder.with_name(f"{folder.name}_{named.hexdigest()}")
    own.mkdir(mode=0o700, exist_ok=True)
    return list(folder.parent.glob(f"{folder.name}_*"))


def _put(text: str, path: Path) -> Path:
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return path
    write_whole(path, text.encode())
    return path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that others see as it was, or as a whole.

    Raises OSError if that cannot be. Drafts of processes that were killed go, too.
    """
    handle, draft = tempfile.mkstemp(dir=path.parent, suffix=_DRAFT)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(draft, path)
    except BaseException:  # the disk is full, or the user does not wait
        with contextlib.suppress(OSError):  # somebody has removed all files
            os.unlink(draft)
        raise
    long_ago = time.time() - _DRAFT_SECONDS
    for left in path.parent.glob(f"*{_DRAFT}"):
        with contextlib.suppress(OSError):
            if left.stat().st_mtime < long_ago:
                left.unlink()


# How drafts end, and after how many seconds nobody is writing one any more.
_DRAFT, _DRAFT_SECONDS = ".tmp", 3600
