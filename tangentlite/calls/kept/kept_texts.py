"""Derivatives that an earlier process has generated."""

from __future__ import annotations

import pickle
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tangentlite.calls.generated.guards import holds
from tangentlite.calls.kept import text_files
from tangentlite.calls.kept.fingerprints import (
    PLAIN,
    NotKeptError,
    digest_of,
    file_mark,
    is_of_module,
)
from tangentlite.calls.kept.symbolic import dumps, loads
from tangentlite.emit.loadable import Loadable, load
from tangentlite.emit.variant import Generated
from tangentlite.kinds.objects.guard_facts import Code, InThisProcess, code_of
from tangentlite.kinds.sizes.equal_axes import are_equal
from tangentlite.modes.request import Request
from tangentlite.options import Options
from tangentlite.process.locks import LOADING
from tangentlite.rules.users_rules import any_given
from tangentlite.tracebacks.origins import is_generated

# Texts of one request that are for different sizes or trip counts.
MOST_TEXTS = 4


@dataclass(frozen=True)
class _Kept:
    """A derivative without what belongs to a process, and what it was made from.

    A guard is a name, a fact and a namespace; for the code and the defaults of a
    function the file of its code, `_CODE` and the function. `file` is that of the
    primal: where others of equal code stand in other files, errors name those.
    """

    made: Generated
    loadable: Loadable
    guards: tuple[tuple[str, object, object], ...]
    files: tuple[tuple[str, tuple[int, int] | None], ...]
    file: str


def made(
    request: Request,
    kinds: Mapping,
    extra: Mapping,
    options: Options,
    values: Mapping[str, object],
    exactly: bool,
) -> Generated:
    """Return the derivative of a request for some values, from the disk or new.

    One that is for `exactly` their sizes and integers is always new.
    """
    asked = request, kinds, extra, options
    if exactly:
        return _generation().made_exactly(*asked, values)
    name = _file_name(*asked)
    found = find(name, request, kinds, extra, values)
    if found is not None:
        return found
    found = _generation().made(*asked, values)
    # What was imported or registered meanwhile would be another file.
    if name and name == _file_name(*asked):
        keep(name, request, options, found)
    return found


def _generation() -> Any:
    """Import the compiler with the first derivative that is new."""
    with LOADING:
        from tangentlite.calls.generated import generation

        return generation


def find(
    name: str | None,
    request: Request,
    kinds: Mapping,
    extra: Mapping,
    values: Mapping[str, object],
) -> Generated | None:
    """Return the derivative for some values, if it is in a file and still right.

    That is if the code of all functions, what the text takes for granted of globals,
    the files that it was made from and all versions are as they were.
    """
    data = text_files.read(name) if name else None
    for kept in _texts(data) if data else ():
        loops = kept.made.loops
        if loops is not None and not loops.suits(values):
            continue
        if not are_equal(kept.made.equal, values):
            continue
        present = _present_files(kept, request)
        if any(file_mark(present.get(p, p)) != mark for p, mark in kept.files):
            continue
        guards = _present(kept.guards)
        if guards is None or not all(map(holds, guards)):
            continue
        return _loaded(kept, request, kinds, extra, guards, present)
    return None


def keep(name: str, request: Request, options: Options, generated: Generated) -> None:
    """Write a derivative to a file, unless another process could not tell it right.

    It could not if the text depends on closures, on objects or classes of the user's,
    on rules of the user's, on what is installed, or holds for exact sizes alone. Nor
    would it warn that nothing was compiled.
    """
    loadable = generated.bind.loadable
    refused = options.backend == "numba" and loadable.compiled is None
    if generated.exact is not None or generated.cells or refused:
        return
    files = {one.filename for one in loadable.sources if not one.generated}
    marks = tuple((path, file_mark(path)) for path in sorted(files))
    own: dict[str, Any] = {"function": None, "guards": (), "bind": None, "jitted": None}
    try:
        root = _root(request)
        counting = [one for one in generated.guards if _counts(one, root.__code__)]
        guards = tuple(map(_symbolic, counting))
        kept = _Kept(replace(generated, **own), loadable, guards, marks, _file(root))
        data = dumps(kept)
        present = _present(loads(data).guards)
    except NotKeptError:
        return
    if present is None or not all(map(holds, present)):
        return  # it would never be found: objects that are told apart by identity
    others = [one for one in _raw_texts(text_files.read(name) or b"") if one != data]
    text_files.write(name, pickle.dumps([data, *others][:MOST_TEXTS]))


