"""Restarts and retries: one file says which there are, one takes the walk back."""

import ast

import gast
import pytest

from tangentlite import errors
from tangentlite.builder.builder import Builder
from tangentlite.builder.references import References
from tangentlite.ir import build
from tangentlite.ir.names import Names
from tangentlite.kinds.kind import Scalar
from tangentlite.specialize import program
from tangentlite.specialize.state import restart, snapshot
from tangentlite.specialize.state.restart import Assumptions
from tests.house import PACKAGE, files, module_of, tree_of

WALK = ("values", "builder", "specialize", "modes")


def test_signals_of_the_walk_stand_in_two_files():
    """What goes on elsewhere, and how a path of the program ends."""
    found = {
        module_of(path).removeprefix("tangentlite.specialize.state.")
        for path in files()
        if path.relative_to(PACKAGE).parts[0] in WALK
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef)
        if any("Exception" in ast.unparse(base) for base in node.bases)
    }
    assert found == {"paths", "restart"}


def subclasses(cls):
    return [cls, *(one for sub in cls.__subclasses__() for one in subclasses(sub))]


def test_each_restart_adds_an_assumption():
    first = Assumptions()
    key, source = (1, "n"), object()
    assert restart.BindsVariable(key).added_to(first).binds == {key}
    assert restart.WritesList("items").added_to(first).copied == {"items"}
    assert restart.AppendsTo(7).added_to(first).appended == {7}
    in_vain = Assumptions(appended=frozenset({7}))
    assert restart.AppendsTo(7).added_to(in_vain).appended is None
    found = restart.NeedsStatements(source, ValueError()).added_to(first)
    assert found.in_steps == {source}
    assert restart.CalledOften(len).added_to(first).called == {len: True}
    made = {cls.__name__ for cls in subclasses(restart.Restart)}
    assert made == {
        "Restart", "BindsVariable", "WritesList", "AppendsTo", "NeedsStatements",
        "CalledOften",
    }  # fmt: skip


def test_a_condition_that_stays_one_is_an_error():
    error = errors.UnsupportedError("it is called in a condition")
    with pytest.raises(errors.UnsupportedError, match="in a condition"):
        restart.NeedsStatements(None, error).added_to(Assumptions())


def builder() -> Builder:
    names = Names()
    return Builder(names, References({}, names))


def statement() -> gast.stmt:
    return build.assign("x", build.constant(1.0), 1)


def test_what_is_speculated_is_forgotten_where_it_fails():
    b = builder()
    b.add(statement())
    with snapshot.speculate(b, restart.NeedsUnrolling) as walk:
        b.add(statement())
        b.control.tries.append(object())
        b.control.unreached.append(errors.UnsupportedError("not there yet"))
        raise restart.NeedsUnrolling
    assert isinstance(walk.failed, restart.NeedsUnrolling)
    assert len(b.block) == 1 and not b.control.tries and not b.control.unreached


def test_what_is_speculated_stays_where_it_works():
    b = builder()
    with snapshot.speculate(b, restart.NeedsUnrolling) as walk:
        b.add(statement())
    assert walk.failed is None and len(b.block) == 1


def test_other_signals_pass():
    b = builder()
    with pytest.raises(restart.Unchanged):
        with snapshot.speculate(b, restart.NeedsUnrolling):
            raise restart.Unchanged


def test_nothing_remains_of_a_dry_run():
    b = builder()
    with snapshot.dry_run(b):
        b.add(statement())
    assert not b.block


def counted(x):
    global TOTAL
    TOTAL = TOTAL + 1.0
    return x * TOTAL


TOTAL = 0.0


def test_the_walk_begins_again_with_what_it_found():
    kinds = {"x": Scalar("float64", True)}
    b, _ = program.walk(counted, kinds, Assumptions())
    assert [name for _, name in b.assumed.binds] == ["TOTAL"]
    again, _ = program.walk(counted, kinds, b.assumed)
    assert again.assumed is b.assumed
