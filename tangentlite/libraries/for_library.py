"""A program for arrays of another library: made and computed by NumPy's protocols."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial

import gast
import numpy as np

from tangentlite.batching.batched_names import batched_names
from tangentlite.errors import OtherLibraryError
from tangentlite.ir import build
from tangentlite.ir.example import by_name
from tangentlite.ir.function import Function, with_body
from tangentlite.ir.rewrite import (
    binds,
    map_nodes,
    map_statement,
    names_in,
    own_expressions,
    statements,
)
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.objects.foreign import library_title
from tangentlite.libraries.created_like import LIKE, created_like
from tangentlite.libraries.dispatched import (
    is_indexed,
    require_dispatched,
)
from tangentlite.libraries.seen_writes import Writes

Speller = Callable[[object], gast.expr]


def for_library(
    function: Function,
    given: Collection[str],
    library: type,
    spelled: Speller = by_name,
) -> Function:
    """Return a program of which some parameters are arrays of another library.

    New arrays are made like these, and nothing is written over; parts of an array that
    the program has made are still assigned. Raises OtherLibraryError for what they have
    no form of.

    >>> import numpy as np
    >>> from tangentlite.ir.example import function_of, shown
    >>> x = Array("float64", (3,))
    >>> text = "n = x.shape[0]; t = np.zeros(n); t *= x; return t"
    >>> example = function_of(text, x=x, t=x, n="size")
    >>> shown(for_library(example, {"x"}, np.ndarray))
    n = x.shape[0]
    t = np.zeros(n, like=x)
    t = t * x
    return t
    """
    if function.callees:
        what = (
            f"a function that calls itself is not written for {library_title(library)}"
        )
        raise OtherLibraryError(what, function.body[0].lineno)
    made = _ForLibrary(function, given, library, spelled)
    changed = with_body(function, made.block(function.body))
    return replace(changed, references={**changed.references, **made.called})


def written_apart(
    function: Function,
    given: Collection[str],
    library: type,
    shared: Collection[int] = (),
) -> Function:
    """Return a program, if nothing in it sees what is written under another name.

    That is told before optimizations: they know that views of NumPy's see it. There may
    be other names where a position is `shared`, also of what the derivative does not
    need. Raises OtherLibraryError.
    """
    writes, names = Writes(function), batched_names(function, given)
    dropped = set(shared)
    for node in statements(function.body):
        name = _target(node)
        if name in function.primal and writes.names(node):
            dropped.discard(node.lineno)
        if name in function.primal and writes.names(node) & names:
            is_seen = name is not None and writes.is_seen(node, name)
            if is_seen or node.lineno in shared:
                raise _written_view(library, node.lineno)
    if dropped:
        raise _written_view(library, min(dropped))
    return function


def _written_view(library: type, line: int) -> OtherLibraryError:
    title = library_title(library)
    what = f"an array is written that may have another name or a view in {title}"
    return OtherLibraryError(what, line)


class _ForLibrary:
    def __init__(
        self,
        function: Function,
        given: Collection[str],
        library: type,
        spelled: Speller,
    ) -> None:
        self._function, self._library, self._speller = function, library, spelled
        self.called: dict[str, object] = {}  # functions that are new in the program
        self._writes = Writes(function)
        self._names = batched_names(function, given)  # whose entries are theirs
        self._made: set[str] = set()  # of other entries, but made like these
        self._sized = _dependent(function, given, self._writes)
        self._like = _first_array(function, given)
        self._alike = [
            name
            for name in self._names
            if getattr(function.kinds.get(name), "dtype", None) == "float64"
        ]

    def block(self, block: Sequence[gast.stmt]) -> list[gast.stmt]:
        """Return the statements of a block for such arrays."""
        return [self._statement(one) for one in block]

    def _statement(self, node: gast.stmt) -> gast.stmt:
        read = partial(self._expression, line=node.lineno, stored=self._is_kept(node))
        made = map_statement(
            node, lambda value: map_nodes(value, read), block=self.block
        )
        self._require_written_apart(node)
        if isinstance(made, gast.Assign) and self._is_made_like(made.value):
            self._made.update(binds(made))
        target = getattr(node, "target", None) or getattr(node, "targets", [None])[0]
        if isinstance(target, gast.Subscript) and not is_indexed(self._library):
            self._require_plain(target, node.lineno, is_written=True)
        node = made
        if isinstance(node, gast.AugAssign):
            if self._is_of_library(node.target) or self._is_of_library(node.value):
                target = node.target
                if isinstance(target, gast.Subscript):
                    read = build.subscript(target.value, target.slice)
                else:
                    target, read = target.id, build.name(target.id)
                total = gast.BinOp(read, node.op, node.value)
                node = build.assign(target, total, node.lineno)
        return node

    def _spelled(self, function: object) -> gast.expr:
        callee = self._speller(function)
        self.called[getattr(callee, "id", "")] = function
        return callee

    def _is_of_library(self, node: gast.AST) -> bool:
        return not self._names.isdisjoint(names_in(node))

    def _is_made_like(self, node: gast.expr) -> bool:
        """Whether a value is made of arrays that are made like those of the library."""
        if not self._made.isdisjoint(names_in(node)):
            return not isinstance(node, gast.Attribute)
        calls = (inner for inner in gast.walk(node) if isinstance(inner, gast.Call))
        return any(map(self._is_creation, calls))

    def _is_creation(self, call: gast.Call) -> bool:
        name = getattr(call.func, "id", "")
        function = self.called.get(name) or self._function.references.get(name)
        return function in LIKE or any(k.arg == "like" for k in call.keywords)

    def _is_of_results(self, node: gast.Call) -> bool:
        """Whether a call makes a result an array of the library: `f(y, like=x)`."""
        function = self._function.references.get(getattr(node.func, "id", ""))
        return function is np.asarray and [k.arg for k in node.keywords] == ["like"]

    def _require_plain(
        self, node: gast.Subscript, line: int, is_written: bool = False
    ) -> None:
        """Refuse what an array of the library selects, whose size is not known.

        And indices with several arrays, and places that are computed later.
        """
        kinds, names = self._function.kinds, names_in(node.slice)
        chosen = [name for name in names if isinstance(kinds.get(name), Array)]
        what, title = "", library_title(self._library)
        if not self._names.isdisjoint(chosen):
            what = "what an array selects has a size that is not known"
        elif len(chosen) > 1 and self._is_of_library(node.value):
            what = f"{title} takes one array in an index"
        elif is_written and not self._names.isdisjoint(names):
            what = f"{title} writes to no place that is computed"
        if what:
            raise OtherLibraryError(what, line)

    def _is_array(self, name: str) -> bool:
        return isinstance(self._function.kinds.get(name), (Array, Scalar))

    def _is_number(self, node: gast.expr) -> bool:
        if isinstance(node, gast.Name):
            return isinstance(self._function.kinds.get(node.id), Scalar)
        return isinstance(node, gast.Constant)

    def _is_kept(self, node: gast.stmt) -> bool:
        """Whether a statement binds entries of the library, or as many."""
        return not (self._names | self._sized).isdisjoint(binds(node))

    def _require_written_apart(self, node: gast.stmt) -> None:
        """Refuse to write what other names see, or what cannot be written."""
        title = library_title(self._library)
        written = self._writes.names(node)
        if not any(map(self._is_array, self._names & written)):
            return
        name = _target(node)
        if name is None:
            raise OtherLibraryError(f"{title} writes into no array", node.lineno)
        if self._writes.is_seen(node, name):
            raise _written_view(self._library, node.lineno)
        is_whole = isinstance(getattr(node, "target", None), gast.Name)
        if not is_whole and getattr(self._library, "__setitem__", None) is None:
            raise OtherLibraryError(f"{title} cannot be written", node.lineno)

    def _expression(self, node: gast.AST, line: int, stored: bool) -> gast.AST:
        if isinstance(node, gast.Subscript) and not is_indexed(self._library):
            self._require_plain(node, line)
        if not isinstance(node, gast.Call):
            return node
        references = self._function.references
        if self._is_of_results(node):
            (result,) = node.args
            is_made = self._is_of_library(result) or self._is_made_like(result)
            return result if is_made else node
        if stored or not self._sized.isdisjoint(names_in(node)):
            like = self._like
            made = created_like(
                node, references, like, self._alike, self._is_number, self._spelled
            )
            if made is not None:
                return made
        is_copy = references.get(getattr(node.func, "id", "")) is np.copy
        is_copy &= hasattr(self._library, "copy")
        if is_copy and (stored or self._is_of_library(node)):
            return build.call(build.attribute(node.args[0], "copy"), [])
        if self._is_of_library(node) or not self._made.isdisjoint(names_in(node)):
            require_dispatched(node, references, self._library, line)
        return node


def _dependent(
    function: Function, given: Collection[str], writes: Writes
) -> frozenset[str]:
    """Return the names that depend on parameters, be it on their shapes."""
    found, body = set(given), statements(function.body)
    while True:
        before = len(found)
        for node in body:
            read = (name for part in own_expressions(node) for name in names_in(part))
            if not found.isdisjoint(read):
                found |= {*binds(node), *writes.names(node)}
        if len(found) == before:
            return frozenset(found - set(given))


def _first_array(function: Function, given: Collection[str]) -> str | None:
    """Return a parameter that is such an array."""
    kinds = function.kinds
    names = (p.name for p in function.parameters if p.name in given)
    return next((name for name in names if isinstance(kinds.get(name), Array)), None)


def _target(node: gast.stmt) -> str | None:
    """Return the name of the array that an assignment writes into."""
    target = getattr(node, "target", None) or getattr(node, "targets", [None])[0]
    owner = target.value if isinstance(target, gast.Subscript) else target
    return owner.id if isinstance(owner, gast.Name) else None
