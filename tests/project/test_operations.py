"""What the walk is bound by: operations and handlers, each with one implementation."""

import ast
import gc
import itertools
import weakref

import gast
import pytest

from tangentlite import handlers, operations
from tangentlite.by_kind import ByKind
from tangentlite.kinds.kind import Array, ListOf, Opaque, Scalar, Structure
from tangentlite.specialize import program
from tangentlite.specialize.exceptions.context_managers import Manager
from tangentlite.specialize.library import (
    heaps_and_bisection,
    lazy_iterators,
    standard_functions,
)
from tangentlite.values import base, callable_values, heap, iterables
from tangentlite.values.arrays.array_flags import Flags
from tests.house import PACKAGE, files, module_of, tree_of

WALK = ("values", "builder", "specialize", "modes")


def test_every_operation_has_an_implementation():
    assert program and not operations.missing()


def test_an_operation_is_implemented_once():
    with pytest.raises(TypeError, match="evaluate is no operation, or has an impl"):
        operations.implements(operations.evaluate)
    with pytest.raises(TypeError, match="print is no operation"):
        operations.implements(print)


def test_the_walk_asks_for_operations_only():
    implementing = dict(implementations())
    assert len(implementing) > 20
    for path in files():
        if path.relative_to(PACKAGE).parts[0] in WALK:
            assert not implementing.keys() & set(taken(path)), path


def taken(path):
    """The file and name of each thing that a file takes from another one."""
    known = {module_of(other) for other in files()}
    modules = {}
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.module, alias.name
                if f"{node.module}.{alias.name}" in known:
                    whole = f"{node.module}.{alias.name}"
                    modules[alias.asname or alias.name] = whole
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield modules.get(node.value.id), node.attr


def test_operations_are_not_imported_by_name():
    for path in files():
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ImportFrom):
                if node.module == "tangentlite.operations":
                    assert [alias.name for alias in node.names] == ["implements"], path


def implementations():
    """The file and name of each function that implements an operation."""
    for path in files():
        for node in tree_of(path).body:
            for decorator in getattr(node, "decorator_list", ()):
                if ast.unparse(decorator).startswith("implements(operations."):
                    yield (module_of(path), node.name), path


def test_a_handler_is_registered_once():
    with pytest.raises(TypeError, match="registered twice: .*tuple"):
        handlers.calls({tuple: print})
    with pytest.raises(TypeError, match="registered twice: .*Lambda"):
        handlers.expression(gast.Lambda)(print)


def test_handlers():
    assert handlers.of_expression(gast.BinOp) is not None
    assert handlers.of_expression(gast.Await) is None
    assert handlers.of_call(isinstance) is not None
    assert handlers.of_call(len) is not handlers.of_call(range)
    assert handlers.of_call([]) is None


def test_signatures_alone_answer_nothing():
    @operations._operation
    def made_for_this_test(x):
        """Return x."""

    with pytest.raises(NotImplementedError, match="no file implements made_for_this"):
        made_for_this_test(1)
    assert operations.missing() == ["made_for_this_test"]
    operations.implements(made_for_this_test)(abs)
    assert operations.made_for_this_test is abs and not operations.missing()
    del operations.made_for_this_test


