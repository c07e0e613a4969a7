"""A program of the fuzzer: drawn from a seed and a number, and its module."""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
import random
import sys
import types
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from tests.fuzz.grammar import library
from tests.fuzz.grammar.all_subjects import DEFINITIONS, EXITS, PRODUCTIONS, STATEMENTS
from tests.fuzz.grammar.drawing import CannotDrawError, Draw
from tests.fuzz.grammar.library import LibraryCall
from tests.fuzz.grammar.notation import production
from tests.fuzz.grammar.scope import Scope, Variable
from tests.fuzz.inputs import PARAMETERS, Parameter, values_of
from tests.rules.test_rules import HEADER as RULE_HEADER

HEADER = """\
import cmath
import collections
import contextlib
import copy
import dataclasses
import enum
import functools
import heapq
import itertools
import math
import operator
import types
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

import tangentlite as tl

KNOTS = np.array([-1.0, -0.25, 0.5, 1.5])
HEIGHTS = np.array([0.3, -0.5, 0.8, 0.1])
TRACE = []
count = 2
"""
LONGEST = 150
NAME = "program"


@dataclass(frozen=True)
class FuzzProgram:
    """The text of a module, arguments, others of other sizes, and positions."""

    label: str
    source: str
    args: tuple
    others: tuple
    wrt: tuple[int, ...]
    reached: Counter = field(default_factory=Counter, compare=False)

    def module(self) -> types.ModuleType:
        """The module, whose source tools can find; raises what the text raises."""
        return module_of(self.source, f"fuzzed_{self.label.replace(':', '_')}")


def drawn(seed: int, number: int) -> FuzzProgram:
    """Draw the program of a seed and a number."""
    chance = random.Random(f"{seed}:{number}")
    draw = Draw(chance, PRODUCTIONS, STATEMENTS)
    scope = Scope()
    scope.variables = [
        Variable("KNOTS", "any", "4", fixed=True),
        Variable("HEIGHTS", "unit", "4", fixed=True),
    ]
    draw.result = chance.choice(("", "", "", "", "n", "nm", "3"))
    outer, calls = definitions(draw, scope)
    parameters = chosen_parameters(chance)
    inner = scope.function()
    inner.variables = list(scope.variables)
    for one in parameters:
        inner.variables += one.variables(chance)
    inner.in_function = True
    lines = statements(draw, inner)
    lines.append(f"return {result(draw, inner)}")
    head = ", ".join(one.name for one in parameters)
    body = "\n".join(f"    {line}" for line in lines)
    source = f"{HEADER}\n\n{outer}\n\ndef {NAME}({head}):\n{body}\n"
    source += f"\n\ndef total({head}):\n    return np.sum(0.7 * {NAME}({head}))\n"
    for call in calls:
        draw.reached[call.key] += body.count(f"{call.name}(")
    draw.reached = +draw.reached
    args, others = (values_of(parameters, chance) for _ in range(2))
    floating = [k for k, one in enumerate(parameters) if one.is_floating]
    wrt = tuple(sorted(chance.sample(floating, chance.randint(1, len(floating)))))
    if chance.random() < 0.5:
        wrt = tuple(floating)
    return FuzzProgram(
        f"{seed}:{number}", in_form(source), args, others, wrt, draw.reached
    )


def definitions(draw: Draw, scope: Scope) -> tuple[str, list[LibraryCall]]:
    """Classes and functions of the module, and calls of libraries."""
    chance, texts, calls = draw.random, [], []
    for _ in range(chance.choice((0, 0, 0, 1, 1, 2))):
        call = library.library_call(chance)
        calls.append(call)
        texts.append(call.text)
        scope.productions.append(production(call.key, call.production))
    for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
        lines = None
        while lines is None:
            with contextlib.suppress(CannotDrawError):
                form = draw.weighted(DEFINITIONS)
                lines = draw.form(scope, form, 1)
                draw.reached[form.key] += 1
        texts.append("\n".join(lines))
    imports = RULE_HEADER if calls else ""
    return "\n\n".join([imports, *texts]), calls


def chosen_parameters(chance: random.Random) -> list[Parameter]:
    """A number, a vector and a matrix, and some others."""
    kept = PARAMETERS[:3]
    rest = chance.sample(PARAMETERS[3:], chance.choice((0, 1, 2, 3)))
    return [*kept, *sorted(rest, key=PARAMETERS.index)]


def statements(draw: Draw, scope: Scope) -> list[str]:
    """Statements of so many lines as the program is to have."""
    chance = draw.random
    wanted = int(2 * (LONGEST / 2) ** (chance.random() ** 8))
    lines: list[str] = []
    if chance.random() < 0.3:
        lines.append("TRACE.append('begun')")
    while len(lines) < wanted:
        if chance.random() < 0.03:
            with contextlib.suppress(CannotDrawError):
                form = draw.weighted(EXITS)
                lines += draw.form(scope, form, 1)
                draw.reached[form.key] += 1
            continue
        lines += draw.statement(scope, chance.choice((0, 0, 1, 1, 2)))
    return lines


def result(draw: Draw, scope: Scope) -> str:
    """A sum of what is there, in the shape that the program returns."""
    variables = [
        v for v in scope.variables
        if v.gives in ("any", "own", "pos", "unit") and not v.fixed
    ]  # fmt: skip
    chosen = draw.random.sample(variables, min(len(variables), 8))
    parts = [v.text if not v.shape else f"np.sum({v.text})" for v in chosen]
    first = draw.expression(scope, "any", draw.result, 2)
    return " + ".join([first, *parts])


def in_form(source: str) -> str:
    """The text as Python writes it: without parentheses that are not needed."""
    try:
        return ast.unparse(ast.parse(source)) + "\n"
    except SyntaxError:
        return source


def module_of(source: str, name: str) -> types.ModuleType:
    """Run a text as a module."""
    filename = f"/{name}.py"
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    module = types.ModuleType(name)
    sys.modules[name] = module
    exec(compile(source, filename, "exec"), vars(module))
    return module


@contextlib.contextmanager
def loaded(program: FuzzProgram) -> Iterator[types.ModuleType]:
    """The module of a program, of which nothing stays behind."""
    module = program.module()
    try:
        yield module
    finally:
        sys.modules.pop(module.__name__, None)
        linecache.cache.pop(f"/{module.__name__}.py", None)


@contextlib.contextmanager
def quiet() -> Iterator[io.StringIO]:
    """Without warnings; gives what is printed."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            yield printed
