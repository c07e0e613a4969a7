"""Functions made from text that is lost, which call one other function with arguments.

Tools that give a function another signature make such functions with `exec`.
"""

from __future__ import annotations

import dis
import inspect
import math
import types

# The instructions of a call that only hands arguments on, in all versions of Python.
_OF_A_CALL = (
    "BUILD_CONST_KEY_MAP", "BUILD_LIST", "BUILD_MAP", "BUILD_TUPLE", "CACHE", "CALL",
    "CALL_FUNCTION_EX", "CALL_INTRINSIC_1", "CALL_KW", "DICT_MERGE", "KW_NAMES",
    "LIST_APPEND", "LIST_EXTEND", "LIST_TO_TUPLE", "LOAD_CONST", "LOAD_FAST",
    "LOAD_FAST_LOAD_FAST", "LOAD_GLOBAL", "LOAD_NAME", "NOP", "PRECALL", "PUSH_NULL",
    "RESUME", "RETURN_VALUE",
)  # fmt: skip


def forwarder(code: types.CodeType) -> str | None:
    """Return the text of a function that only hands its arguments on; None for others.

    It is called once with something that stands for each parameter, in place of the
    global function that it calls a recorder.

    >>> made = {}
    >>> exec("def f(x, *rest, n=3, **more): return g(x, 2.0, *rest, k=n, **more)", made)
    >>> print(forwarder(made["f"].__code__))
    def f(x, *rest, n, **more):
        return g(x, 2.0, *rest, k=n, **more)
    """
    if not _is_one_call(code):
        return None
    (called,) = code.co_names
    calls: list = []
    result = object()

    def record(*arguments: object, **keywords: object) -> object:
        calls.append((arguments, keywords))
        return result

    names = _Parameters(code)
    function = types.FunctionType(code, {called: record, "__builtins__": {}})
    try:
        found = function(*names.positional, *names.rest, **names.keywords, **names.more)
    except Exception:  # it does something with its arguments
        return None
    if found is not result or len(calls) != 1:
        return None
    arguments, keywords = calls[0]
    if not all(map(_has_text, (*arguments, *keywords.values()))):
        return None
    handed = _handed_on(names, arguments, keywords)
    return f"def {code.co_name}({names.text()}):\n    return {called}({handed})"


def _is_one_call(code: types.CodeType) -> bool:
    if len(code.co_names) != 1 or code.co_freevars or code.co_cellvars:
        return False
    if not code.co_name.isidentifier():  # a lambda
        return False
    return all(step.opname in _OF_A_CALL for step in dis.get_instructions(code))


class _Parameters:
    """What stands for the parameters of a function."""

    def __init__(self, code: types.CodeType) -> None:
        names = list(code.co_varnames)
        only = code.co_argcount + code.co_kwonlyargcount
        self._without_names = code.co_posonlyargcount
        self.positional = [_Argument(name) for name in names[: code.co_argcount]]
        by_name = names[code.co_argcount : only]
        self.keywords = {name: _Argument(name) for name in by_name}
        more = names[only:]
        self._rest = more.pop(0) if code.co_flags & inspect.CO_VARARGS else None
        self._more = more.pop(0) if code.co_flags & inspect.CO_VARKEYWORDS else None
        self.rest = (
            [_Argument(f"*{self._rest}") for _ in range(2)] if self._rest else []
        )
        self.more = {_MORE: _Argument(f"**{self._more}")} if self._more else {}

    def text(self) -> str:
        """Return them as they stand in a definition, without defaults."""
        found = [one.name for one in self.positional]
        if self._without_names:
            found.insert(self._without_names, "/")
        if self._rest or self.keywords:
            found.append(f"*{self._rest or ''}")
        found += self.keywords
        return ", ".join([*found, *([f"**{self._more}"] if self._more else [])])


class _Argument:
    """What stands for a parameter, or for one of those behind a star."""

    def __init__(self, name: str) -> None:
        self.name = name


_MORE = "behind_two_stars"


def _handed_on(names: _Parameters, arguments: tuple, keywords: dict) -> str:
    """Return the text of the arguments of a call."""
    given = list(arguments)
    texts = []
    while given:
        if names.rest and given[:2] == names.rest:
            texts.append(names.rest[0].name)
            del given[:2]
        else:
            texts.append(_text_of(given.pop(0)))
    for key, value in keywords.items():
        texts.append(_text_of(value) if key == _MORE else f"{key}={_text_of(value)}")
    return ", ".join(texts)


def _text_of(value: object) -> str:
    return value.name if isinstance(value, _Argument) else repr(value)


def _has_text(value: object) -> bool:
    plain = value is None or type(value) in (bool, int, str)
    finite = type(value) is float and math.isfinite(value)
    return plain or finite or isinstance(value, _Argument)