def test_all_that_registers_is_loaded_together():
    tree = tree_of(PACKAGE / "specialize" / "implementations.py")
    loaded = {
        f"{node.module}.{alias.name}"
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert loaded == {m for m in registering() if not m.startswith("tangentlite.api")}


def registering():
    """The files that implement an operation, or register what they handle."""
    for path in files():
        for node in tree_of(path).body:
            done = getattr(node, "decorator_list", [getattr(node, "value", None)])
            texts = [ast.unparse(one) for one in done if one is not None]
            if any(text.startswith(REGISTERING) for text in texts):
                yield module_of(path)


REGISTERING = (
    "handlers.statement(", "handlers.expression(", "handlers.calls(", "implements(",
    "handlers.builtin(", "handlers.stepwise(", "handlers.traits(", "polyfill(",
    *(f"operations.{name}.{how}" for name in vars(operations)
      if isinstance(getattr(operations, name), ByKind)
      for how in ("of(", "otherwise")),
)  # fmt: skip


BY_KIND = {
    name: value
    for name, value in vars(operations).items()
    if isinstance(value, ByKind)
}


@pytest.mark.parametrize("name", BY_KIND)
def test_every_kind_of_value_has_an_answer_or_is_refused(name):
    operation = BY_KIND[name]
    for cls in value_classes():
        assert callable(operation.answer_of(object.__new__(cls))), cls
    assert len(set(operation.table.values())) > 1, "one implementation is no table"


@pytest.mark.parametrize("name", BY_KIND)
def test_only_kinds_of_values_answer(name):
    kinds = {Scalar, Array, ListOf, Opaque, Structure}
    known = value_classes() | kinds | {base.Atom, base.Known, Flags, Manager}
    assert {cls for cls, _ in BY_KIND[name].table} <= known


def value_classes():
    """The classes whose objects are what a Python variable stands for."""
    modules = (base, callable_values, heap, iterables)
    found = [c for module in modules for c in vars(module).values()]
    classes = {c for c in found if isinstance(c, type)}
    ours = {c for c in classes if c.__module__.startswith("tangentlite.values")}
    return ours - {heap.Heap, base.Value, base.Atom, base.Known}


def test_the_class_that_is_held_decides_before_the_class_of_the_value():
    operation = ByKind(test_handlers)

    @operation.of(base.Known)
    def of_known(b, value):
        return "known"

    @operation.of(base.Known, Opaque, holding=str)
    def of_text(b, value):
        return "text"

    @operation.otherwise
    def of_others(b, value):
        return "another"

    class Words(str):
        pass

    name = gast.Name("s", gast.Load(), None, None)
    assert operation(None, base.Known("a")) == "text"
    assert operation(None, base.Known(Words("a"))) == "text"
    assert operation(None, base.Known(1)) == "known"
    assert operation(None, base.Atom(name, Opaque(str))) == "text"
    assert operation(None, base.Atom(name, Opaque(int))) == "another"
    assert operation(None, heap.List(heap.Heap(), ())) == "another"
    with pytest.raises(TypeError, match="registered twice"):
        operation.of(base.Known)(of_text)
    with pytest.raises(TypeError, match="an answer for all others"):
        operation.otherwise(of_text)


def test_an_operation_that_nobody_answers_says_so():
    operation = ByKind(test_handlers)
    with pytest.raises(NotImplementedError, match="no file implements test_handlers"):
        operation(None, base.Known(1))


def test_traits_are_said_once_and_add_up():
    def one(x):
        return x

    handlers.traits(one, none="kept")
    handlers.traits(one, iterates=True)
    assert handlers.traits_of(one) == handlers.Traits("kept", iterates=True)
    with pytest.raises(TypeError, match="registered twice: none of .*one"):
        handlers.traits(one, none="asked")
    del handlers._TRAITS[one]
    assert handlers.traits_of(one) == handlers.Traits()


def test_traits_of_builtins():
    assert handlers.traits_of(isinstance).none == "asked"
    assert handlers.traits_of(len) == handlers.Traits("number", takes_all=False)
    assert handlers.traits_of(list).takes_all and handlers.traits_of(list).iterates
    assert {t.none for t in handlers._TRAITS.values()} == {
        "refused", "kept", "asked", "number",
    }  # fmt: skip


def test_classes_of_the_users_are_not_kept_alive():
    operation = operations.static_items

    def asked():
        class Mine:
            pass

        assert operation(None, base.Known(Mine())) is None
        return weakref.ref(Mine)

    mine = asked()
    gc.collect()
    assert mine() is None


def test_an_answer_may_come_late():
    operation = ByKind(test_handlers)
    operation.otherwise(lambda b, value: "another")
    assert operation(None, base.Known("a")) == "another"
    operation.of(base.Known, holding=str)(lambda b, value: "text")
    assert operation(None, base.Known("a")) == "text"
    assert operation.of_others(None, base.Known("a")) == "another"


def test_what_has_no_hash_is_not_registered():
    assert handlers.traits_of([]) == handlers.Traits()
    assert handlers.stepwise_of([]) is None and handlers.of_call([]) is None


def test_a_polyfill_stands_for_a_class():
    assert handlers.class_of(standard_functions.accumulate) is itertools.accumulate
    assert handlers.class_of(standard_functions.chained) is itertools.chain
    assert handlers.class_of(heaps_and_bisection.heappush) is None
    assert handlers.stepwise_of(itertools.accumulate).walk is lazy_iterators.accumulate
