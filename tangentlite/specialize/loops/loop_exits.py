"""Loop exits: `if test: ...; break` at the top level of a body.

What stands before such an exit has run when the loop leaves, what stands behind it has
not. The core program has two forms. *Plain*: the exit stays where it is, as nothing
that carries a derivative has changed by then; the derivative of an iteration that left
is zero. *At the end*: what follows the exit becomes its other branch, and the body
leaves with its last statement, so that each iteration that began runs to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import gast

from tangentlite import errors, operations
from tangentlite.analysis.statement_effects import written
from tangentlite.builder.builder import Builder
from tangentlite.builder.naming import base_name
from tangentlite.ir import build
from tangentlite.ir.rewrite import leaves_loop, statements
from tangentlite.kinds.kind import Scalar, is_differentiable
from tangentlite.specialize.merge import join_values, merge
from tangentlite.specialize.state import paths
from tangentlite.specialize.state.frame import State
from tangentlite.values.base import Atom, Maybe, Value
from tangentlite.values.callable_values import UNBOUND, Unbound
from tangentlite.values.literals import literal
from tangentlite.values.structure import atoms, is_container

if TYPE_CHECKING:
    from tangentlite.specialize.loops.carried import LoopPhis


@dataclass
class Body:
    """The body of a loop being walked: its statements, and the phis of the loop.

    `loop` has the phis, `after` are the variables that are live behind the
    loop, `live` those and the ones live at its head. `widened` says that a target's
    kind had to change, `is_left` that there is a plain exit.
    """

    block: list[gast.stmt]
    loop: LoopPhis
    after: frozenset[str]
    live: frozenset[str]
    widened: bool = False
    is_left: bool = False

    @property
    def targets(self) -> dict[str, Value]:
        """The phis of the variables."""
        return self.loop.targets


def walk_to_exit(
    b: Builder, block: list[gast.stmt]
) -> tuple[gast.If, Atom, list[gast.stmt]] | None:
    """Walk statements up to one with which a loop is, or may be, left.

    Return it, its condition, and the statements behind it; None if there is none.
    """
    for position, node in enumerate(block):
        if not leaves_loop(node):
            operations.run_block(b, [node])
            continue
        b.move_to(node)
        condition = operations.test(b, node.test)
        if operations.truth(condition) is not False:
            return node, condition, block[position + 1 :]
    return None


def run_iteration(
    b: Builder, enter: Callable[[], None], block: list[gast.stmt], body: Body
) -> Atom | None:
    """Bind the variables of an iteration, and do as `run_body`."""
    enter()
    return run_body(b, block, body)


def run_body(b: Builder, block: list[gast.stmt], body: Body) -> Atom | None:
    """Walk statements of a loop's body; return the flag with which it leaves, if any.

    With a flag, all of the block has been walked.
    """
    for position, node in enumerate(block):
        if leaves_loop(node):
            flag, ended = _run_exit(b, node, block[position + 1 :], body)
            if ended:
                return flag
        else:
            operations.run_block(b, [node])
    return None


def _run_exit(b: Builder, node: gast.If, rest: list[gast.stmt], body: Body):
    """Return the flag of an exit, and whether the rest has been walked with it."""
    b.move_to(node)
    b.frame.live = b.frame.facts.after.get(node, frozenset()) | body.live
    line = b.line
    condition = operations.test(b, node.test)
    decided = operations.truth(condition)
    if decided is False:
        return None, False
    before = b.state
    with b.conditional([]) as leaving:
        left = paths.end_of(b, partial(operations.run_block, b, node.body[:-1]))
    b.line = line
    if left is paths.RAISED:
        b.add(build.branch(condition.node, leaving, [], line))
    if left is None or left is paths.RAISED:
        b.state = before
        return None, False
    if decided:
        b.block.extend(leaving)
        return literal(True), True
    if b.block is body.block and _is_plain(b, body, leaving, left):
        _leave_plainly(b, body, condition, leaving, left)
        b.state = before
        return None, False
    return _leave_at_end(b, condition, rest, body, leaving, left, before), True


def _is_plain(b: Builder, body: Body, leaving: list, left: State) -> bool:
    """Whether nothing that carries a derivative differs from the iteration's head."""
    block = [*body.block, *leaving]
    if any(written(statement) is not None for statement in statements(block)):
        return False
    head = body.loop.head
    if any(
        head.knows(cell) and contents != join_values.contents_at(cell, head)
        for cell, contents in left.contents.items()
    ):
        return False
    for variable in body.targets.keys() & body.after:
        value, target = left.variables.get(variable, UNBOUND), body.targets[variable]
        if value == target or isinstance(value, Unbound):
            continue
        if any(is_container(one) or isinstance(one, Maybe) for one in (value, target)):
            return False
        if any(is_differentiable(atom.kind) for atom in atoms(value)):
            return False
        if isinstance(value, Atom) != isinstance(target, (Atom, Unbound)):
            return False
    return True


def _leave_plainly(
    b: Builder, body: Body, condition: Atom, leaving: list[gast.stmt], left: State
) -> None:
    line = b.line
    body.is_left = True
    with b.into(leaving):
        for variable in sorted(body.targets.keys() & body.after):
            target = body.targets[variable]
            value = left.variables.get(variable, UNBOUND)
            wider = operations.widen(b, base_name(variable), target, value)
            if isinstance(target, Unbound):
                b.phis.unbound.update(str(atom.name) for atom in atoms(wider))
            if wider is not target:
                body.targets[variable] = wider
                body.widened = True
            operations.copy_into(b, variable, wider, value)
        b.add(build.at(gast.Break(), line))
    b.add(build.branch(condition.node, leaving, [], line))
    b.settle()


def _leave_at_end(
    b: Builder,
    condition: Atom,
    rest: list[gast.stmt],
    body: Body,
    leaving: list[gast.stmt],
    left: State,
    before: State,
) -> Atom:
    line = b.line
    b.state = before
    inner: Atom | None = None
    raises = False
    with b.conditional([]) as staying:
        try:
            inner = run_body(b, rest, body)
            right: State | None = b.state
        except paths.Raised:
            right, raises = None, True
        except errors.UnboundVariableError as error:
            right = None
            b.control.unreached.append(error)
    b.line = line
    if raises:  # what goes on behind the raise is the exit
        b.add(build.branch(condition.node, [], staying, line))
        b.block.extend(leaving)
        b.state = left
        return literal(True)
    flag = b.fresh("broke", Scalar("bool", True))
    atom = Atom(build.name(flag), b.kinds[flag])
    if inner is None:
        b.add(build.assign(flag, condition.node, line))
        test = atom.node
    else:
        test = condition.node
        b.phis.joined.add(flag)
        for value, path in ((build.constant(True), leaving), (inner.node, staying)):
            path.append(build.assign(flag, value, line))
    merge.merge(b, before, [left, right], [leaving, staying], body.live)
    if leaving or staying:
        b.add(build.branch(test, leaving, staying, line))
    return atom


def leave(flag: Atom, line: int) -> gast.stmt:
    """Return the exit at the end of a body."""
    return build.branch(flag.node, [build.at(gast.Break(), line)], [], line)
