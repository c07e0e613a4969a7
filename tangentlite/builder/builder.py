"""The builder of core programs: the statements so far, and what is known of names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Sequence as Items
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

import gast

from tangentlite import operations
from tangentlite.builder.naming import Emit, name_result, nest_result
from tangentlite.builder.references import References
from tangentlite.builder.sizes.required_sizes import Required
from tangentlite.ir.function import Source, position
from tangentlite.ir.names import Names, plain, variable_of
from tangentlite.kinds.kind import Kind, resolved
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.process import progress
from tangentlite.specialize.state.control import Control, accept
from tangentlite.specialize.state.error_places import error_at
from tangentlite.specialize.state.frame import Frame, State
from tangentlite.specialize.state.name_facts import Memory, Phis
from tangentlite.specialize.state.outside_objects import Outside
from tangentlite.specialize.state.program_facts import Functions, Report
from tangentlite.specialize.state.restart import Assumptions
from tangentlite.values.heap import Heap

if TYPE_CHECKING:
    from tangentlite import errors


# Branches inside each other: Python compiles no text of 100 levels of indentation.
MOST_NESTED = 90


@dataclass(slots=True)
class Builder:
    """The statements emitted so far, their names, and what is known of the walk."""

    names: Names
    references: References
    assumed: Assumptions = field(default_factory=Assumptions)
    parameters: tuple[str, ...] = ()
    kinds: dict[str, Kind] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    primal: frozenset[str] = frozenset()  # its values' names, once it has been walked
    # the expression of each name that is assigned once
    definitions: dict[str, gast.expr] = field(default_factory=dict)
    sizes: Sizes = field(default_factory=Sizes)
    required: Required = field(default_factory=Required)  # by operations, of sizes
    block: list[gast.stmt] = field(default_factory=list)
    line: int = 0
    emit: Emit = name_result
    heap: Heap = field(default_factory=Heap)
    memory: Memory = field(default_factory=Memory)
    phis: Phis = field(default_factory=Phis)
    control: Control = field(default_factory=Control)
    outside: Outside = field(default_factory=Outside)
    functions: Functions = field(default_factory=Functions)
    report: Report = field(default_factory=Report)

    def fresh(self, base: str, kind: Kind) -> str:
        """Return a fresh name of a kind."""
        name = self.names.fresh(plain(base))
        self.kinds[name] = kind
        self.bases[name] = base
        if self.control.frames:
            self.memory.places[name] = (self.frame, self.control.loops)
        return name

    def base_of(self, name: str) -> str:
        """Return the variable that a name was made for; a parameter is its own."""
        return variable_of(name, self.bases)

    def note_view(self, name: str | None, owner: str | None) -> None:
        """Record that a name may share memory with another."""
        if name is not None and owner is not None and name != owner:
            self.memory.views.setdefault(name, set()).add(owner)
            self.memory.released.discard((name, owner))

    def release(self, owner: str) -> None:
        """Record that a name holds a new array: earlier views are of the old one."""
        for name, owners in self.memory.views.items():
            if owner in owners:
                self.memory.released.add((name, owner))

    def add(self, statement: gast.stmt) -> None:
        """Append a statement to the current block."""
        if self.control.is_constant():
            statement = operations.with_constants(self, statement)
        self.control.check(self, statement)
        self.block.append(statement)
        if self.control.tries and self.control.check is not accept:
            self.sizes.mark()

    @contextmanager
    def checking(self, check: Callable) -> Iterator[None]:
        """Call `check` for each statement or nested expression, for a while."""
        outer, self.control.check = self.control.check, check
        try:
            yield
        finally:
            self.control.check = outer

    def unchecked(self) -> AbstractContextManager[None]:
        """Check no statements for a while."""
        return self.checking(accept)

    @property
    def in_condition(self) -> bool:
        """Whether a condition is walked, which must be one expression."""
        return self.emit is nest_result

    @property
    def frame(self) -> Frame:
        """The function being walked."""
        return self.control.frames[-1]

    @property
    def source(self) -> Source:
        """The text of the function being walked."""
        return self.control.sources[self.frame.source]

    @property
    def state(self) -> State:
        """The values of the frame's variables, and the contents of the heap."""
        variables, heap = dict(self.frame.variables), self.heap
        return State(variables, dict(heap.contents), heap.count)

    @state.setter
    def state(self, state: State) -> None:
        self.frame.variables = dict(state.variables)
        self.heap.contents = dict(state.contents)

    @contextmanager
    def at(self, state: State) -> Iterator[None]:
        """Be in the state of another path for a while."""
        variables, contents = self.frame.variables, self.heap.contents
        self.frame.variables, self.heap.contents = state.variables, state.contents
        try:
            yield
        finally:
            self.frame.variables, self.heap.contents = variables, contents

    @contextmanager
    def into(self, block: list[gast.stmt]) -> Iterator[list[gast.stmt]]:
        """Append to another block for a while, where no `try` parts the walk."""
        outer = self.block, self.control.check
        self.block, self.control.check = block, accept
        try:
            yield block
        finally:
            self.block, self.control.check = outer

    @contextmanager
    def in_front(self, block: list[gast.stmt]) -> Iterator[None]:
        """Append to a block that runs before the program, outside of all conditions."""
        with self.into(block), self.emitting(name_result):
            yield

    @contextmanager
    def conditional(self, block: list[gast.stmt]) -> Iterator[list[gast.stmt]]:
        """Append to a block that may not run: sizes proved in it hold only there."""
        if self.control.depth >= MOST_NESTED:
            raise self.error(
                "the program nests too deep: more branches stand inside each other "
                "than Python compiles. In a try statement each operation that may "
                "raise what is caught begins one.",
                "Divide the statement into several.",
            )
        settled, outer = self.control.settled, self.block
        self.control.settled, self.block = len(self.kinds), block
        self.control.depth += 1
        try:
            with self.sizes.scope() as proved:
                yield block
                self.settle()
        finally:
            self.control.settled, self.block = settled, outer
            self.control.depth -= 1
        if block and proved:
            self.control.proved[id(block[0])] = (block[0], proved)

    @contextmanager
    def repeated(self) -> Iterator[None]:
        """Walk a block that runs several times: the body of a loop or recursion."""
        self.control.loops += 1
        try:
            yield
        finally:
            self.control.loops -= 1

    @contextmanager
    def alongside(self, block: Items[gast.stmt]) -> Iterator[list[gast.stmt]]:
        """Append to a block that runs if another does; sizes proved there hold here."""
        with self.conditional([]) as made:
            if block and id(block[0]) in self.control.proved:
                self.sizes.prove(self.control.proved[id(block[0])][1])
            yield made

    @contextmanager
    def inside(self, parameters: Iterable[str]) -> Iterator[None]:
        """Emit the body of another function, which has its own parameters."""
        outer, self.parameters = self.parameters, tuple(parameters)
        try:
            yield
        finally:
            self.parameters = outer

    def settle(self) -> None:
        """Resolve the sizes of the names made so far in this block.

        Sizes that are proved behind an exit of the block do not hold for them.
        """
        for name in islice(
            reversed(self.kinds), len(self.kinds) - self.control.settled
        ):
            self.kinds[name] = resolved(self.kinds[name], self.sizes)
        self.control.settled = len(self.kinds)

    @contextmanager
    def emitting(self, emit: Emit) -> Iterator[None]:
        """Emit results in another way for a while."""
        outer, self.emit = self.emit, emit
        try:
            yield
        finally:
            self.emit = outer

    def move_to(self, node: gast.stmt) -> None:
        """Give the following statements the position of a node of the frame.

        What a template emits has the position of the statement it is filled for, and so
        has what a function does that is walked in place of another.
        """
        source = self.source
        is_ours = source.is_made or source.is_walked
        is_called = len(self.control.frames) > 1
        if not source.generated and not (is_ours and is_called):
            number = source.first - 1 + node.lineno
            self.line = position(self.frame.source, number)
            progress.at("reading line", number, "of", source.name.rpartition(".")[2])

    def error(
        self, what: str, instead: str = "", node: gast.AST | None = None
    ) -> errors.UnsupportedError:
        """Return an error that points at a node, or at the statement being walked."""
        called = self.functions.called_from
        return error_at(self.control, called, self.line, node, what, instead)
