"""The argument checks at the start of a saved function, as statements."""

from __future__ import annotations

import ast
import builtins
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import gast

from tangentlite.emit.module.data import data_text
from tangentlite.emit.text.linebreak import WIDTH
from tangentlite.emit.text.printer import print_statements
from tangentlite.errors import UnsupportedError
from tangentlite.kinds.objects.user_objects import is_record, own_new
from tangentlite.runtime.known import Classes, Length, not_of, require_known

Names = Callable[[Any], str]
WITH_END = WIDTH + 1  # a line and its end


def with_tests(
    text: str,
    values: Mapping[str, object],
    names: dict[str, object],
    sizes: Iterable[str] = (),
) -> str:
    """Return the text of functions with checks of arguments in the last one.

    Objects that these refer to are added to `names`. `sizes` are conditions on sizes.

    >>> text = 'def f(x, n=None):\\n    return x\\n'
    >>> print(with_tests(text, {'n': None}, {}), end='')
    def f(x, n=None):
        if n is not None:
            raise ValueError("n must be None: another value needs another text")
        return x
    """
    sizes = tuple(sizes)
    if not values and not sizes:
        return text
    named = functools.partial(free_name, names, set(bound_in(ast.parse(text))))
    tests = [
        line for name, value in values.items() for line in _test(name, value, named)
    ]
    tests += [line for fact in sizes for line in _size_test(fact)]
    return with_first(text, tests)


def with_first(text: str, added: Iterable[str]) -> str:
    """Return the text of functions with lines at the start of the last one's body.

    >>> text = "def f(x):\\n    'Return x.'\\n    return x\\n"
    >>> print(with_first(text, ["    print(x)\\n"]), end='')
    def f(x):
        'Return x.'
        print(x)
        return x
    """
    tree = ast.parse(text)
    function = [n for n in tree.body if isinstance(n, ast.FunctionDef)][-1]
    first = function.body[0]
    # The docstring stays in front; it ends where its statement ends.
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    place = (first.end_lineno or 0) if documented else first.lineno - 1
    lines = text.splitlines(keepends=True)
    return "".join([*lines[:place], *added, *lines[place:]])


def _test(name: str, value: Any, named: Names) -> list[str]:
    """Return the lines that check a value, one call if it takes several tests."""
    if value is None or type(value) in (bool, int, str):
        differs = "is not" if value is None or isinstance(value, bool) else "!="
        message = f"{name} must be {value!r}: another value needs another text"
        return _raising(f"{name} {differs} {value!r}", message)
    if type(value) is Length:
        message = (
            f"{name} must have the length {value.number}: another needs another text"
        )
        return _raising(f"{named(len)}({name}) != {value.number}", message)
    if type(value) is Classes:
        tests = [_class_test(name, asked, named) for asked in value.answers]
        return [line for test in tests for line in test]
    if type(value) is dict and all(item is ... for item in value.values()):
        if all(type(key) is str for key in value):
            message = f"{name} must have the keys {[*value]}: others need another text"
            return _raising(f"[*{name}] != {[*value]}", message)
    call = f"{named(require_known)}({name}, {_text(value, name, named)}, {name!r})"
    return _lines(gast.parse(call))


def _size_test(fact: str) -> list[str]:
    left, equal, right = fact.partition(" == ")
    plain = equal and " or " not in fact
    test = f"{left} != {right}" if plain else f"not {fact}"
    shown = fact[1:-1] if fact[0] + fact[-1] == "()" else fact
    return _raising(test, f"{shown} must hold: others need another text")


def _class_test(name: str, asked: tuple, named: Names) -> list[str]:
    classes, answer = asked
    message = f"{name} must {not_of(classes, answer)}"
    if classes == (None,):
        return _raising(f"{name} is {'not ' * answer}None", message)
    names = ["type(None)" if cls is None else named(cls) for cls in classes]
    spelled = names[0] if len(names) == 1 else f"({', '.join(names)})"
    asks = f"{named(isinstance)}({name}, {spelled})"
    return _raising("not " * answer + asks, message)


def _raising(test: str, message: str) -> list[str]:
    # In double quotes where possible, as in all generated text.
    plain = '"' not in message and message.isprintable() and "\\" not in message
    quoted = f'"{message}"' if plain else repr(message)
    lines = [f"    if {test}:\n", f"        raise ValueError({quoted})\n"]
    if max(map(len, lines)) > WITH_END:
        return _lines(gast.parse("".join(lines).replace("    ", "", 1)))
    return lines


def _lines(tree: gast.Module) -> list[str]:
    return print_statements(tree.body, 1).splitlines(keepends=True)


def _text(value: Any, argument: str, named: Names) -> str:
    """Return an expression for the known value or facts of an argument."""

    def texts(values: Any) -> list[str]:
        return [_text(item, argument, named) for item in values]

    if isinstance(value, functools.partial):  # which compares functions
        return (
            f"{named(functools.partial)}({', '.join(texts((value.func, *value.args)))})"
        )
    if is_record(type(value)):
        if own_new(type(value)) is not None:
            return f"{named(type(value))}._make([{', '.join(texts(value))}])"
        return f"{named(type(value))}({', '.join(texts(value))})"
    if type(value) is tuple:
        return f"({', '.join(texts(value))}{',' * (len(value) == 1)})"
    if type(value) is dict:
        pairs = zip(texts(value), texts(value.values()))
        return f"{{{', '.join(f'{key}: {item}' for key, item in pairs)}}}"
    if type(value) is frozenset:
        return f"frozenset([{', '.join(sorted(texts(value)))}])"
    written = data_text(value, named)
    if written is not None:
        return written
    if callable(value) and isinstance(getattr(value, "__name__", None), str):
        return named(value)
    raise UnsupportedError(
        f"the text is for one value of {argument}, of which the module is to ask "
        f"whether it is given, but this value ({type(value).__name__}) cannot be "
        "written into a module of its own.\nGive text, flags, members of enumerations "
        "or functions at the top of a file."
    )


def functions_in(value: Any) -> Iterator[object]:
    """Yield the functions and classes in the known value of an argument."""
    if isinstance(value, Classes):
        return
    if isinstance(value, functools.partial):
        yield value.args[0]
    elif isinstance(value, (tuple, dict)):
        items = value.values() if isinstance(value, dict) else value
        for item in items:
            yield from functions_in(item)
    elif callable(value):
        yield value


def bound_in(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a text binds: parameters, variables, functions, imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name


def free_name(names: dict[str, object], taken: set[str], value: Any) -> str:
    """Return a name for an object that is not used otherwise in a text."""
    name = value.__name__.rpartition(".")[2]
    if not name.isidentifier():
        name = "known"
    while name in taken or names.get(name, getattr(builtins, name, value)) is not value:
        name += "_"
    names[name] = value
    return name
