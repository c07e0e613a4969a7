"""Draws expressions and statements of a grammar: fills the holes of its texts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.fuzz.grammar import indices
from tests.fuzz.grammar.notation import (
    HOLE,
    PICK,
    CannotDrawError,
    Form,
    Production,
    production,
    unified,
)
from tests.fuzz.grammar.scope import NAMES, Scope, Variable

SHAPES = ("", "", "n", "m", "nm", "mn", "nn", "3", "k", "23")
ATTEMPTS = 8
CONSTANTS = ("0.3", "0.75", "1.25", "2.0", "-0.6", "1", "0.1", "-1.5", "2")
# What is changed without being bound again.
WRITTEN = ("own", "list", "dict")
# What makes values of a class of any values.
WRAPPED = {
    "any": ("{}",),
    "unit": ("np.tanh({})", "np.sin({})", "np.cos({})", "np.clip({}, -0.9, 0.8)"),
    "pos": (
        "(0.3 + np.square(np.tanh({})))",
        "np.exp(np.sin({}))",
        "(1.5 + np.cos({}))",
    ),
}


@dataclass
class Draw:
    """A program that is being drawn: its random numbers, its grammar, what it reached."""

    random: random.Random
    productions: Sequence[Production]
    forms: Sequence[Form]
    reached: Counter = field(default_factory=Counter)
    taken: set[str] = field(default_factory=set)
    result: str = ""

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def weighted(self, options: Sequence) -> object:
        """One of the productions or forms, by their weights."""
        return self.random.choices(options, [one.weight for one in options])[0]

    def expression(self, scope: Scope, gives: str, shape: str, depth: int) -> str:
        """An expression of a class and a shape, in parentheses where it needs them."""
        if gives == "int":
            return indices.position(self.random, scope, shape)
        leaves = scope.readable(gives, shape)
        if leaves and (depth <= 0 or self.chance(0.35)):
            return self.random.choice(leaves).text
        if depth <= 0 and gives in WRAPPED:
            return self.shallow(scope, gives, shape)
        for attempt in range(ATTEMPTS):
            options = self.options(scope, gives, shape, depth - attempt)
            if not options:
                break
            one = self.weighted(options)
            try:
                text = self.filled_expression(scope, one, shape, depth - 1 - attempt)
            except CannotDrawError:
                continue
            self.reached[one.key] += 1
            return operand(text)
        return self.shallow(scope, gives, shape)

    def options(
        self, scope: Scope, gives: str, shape: str, depth: int
    ) -> list[Production]:
        """The productions of a class and a shape, simple ones where it is deep."""
        found = [
            one
            for one in (*self.productions, *scope.productions * 3)
            if one.gives == gives and unified(one.shape, shape, {}) is not None
        ]
        simple = [one for one in found if one.text.count("$(") <= 1]
        return simple or found if depth <= 0 else found

    def filled_expression(
        self, scope: Scope, one: Production, shape: str, depth: int
    ) -> str:
        if depth < -6:
            raise CannotDrawError
        bound = unified(one.shape, shape, {}) or {}
        return Filling(self, scope.block(), bound, depth).filled(one.text)

    def shallow(self, scope: Scope, gives: str, shape: str) -> str:
        """What needs no further expressions: of a variable, or a constant."""
        if gives not in WRAPPED:
            raise CannotDrawError
        leaves = scope.readable("any", shape)
        if leaves and self.chance(0.9):
            text = self.random.choice(leaves).text
            return operand(self.random.choice(WRAPPED[gives]).format(text))
        number = self.random.choice(CONSTANTS if gives == "any" else CONSTANTS[:2])
        if not shape:
            return number
        sizes = indices.shape_text(self.random, scope, shape)
        return f"np.full({sizes}, {number})"

    def statement(self, scope: Scope, nesting: int) -> list[str]:
        """The lines of one statement, which may nest others so many times."""
        options = [
            one
            for one in (*self.forms, *scope.forms * 4)
            if (nesting > 0 or not one.deep)
            and (scope.in_loop or not one.key.startswith("in loops"))
        ]
        for _ in range(3 * ATTEMPTS):
            one = self.weighted(options)
            before = scope.block()
            try:
                lines = self.form(scope, one, nesting)
            except CannotDrawError:
                scope.variables = before.variables
                scope.productions, scope.forms = before.productions, before.forms
                continue
            self.reached[one.key] += 1
            return lines
        return ["pass"]

    def form(self, scope: Scope, one: Form, nesting: int) -> list[str]:
        """The lines of a form; what it defines becomes visible in the scope."""
        filling = Filling(self, scope.block(), {}, self.random.choice((1, 1, 2, 2, 3)))
        filling.nesting = nesting - 1
        filling.scope.in_loop = scope.in_loop or one.loops
        text = filling.filled(one.text)
        scope.variables += filling.later
        for line in one.gives:
            scope.productions.append(production(one.key, filling.named(line)))
        for line in one.does:
            scope.forms.append(Form(filling.named(line), key=f"{one.key} / {line}"))
        return text.splitlines()

    def block(self, scope: Scope, nesting: int) -> list[str]:
        """One to three statements, and one that binds an outer variable again."""
        inner = scope.block()
        lines = []
        for _ in range(self.random.choice((1, 1, 2, 3))):
            lines += self.statement(inner, nesting)
        return lines + self.rebinding(scope, inner)

    def rebinding(self, scope: Scope, inner: Scope) -> list[str]:
        """An assignment to a variable of the scope that reads what the inner one has."""
        names = [v for v in scope.variables if v.gives == "any" and not v.fixed]
        if not names:
            return []
        place = self.random.choice(names)
        value = self.expression(inner, "unit", place.shape, 2)
        form = self.random.choice(
            ("0.6 * {0} + {1}", "np.tanh({0} + {1})", "{1} - 0.5 * {0}", "{1}",
             "np.sin({0}) * {1} + 0.1", "{0} * {1}")
        )  # fmt: skip
        return [f"{place.text} = {form.format(place.text, value)}"]

    def body(self, scope: Scope, gives: str, shape: str, how: str) -> list[str]:
        """The statements of a function, the last of which returns or yields."""
        lines: list[str] = []
        for _ in range(self.random.choice((0, 0, 1, 1, 2, 3))):
            lines += self.statement(scope, 0)
        return [*lines, f"{how} {self.expression(scope, gives, shape, 2)}"]

    def name(self, scope: Scope) -> str:
        """A name that nothing visible has."""
        used = {v.text.split("[")[0].split(".")[0] for v in scope.variables}
        free = [name for name in NAMES if name not in used | self.taken]
        if free and self.chance(0.8):
            return self.random.choice(free)
        return self.unique("v")

    def unique(self, stem: str) -> str:
        """A name that the program has nowhere else."""
        name = f"{stem}{len(self.taken)}"
        self.taken.add(name)
        return name


@dataclass
class Filling:
    """The holes of one text that are filled from left to right."""

    draw: Draw
    scope: Scope
    bound: dict[str, str]
    depth: int
    names: dict[str, str] = field(default_factory=dict)
    later: list[Variable] = field(default_factory=list)
    here: list[Variable] = field(default_factory=list)
    ahead: list[Variable] = field(default_factory=list)
    nesting: int = 0

    def filled(self, text: str) -> str:
        """The text without holes."""
        while found := PICK.search(text):
            choice = self.draw.random.choice(found[1].split("||"))
            text = text[: found.start()] + choice + text[found.end() :]
        done, last = "", 0
        for hole in HOLE.finditer(text):
            done += text[last : hole.start()]
            if "\n" in text[last : hole.start()]:
                self.scope.variables += self.ahead
                self.ahead = []
            done += self.hole(hole[1].split(), done) if hole[1] else self.names[hole[2]]
            if done.rsplit("\n", 1)[-1].lstrip().startswith("for "):
                self.hide()
            last = hole.end()
        return done + text[last:]

    def named(self, text: str) -> str:
        """The text with the names that are known in place of `$name`."""
        for name in sorted(self.names, key=len, reverse=True):
            text = text.replace(f"${name}", self.names[name])
        for letter, size in self.bound.items():
            text = text.replace(f"@{letter}", size)
        return text

    def hole(self, words: list[str], before: str) -> str:
        """What stands in a hole, of which the text before it is known."""
        verb, *rest = words
        action = getattr(self, f"_{verb}", None)
        if action is not None:
            if verb in ("block", "body"):
                line = before.rsplit("\n", 1)[-1]
                lines = action(*rest)
                return f"\n{line}".join(lines)
            return action(*rest)
        if len(rest) > 1:
            raise ValueError(words)
        return self.draw.expression(self.scope, verb, self.shape(*rest), self.depth)

    def shape(self, pattern: str = "") -> str:
        """The shape that a pattern stands for; its free letters are drawn."""
        if pattern in ("S", "T", "V", "U"):
            if pattern not in self.bound:
                self.bound[pattern] = self.any_shape(pattern == "V")
            return self.bound[pattern]
        for letter in pattern:
            if letter.isupper() and letter not in self.bound:
                axes = self.scope.axes()
                if not axes:
                    raise CannotDrawError
                self.bound[letter] = self.draw.random.choice(axes)
        return "".join(self.bound.get(letter, letter) for letter in pattern)

    def any_shape(self, is_array: bool) -> str:
        shapes = [v.shape for v in self.scope.arrays()] + [*SHAPES] * (not is_array)
        if not shapes:
            raise CannotDrawError
        return self.draw.random.choice(shapes)

    def _new(self, name: str, gives: str, pattern: str = "") -> str:
        self.names[name] = self.draw.name(self.scope)
        found = Variable(self.names[name], gives, self.shape(pattern))
        self.later.append(found)
        # nothing else in the statement may have the name
        self.scope.variables.append(Variable(self.names[name], "hidden", ""))
        return self.names[name]

    def _here(self, name: str, gives: str, pattern: str = "") -> str:
        self.names[name] = self.draw.name(self.scope)
        fixed = gives == "int"
        found = Variable(self.names[name], gives, self.shape(pattern), fixed)
        self.scope.variables.append(found)
        self.here.append(found)
        return self.names[name]

    def _bound(self, name: str, gives: str, pattern: str = "") -> str:
        return self._var(name, gives, pattern, written=())

    def _var(
        self, name: str, gives: str, pattern: str = "", written: tuple = WRITTEN
    ) -> str:
        found = [
            v for v in self.scope.variables
            if v.gives == gives and (gives in written or not v.fixed)
            and unified(pattern, v.shape, self.bound) is not None
        ]  # fmt: skip
        if not found:
            raise CannotDrawError
        chosen = self.draw.random.choice(found)
        self.bound |= unified(pattern, chosen.shape, self.bound)
        self.names[name] = chosen.text
        return chosen.text

    def _after(self, place: str, gives: str, pattern: str = "") -> str:
        self.later.append(Variable(self.named(place), gives, self.shape(pattern)))
        return ""

    def _name(self, name: str) -> str:
        self.names[name] = self.draw.name(self.scope)
        self.scope.variables.append(Variable(self.names[name], "hidden", ""))
        return self.names[name]

    def _uniq(self, name: str, stem: str = "f") -> str:
        self.names[name] = self.draw.unique(stem)
        return self.names[name]

    def _at(self, pattern: str) -> str:
        shape = self.shape(pattern)
        chance = self.draw.random
        return ", ".join(indices.position(chance, self.scope, size) for size in shape)

    def _result(self) -> str:
        return self.draw.expression(self.scope, "any", self.draw.result, 2)

    def hide(self) -> None:
        """What a loop binds is not visible in its head."""
        self.ahead += [v for v in self.here if v in self.scope.variables]
        for variable in self.here:
            if variable in self.scope.variables:
                self.scope.variables.remove(variable)
            self.scope.variables.append(Variable(variable.text, "hidden", ""))
        self.here = []

    def _def(self, name: str, stem: str = "f") -> str:
        self.names[name] = self.draw.unique(stem)
        self.scope = self.scope.function()
        return self.names[name]

    def _par(self, name: str, gives: str, pattern: str = "") -> str:
        return self._here(name, gives, pattern)

    def _block(self) -> list[str]:
        return self.draw.block(self.scope, self.nesting)

    def _body(self, gives: str, pattern: str = "", how: str = "return") -> list[str]:
        return self.draw.body(self.scope, gives, self.shape(pattern), how)

    def _size(self, pattern: str) -> str:
        return indices.size_text(self.draw.random, self.scope, self.shape(pattern))

    def _shape(self, pattern: str) -> str:
        return indices.shape_text(self.draw.random, self.scope, self.shape(pattern))

    def _part(self, pattern: str, to: str, views: bool = False) -> str:
        shape = self.shape(pattern)
        text, self.bound[to] = indices.part(self.draw.random, self.scope, shape, views)
        return text

    def _view(self, pattern: str, to: str) -> str:
        return self._part(pattern, to, True)


def operand(text: str) -> str:
    """The text, in parentheses unless it is one name, number, call or subscript."""
    depth = 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if depth == 0 and character in " -,":
            return f"({text})"
    return text