def _file_name(
    request: Request, kinds: Mapping, extra: Mapping, options: Options
) -> str | None:
    """Return the name of the file for a request, None if it has none."""
    if text_files.folder() is None or any_given():
        return None
    try:
        return digest_of(request, kinds, extra, options)
    except NotKeptError:
        return None


def _raw_texts(data: bytes) -> list[bytes]:
    """Return the parts of a file, none of one that is damaged."""
    try:
        found = pickle.loads(data) if data else []
    except Exception:
        return []
    is_whole = isinstance(found, list) and all(isinstance(one, bytes) for one in found)
    return found if is_whole else []


def _texts(data: bytes) -> list[_Kept]:
    """Return the texts of a file but for those that cannot be loaded any more."""
    found = []
    for one in _raw_texts(data):
        try:
            kept = loads(one)
        except Exception:  # damaged, or it names what is no longer there
            continue
        if isinstance(kept, _Kept):
            found.append(kept)
    return found


def _counts(guard: tuple, code: types.CodeType) -> bool:
    """Whether a guard is about what may change.

    The code of derivatives follows from that of others, and what a function defines is
    part of its `code`.
    """
    function = _function_of(guard)
    if function is None:
        return True
    own = function.__code__
    return not is_generated(own) and not _is_within(own, code)


def _is_within(inner: types.CodeType, code: types.CodeType) -> bool:
    parts = (part for part in code.co_consts if isinstance(part, types.CodeType))
    return any(part is inner or _is_within(inner, part) for part in parts)


def _root(request: Request) -> types.FunctionType:
    primal: Any = request.primal
    while hasattr(primal, "request"):
        primal = primal.request.primal
    return primal


def _symbolic(guard: tuple) -> tuple[str, object, object]:
    """Return a guard that another process can test: of a function or a module."""
    _, name, fact, namespace = guard
    function = _function_of(guard)
    if function is not None:
        return _file(function), _CODE, function
    if isinstance(fact, InThisProcess) or not is_of_module(namespace):
        raise NotKeptError(f"{name} is no name in a module")
    return name, fact, namespace


def _function_of(guard: tuple) -> Any:
    """Return the function whose code or defaults a guard is about, None for others."""
    _, _, fact, namespace = guard
    if isinstance(fact, Code):
        return namespace
    return getattr(namespace, "function", None)


def _file(function: types.FunctionType) -> str:
    return function.__code__.co_filename


_CODE = "the code"


def _present(guards: tuple) -> list[tuple] | None:
    """Return guards about the objects of this process, None if one cannot hold."""
    found = []
    for name, fact, namespace in guards:
        if fact == _CODE and isinstance(namespace, types.FunctionType):
            name, fact = "", code_of(namespace)
        elif type(fact) in (*PLAIN, range):
            value = namespace.get(name, ...)
            if type(value) is not type(fact) or repr(value) != repr(fact):
                return None
            fact = value
        found.append((id(namespace), name, fact, namespace))
    return found


def _present_files(kept: _Kept, request: Request) -> dict[str, str]:
    """Return where functions stand by the files that they stood in."""
    present = {kept.file: _file(_root(request))}
    for name, fact, function in kept.guards:
        if fact == _CODE and isinstance(function, types.FunctionType):
            present[name] = _file(function)
    return present


def _loaded(
    kept: _Kept,
    request: Request,
    kinds: Mapping,
    extra: Mapping,
    guards: list[tuple],
    present: Mapping[str, str],
) -> Generated:
    again = partial(_by_numpy, request, kinds, extra, kept.made.equal)
    named = [(one, present.get(one.filename)) for one in kept.loadable.sources]
    sources = tuple(replace(one, filename=n) if n else one for one, n in named)
    loadable = replace(kept.loadable, sources=sources)
    bind = load(loadable, _root(request).__globals__, again)
    parts: dict[str, Any] = {"function": bind({}), "guards": tuple(guards)}
    return replace(kept.made, bind=bind, jitted=bind.jitted, **parts)


def _by_numpy(*asked: Any) -> Generated:
    from tangentlite.pipeline import by_numpy  # the compiler, which may not be loaded

    make: Callable[..., Generated] = by_numpy
    return make(*asked)
