"""Reduces a program that fails to a small one that fails in the same way."""

from __future__ import annotations

import ast
import re
import time
from collections.abc import Callable
from dataclasses import replace

from tests.fuzz.program import NAME, FuzzProgram
from tests.fuzz.reduce.edits import smaller

SECONDS = 120.0


def reduced(
    program: FuzzProgram,
    fails: Callable[[FuzzProgram], bool],
    seconds: float = SECONDS,
) -> FuzzProgram:
    """The smallest program that is found and that still fails.

    Of all texts that are a step smaller the first that fails is taken, until none is
    left or the time is over.
    """
    end = time.monotonic() + seconds
    changed = True
    while changed and time.monotonic() < end:
        changed = False
        program, changed = fewer_arguments(program, fails)
        seen: set[str] = set()
        steps = smaller(program.source)
        while time.monotonic() < end:
            text = next(steps, None)
            if text is None:
                break
            if text in seen or len(text) > len(program.source) + 2:
                continue
            seen.add(text)
            other = replace(program, source=text)
            if fails(other):
                program, changed = other, True
                steps = smaller(program.source)
    return program


def fewer_arguments(
    program: FuzzProgram, fails: Callable[[FuzzProgram], bool]
) -> tuple[FuzzProgram, bool]:
    """Leave out parameters, and what the program is differentiated by."""
    changed = False
    for k in reversed(range(len(program.args))):
        for shorter in (without_wrt, without_parameter):
            other = shorter(program, k) if k < len(program.args) else None
            if other is not None and fails(other):
                program, changed = other, True
    return program, changed


def without_wrt(program: FuzzProgram, k: int) -> FuzzProgram | None:
    """The program, not differentiated by one of several arguments."""
    if k not in program.wrt or len(program.wrt) == 1:
        return None
    return replace(program, wrt=tuple(place for place in program.wrt if place != k))


def without_parameter(program: FuzzProgram, k: int) -> FuzzProgram | None:
    """The program without a parameter that it does not read."""
    tree = ast.parse(program.source)
    functions = [n for n in tree.body if isinstance(n, ast.FunctionDef)]
    (function,) = (n for n in functions if n.name == NAME)
    name = function.args.args[k].arg
    text = "\n".join(map(ast.unparse, function.body))
    if k in program.wrt or re.search(rf"\b{name}\b", text) or len(program.args) == 1:
        return None
    del function.args.args[k]
    for total in (n for n in functions if n.name == "total"):
        del total.args.args[k]
        for call in ast.walk(total):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == NAME:
                del call.args[k]
    return replace(
        program,
        source=ast.unparse(tree) + "\n",
        args=program.args[:k] + program.args[k + 1 :],
        others=program.others[:k] + program.others[k + 1 :],
        wrt=tuple(place - (place > k) for place in program.wrt),
    )
