"""The program under construction: statements, names, kinds, and the frames."""

from __future__ import annotations

import collections
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import gast

from tangentlite import errors
from tangentlite.builder.naming import Emit, keep_nested, name_result
from tangentlite.builder.references import References
from tangentlite.builder.sizes.required_sizes import Required
from tangentlite.ir.function import Source, position
from tangentlite.ir.names import Names, plain, variable_of
from tangentlite.kinds.kind import Kind, resolved
from tangentlite.kinds.sizes.affine import Counter
from tangentlite.kinds.sizes.proofs import Sizes
from tangentlite.specialize.state.error_places import error_at
from tangentlite.specialize.state.frame import Frame, State
from tangentlite.specialize.state.restart import Assumptions
from tangentlite.values.base import Atom
from tangentlite.values.callable_values import atoms
from tangentlite.values.heap import Cell, Contents, Global, Heap


def _accept(b: Builder, node: gast.AST) -> None:
    """Ask nothing of a statement or nested expression."""


@dataclass
class Builder:
    """The statements emitted so far and what is known of their names."""

    names: Names
    references: References
    assumed: Assumptions = field(default_factory=Assumptions)
    kinds: dict[str, Kind] = field(default_factory=dict)
    bases: dict[str, str] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()
    primal: frozenset[str] = frozenset()  # its values' names, once it has been walked
    sizes: Sizes = field(default_factory=Sizes)
    block: list[gast.stmt] = field(default_factory=list)
    # what each parameter stands for; of one with structure, `entry` reads the items
    inputs: dict[str, object] = field(default_factory=dict)
    entry: list[gast.stmt] = field(default_factory=list)
    heap: Heap = field(default_factory=Heap)
    # lists, dicts and objects from outside that get their contents back, by what the
    # code reaches them by; arrays in them that are written, with their copies
    origins: dict[Cell, gast.expr] = field(default_factory=dict)
    copied: list[tuple[Atom, Atom | Cell]] = field(default_factory=list)
    # what lists, dicts, objects and names of arrays are while objects from outside get
    # their contents back: the very objects from outside, and new ones by their names
    shared: dict[object, gast.expr] = field(default_factory=dict)
    # cells that stand for one of several objects, some of them from outside
    unsure: set[object] = field(default_factory=set)
    # objects from outside that are asked whether they are others
    compared: dict[Cell, None] = field(default_factory=dict)
    # what the function works on in place of its arguments, and containers among them
    held: dict[str, object] = field(default_factory=dict)
    changeable: list[Cell] = field(default_factory=list)
    # containers in global and captured variables, by the names that they are read by:
    # what is read, and what the function works on
    read: dict[str, object] = field(default_factory=dict)
    outside: dict[str, object] = field(default_factory=dict)
    # of objects from outside, by identity: the object, what it is read by, as what;
    # further names for them, and what they mean; what the function works on
    met: dict[int, tuple[object, gast.expr, Any]] = field(default_factory=dict)
    aliases: list[tuple[gast.expr, gast.expr, Any]] = field(default_factory=list)
    works_on: dict[object, Any] = field(default_factory=dict)
    # variables of modules and classes that the function binds, by owner and name
    globals: dict[tuple[int, str], Global] = field(default_factory=dict)
    # copies of what is captured and written, in front of the program
    prelude: list[gast.stmt] = field(default_factory=list)
    # recursive functions by what tells them apart, and the calls that are expanded
    callees: dict[tuple, Any] = field(default_factory=dict)
    opened: list[tuple] = field(default_factory=list)
    # items that are not named after a variable of the user's yet
    read_items: set[str] = field(default_factory=set)
    sources: list[Source] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    # frames whose variables functions defined inside may read
    captured: list[Frame] = field(default_factory=list)
    # what objects held when functions whose results are kept were given them
    kept: dict[Cell, Contents] = field(default_factory=dict)
    # the known values that these were given
    kept_calls: dict[int, list[dict]] = field(default_factory=dict)
    # the arrays that these returned, with the statements that made them
    kept_arrays: dict[str, frozenset[gast.stmt]] = field(default_factory=dict)
    # classes, and attributes that some of their objects may have of their own, or not
    inherited: set[tuple[type, str]] = field(default_factory=set)
    made_on_paths: set[Cell] = field(default_factory=set)  # by one of two paths
    joining: list[tuple] = field(default_factory=list)  # the pairs that become one
    # how often functions were expanded while they were open; how often at all, and how
    # many names that has made
    expansions: collections.Counter = field(default_factory=collections.Counter)
    expanded: dict[object, tuple[int, int]] = field(default_factory=dict)
    # the expression of each name that is assigned once
    definitions: dict[str, gast.expr] = field(default_factory=dict)
    # names whose array was made here and that no other name held when it was made
    owned: set[str] = field(default_factory=set)
    # name of a view or alias -> names of the arrays it may look into
    views: dict[str, set[str]] = field(default_factory=dict)
    # the function in which a name was made, and how many loops were around it
    places: dict[str, tuple[Frame, int]] = field(default_factory=dict)
    # names that hold a number on some path, an array on another, or come of such alone
    numbers: set[str] = field(default_factory=set)
    # names of numbers that may be of other classes than their kinds say: `0` or `x[0]`
    mixed: set[str] = field(default_factory=set)
    # dtypes of elementwise functions that were tried already
    dtypes: dict[object, tuple] = field(default_factory=dict)
    # views that ended: (view, array), as the array's name holds another array now
    released: set[tuple[str, str]] = field(default_factory=set)
    # names that are assigned on several paths: by branches, or carried by loops
    joined: set[str] = field(default_factory=set)
    # joined names that have no value before the loop or branch that assigns them
    unbound: set[str] = field(default_factory=set)
    # of these, the ones that have a value wherever the program reads them
    certain: set[str] = field(default_factory=set)
    # lists, and of them those whose items' kind has widened, in order
    lists: set[str] = field(default_factory=set)
    widened: list[str] = field(default_factory=list)
    # errors of paths on which something is not there yet (see paths.attempt)
    unreached: list[errors.UnsupportedError] = field(default_factory=list)
    loops: int = 0
    # the counters of loops over ranges, outer ones first
    counters: dict[str, Counter] = field(default_factory=dict)
    # the lists that the loops around run over
    iterated: list[set] = field(default_factory=list)
    # how many of the loops around could be unrolled
    unrollable: int = 0
    # whether all loops are unrolled that can be; how many iterations were written out
    unrolls: bool = False
    written_out: int = 0
    # how many blocks around may not run; the branches and try statements around
    depth: int = 0
    scopes: list[Any] = field(default_factory=list)
    tries: list[Any] = field(default_factory=list)
    # the exceptions of the handlers around
    handled: list[object] = field(default_factory=list)
    check: Callable = _accept  # what a try statement asks of statements and expressions
    # what np.errstate silences somewhere, and so everywhere
    errstate: dict[str, str] = field(default_factory=dict)
    masks_change: bool = False  # whether flags were written, so that masks may change
    line: int = 0
    emit: Emit = name_result
    # by the first statement of a block that may not run: what it proves of sizes
    proved: dict[int, tuple[gast.stmt, list]] = field(default_factory=dict)
    # statements that bind a number anew, and would write if it were an array
    rebound: dict[gast.stmt, str] = field(default_factory=dict)
    # the writes of what recursive functions return: the array, and what it gets
    stored: dict[gast.stmt, tuple[Atom, Atom]] = field(default_factory=dict)
    required: Required = field(default_factory=Required)  # by operations, of sizes
    # the parameters whose arguments it writes into; whether it has other effects
    writes: tuple[str, ...] = ()
    has_effects: bool = False
    # the arrays of which views or copies are made, as they lie in memory
    laid_out: frozenset[str] = frozenset()
    # how often it is left to run time over which axes a value was broadcast
    open_sizes: int = 0
    expected: list[tuple] = field(default_factory=list)  # sizes of the cotangent
    settled: int = 0  # how many names have kinds that are final as far as sizes go

    def given(self) -> set[str]:
        """Return the names of what is from outside, in arguments and objects."""
        values = (*self.inputs.values(), *self.read.values())
        return {str(atom.name) for value in values for atom in atoms(value)}

    def fresh(self, base: str, kind: Kind) -> str:
        """Return a fresh name of a kind."""
        name = self.names.fresh(plain(base))
        self.kinds[name] = kind
        self.bases[name] = base
        if self.frames:
            self.places[name] = (self.frame, self.loops)
        return name

    def base_of(self, name: str) -> str:
        """Return the variable that a name was made for; a parameter is its own."""
        return variable_of(name, self.bases)

    def note_view(self, name: str | None, owner: str | None) -> None:
        """Record that a name may share memory with another."""
        if name is not None and owner is not None and name != owner:
            self.views.setdefault(name, set()).add(owner)
            self.released.discard((name, owner))

    def release(self, owner: str) -> None:
        """Record that a name holds a new array, which no earlier view looks into."""
        for name, owners in self.views.items():
            if owner in owners:
                self.released.add((name, owner))

    def add(self, statement: gast.stmt) -> None:
        """Append a statement to the current block."""
        self.check(self, statement)
        self.block.append(statement)
        if self.tries and self.check is not _accept:
            self.sizes.mark()

    @contextmanager
    def checking(self, check: Callable) -> Iterator[None]:
        """Ask something of each statement or nested expression for a while."""
        outer, self.check = self.check, check
        try:
            yield
        finally:
            self.check = outer

    def unchecked(self):
        """Ask nothing of statements for a while."""
        return self.checking(_accept)

    @property
    def in_condition(self) -> bool:
        """Whether what is walked must be one expression."""
        return self.emit is keep_nested

    @property
    def frame(self) -> Frame:
        """The function being walked."""
        return self.frames[-1]

    @property
    def state(self) -> State:
        """What the variables of the frame stand for, and what the heap holds."""
        variables, heap = dict(self.frame.variables), self.heap
        return State(variables, dict(heap.contents), heap.count)

    @state.setter
    def state(self, state: State) -> None:
        self.frame.variables = dict(state.variables)
        self.heap.contents = dict(state.contents)

    @contextmanager
    def at(self, state: State) -> Iterator[None]:
        """Look at what another path knows for a while."""
        variables, contents = self.frame.variables, self.heap.contents
        self.frame.variables, self.heap.contents = state.variables, state.contents
        try:
            yield
        finally:
            self.frame.variables, self.heap.contents = variables, contents

    @contextmanager
    def into(self, block: list[gast.stmt]) -> Iterator[list[gast.stmt]]:
        """Append to another block for a while, where no `try` parts the walk."""
        outer = self.block, self.check
        self.block, self.check = block, _accept
        try:
            yield block
        finally:
            self.block, self.check = outer

    @contextmanager
    def in_front(self, block: list[gast.stmt]) -> Iterator[None]:
        """Append to what runs before anything else, outside of all conditions."""
        with self.into(block), self.emitting(name_result):
            yield

    @contextmanager
    def conditional(self, block: list[gast.stmt]) -> Iterator[list[gast.stmt]]:
        """Append to a block that may not run: what it proves of sizes holds in it."""
        settled, outer = self.settled, self.block
        self.settled, self.block = len(self.kinds), block
        self.depth += 1
        try:
            with self.sizes.scope() as proved:
                yield block
                self.settle()
        finally:
            self.settled, self.block = settled, outer
            self.depth -= 1
        if block and proved:
            self.proved[id(block[0])] = (block[0], proved)

    @contextmanager
    def repeated(self) -> Iterator[None]:
        """Walk what runs several times: the body of a loop, or of a recursion."""
        self.loops += 1
        try:
            yield
        finally:
            self.loops -= 1

    @contextmanager
    def alongside(self, block: list[gast.stmt]) -> Iterator[list[gast.stmt]]:
        """Append to a block that runs if another does, knowing what that one proves."""
        with self.conditional([]) as made:
            if block and id(block[0]) in self.proved:
                self.sizes.prove(self.proved[id(block[0])][1])
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

        What is proved behind a place where the block may be left holds for later ones.
        """
        for name in islice(reversed(self.kinds), len(self.kinds) - self.settled):
            self.kinds[name] = resolved(self.kinds[name], self.sizes)
        self.settled = len(self.kinds)

    @contextmanager
    def emitting(self, emit: Emit) -> Iterator[None]:
        """Emit in another way for a while."""
        outer, self.emit = self.emit, emit
        try:
            yield
        finally:
            self.emit = outer

    def move_to(self, node: gast.stmt) -> None:
        """Give the following statements the position of a node of the frame.

        What a template emits has the position of the statement it is filled for.
        """
        source = self.sources[self.frame.source]
        if not source.generated:
            self.line = position(self.frame.source, source.first - 1 + node.lineno)

    def error(
        self, what: str, instead: str = "", node: gast.AST | None = None
    ) -> errors.UnsupportedError:
        """Return an error that points at a node, or at the statement being walked."""
        return error_at(self.sources, self.frames, self.line, node, what, instead)
