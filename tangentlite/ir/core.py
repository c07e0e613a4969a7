"""The core language: its grammar, and a checker of functions.

`specialize/` emits it, and all passes preserve it until `pretty/` nests expressions.

    body     ::= stmt* return                    return   ::= return argument
    stmt     ::= NAME = rhs | NAME, ... = NAME.pop() | NAME[index] = argument
               | NAME OP= atom | NAME[index] OP= atom | call | rhs | # comment
               | if test: stmt* [else: stmt*] | if test: stmt* break
               | for NAME in counts: stmt* | while test: stmt*
               | def NAME(NAME, ...): body
    rhs      ::= atom | operand OP operand | OP atom | atom COMPARES atom ... | call
               | NAME[index] | item | NAME.attr | NAME.attr[CONSTANT] | [atom, ...]
               | test, where NAME is a flag (its kind has the dtype bool)
    call     ::= callee(argument, ..., key=argument), of two functions callee(test, ...)
    callee   ::= NAME | NAME.attr | CONSTANT.attr
    argument ::= atom | NAME.attr | item | (argument, ...) | [argument, ...]
               | {CONSTANT: argument, ...}
               | slice(argument, ...) | counts | list(argument) | np.shape(argument)
    operand  ::= atom | (argument, ...)          item     ::= NAME[key] | item[key]
    counts   ::= range(argument, ...) | reversed(argument)
    key      ::= CONSTANT | NAME | (key, ...), where NAME is a member of an enumeration
    index    ::= selector | (selector, ...)
    selector ::= argument | [atom] : [atom] [: atom]
    atom     ::= NAME | CONSTANT | -CONSTANT | -np.inf
    test     ::= an expression without lambdas, comprehensions and bindings

A loop is left only from the top level of its body. A CONSTANT is a finite number, not
negative, imaginary or complex, a bool, a string, bytes, None or `...`. A dotted name
like `np.sin` is one NAME, which only `Function.references` defines. Each statement
occurs once in one tree and has a position (`ir.function.position`). A name that is read
is a parameter, a reference, or bound on some path; each bound name has a kind.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set

import gast

from tangentlite.ir.function import LINES_PER_SOURCE, Function
from tangentlite.ir.leaves import Comment, is_constant
from tangentlite.ir.rewrite import (
    binds,
    blocks,
    bound_in,
    leaves_loop,
    reads,
    statements,
)

Block = Sequence[gast.stmt]


class CoreError(AssertionError):
    """A function is not in the core language; the message shows the statement."""


def check(function: Function) -> None:
    """Raise CoreError unless a function is in the core language.

    >>> from tangentlite.ir.function import Parameter
    >>> text = 'def f(x):\\n    y = x * x + 1.0\\n    return y'
    >>> body = tuple(gast.parse(text).body[0].body)
    >>> check(Function('f', (Parameter('x'),), body, {'y': None}, {}, ()))
    Traceback (most recent call last):
    ...
    tangentlite.ir.core.CoreError: a nested expression: y = x * x + 1.0
    """
    kinds = function.kinds
    flags = {n for n, kind in kinds.items() if getattr(kind, "dtype", None) == "bool"}
    known = {parameter.name for parameter in function.parameters}
    known.update(function.references)
    known.update(function.joined)  # a phi may be unbound on some path
    _check_places(function)
    _check_body(function.body, flags)
    _check_names(function.body, kinds.keys(), known, set())


def _require(condition: bool, what: str, statement: gast.stmt) -> None:
    if not condition:
        raise CoreError(f"{what}: {_text(statement)}")


def _text(statement: gast.stmt) -> str:
    """Return the first line of a statement, or its tree if it cannot be printed."""
    try:
        first, *rest = ast.unparse(gast.gast_to_ast(statement)).splitlines()
    except Exception:  # a malformed tree can raise anything
        return gast.dump(statement)
    return f"{first} ..." if rest else first


def _check_places(function: Function) -> None:
    seen: set[gast.stmt] = set()
    end = max(len(function.sources), 1) * LINES_PER_SOURCE
    for statement in statements(function.body):
        _require(statement not in seen, "a statement in two places", statement)
        seen.add(statement)
        line = getattr(statement, "lineno", -1)
        _require(0 <= line < end, f"line {line} of no source", statement)


def _check_names(
    block: Block, kinds: Set[str], bound: set[str], earlier: set[str]
) -> set[str]:
    """Check the names of a block and return those that may be bound after it.

    `earlier` holds the names that earlier iterations of enclosing loops may have bound.
    They count in inner blocks only: the rest of a body runs in the first iteration too.
    """
    for statement in block:
        for name in reads(statement):
            _require(name in bound, f"{name} is read before it is bound", statement)
        if isinstance(statement, gast.FunctionDef):
            own = {argument.id for argument in statement.args.args}
            _check_names(statement.body, kinds, bound | own | earlier, set())
            bound = bound | {statement.name}
            continue
        for name in binds(statement):
            _require(name in kinds, f"{name} has no kind", statement)
        bound = bound.union(binds(statement))
        repeated = earlier
        if isinstance(statement, (gast.For, gast.While)):
            repeated = earlier | bound_in(statement.body)
        entry = bound | earlier
        for inner in blocks(statement):
            bound = bound | _check_names(inner, kinds, entry, repeated)
    return bound


def _check_body(body: Block, flags: Set[str]) -> None:
    last = body[-1] if body else gast.Pass()
    _require(isinstance(last, gast.Return), "no return at the end", last)
    _require(_is_argument(last.value), "a nested expression", last)
    _check_block(body[:-1], flags)


def _check_block(block: Block, flags: Set[str]) -> None:
    for statement in block:
        _require(type(statement) in _STATEMENTS, "not a core statement", statement)
        _STATEMENTS[type(statement)](statement, flags)


def _check_assign(node: gast.Assign, flags: Set[str]) -> None:
    target, value = node.targets[0], node.value
    _require(len(node.targets) == 1, "several targets", node)
    if _is_variable(target):
        flag = target.id in flags and _is_test(value)
        _require(flag or _is_right_hand_side(value), "a nested expression", node)
    elif isinstance(target, gast.Tuple):
        names = all(map(_is_variable, target.elts))
        _require(names and _is_pop(value), "names unpacked from no pop", node)
    else:
        _require(_is_element(target), "a target beyond NAME[index]", node)
        _require(_is_argument(value), "a nested expression", node)


def _check_augmented(node: gast.AugAssign, flags: Set[str]) -> None:
    simple = _is_variable(node.target) or _is_element(node.target)
    _require(simple, "a target beyond NAME[index]", node)
    _require(_is_atom(node.value), "a nested expression", node)


def _check_effect(node: gast.Expr, flags: Set[str]) -> None:
    value = node.value
    comment = isinstance(value, gast.Constant) and isinstance(value.value, Comment)
    read = isinstance(value, gast.Name)  # raises if the name is unbound
    effect = comment or read or _is_call(value) or _is_raise(value)
    raises = isinstance(value, (gast.BinOp, gast.Compare, gast.Subscript))
    _require(effect or raises and _is_right_hand_side(value), "no effect", node)


def _is_raise(node: gast.expr) -> bool:
    """Whether a call raises an exception that it or its cause constructs."""
    called = isinstance(node, gast.Call) and _callee(node) == "raise_error"
    return called and all(_is_call(item) or _is_argument(item) for item in node.args)


def _check_branch(node: gast.If, flags: Set[str]) -> None:
    _require(_is_test(node.test), "not a test", node)
    _require(not leaves_loop(node), "an exit inside a block", node)
    _check_block(node.body, flags)
    _check_block(node.orelse, flags)


def _check_loop(node: gast.For | gast.While, flags: Set[str]) -> None:
    if isinstance(node, gast.For):
        counts = _is_variable(node.target) and _is_counts(node.iter)
        _require(counts, "a loop that is not NAME in a range", node)
    else:
        _require(_is_test(node.test), "not a test", node)
    _require(not node.orelse, "else behind a loop", node)
    for statement in node.body:
        if leaves_loop(statement):
            _require(_is_test(statement.test), "not a test", statement)
            _require(not statement.orelse, "else behind an exit", statement)
            _check_block(statement.body[:-1], flags)
        else:
            _check_block([statement], flags)


def _check_definition(node: gast.FunctionDef, flags: Set[str]) -> None:
    _check_body(node.body, flags)


_STATEMENTS = {
    gast.Assign: _check_assign,
    gast.AugAssign: _check_augmented,
    gast.Expr: _check_effect,
    gast.If: _check_branch,
    gast.For: _check_loop,
    gast.While: _check_loop,
    gast.FunctionDef: _check_definition,
}


def _is_right_hand_side(node: gast.expr) -> bool:
    if isinstance(node, gast.BinOp):
        text = isinstance(node.op, gast.Mod) and isinstance(node.left, gast.Constant)
        sides = (node.left, node.right)
        plain = all(_is_atom(side) or isinstance(side, gast.Tuple) for side in sides)
        return (plain or text) and all(map(_is_argument, sides))
    if isinstance(node, gast.UnaryOp):
        return _is_atom(node.operand)
    if isinstance(node, gast.Compare):
        return _is_atom(node.left) and all(map(_is_atom, node.comparators))
    if isinstance(node, gast.List):
        return all(map(_is_atom, node.elts))
    simple = _is_atom(node) or _is_attribute(node) or _is_item(node)
    return simple or _is_element(node) or _is_call(node)


def _is_call(node: gast.expr) -> bool:
    if not isinstance(node, gast.Call):
        return False
    owner = node.func.value if isinstance(node.func, gast.Attribute) else None
    text = isinstance(owner, gast.Constant)
    named = isinstance(node.func, gast.Name) or _is_attribute(node.func) or text
    # One formats objects constructed for it, the other takes a condition.
    if _callee(node) in ("formatted", "require_bound"):
        return all(map(_is_test, node.args))
    arguments = (*node.args, *(keyword.value for keyword in node.keywords))
    return named and all(map(_is_argument, arguments))


def _is_argument(node: gast.expr) -> bool:
    if isinstance(node, (gast.Tuple, gast.List)):
        return all(map(_is_argument, node.elts))
    if isinstance(node, gast.Dict):
        keys = (_is_atom(key) or _is_key(key) for key in node.keys)
        return all(keys) and all(map(_is_argument, node.values))
    if isinstance(node, gast.Call):
        return _callee(node) in _INNER and all(map(_is_argument, node.args))
    return _is_atom(node) or _is_attribute(node) or _is_item(node)


# Calls that are allowed in arguments, as their results are not values of the program.
_INNER = ("slice", "range", "reversed", "list", "shape")


def _is_counts(node: gast.expr) -> bool:
    counts = isinstance(node, gast.Call) and _callee(node) in ("range", "reversed")
    return counts and _is_argument(node)


def _callee(node: gast.Call) -> str:
    """Return the callee's name; a shadowed builtin may be spelled with its module."""
    return node.func.id.split(".")[-1] if isinstance(node.func, gast.Name) else ""


def _is_pop(node: gast.expr) -> bool:
    method = isinstance(node, gast.Call) and _is_attribute(node.func)
    return method and node.func.attr == "pop" and not node.args


def _is_attribute(node: gast.expr) -> bool:
    return isinstance(node, gast.Attribute) and _is_held(node.value)


def _is_item(node: gast.expr) -> bool:
    known = isinstance(node, gast.Subscript) and _is_key(node.slice)
    return known and _is_held(node.value)


def _is_key(node: gast.expr) -> bool:
    """Whether an index is constant: a literal, an enumeration's member, or several."""
    if isinstance(node, gast.Tuple):
        return all(map(_is_key, node.elts))
    member = isinstance(node, gast.Name) and "." in node.id
    return isinstance(node, gast.Constant) or member


def _is_held(node: gast.expr) -> bool:
    """Whether an expression is a name followed by attributes and constant keys."""
    return isinstance(node, gast.Name) or _is_attribute(node) or _is_item(node)


def _is_element(node: gast.expr) -> bool:
    if not (isinstance(node, gast.Subscript) and isinstance(node.value, gast.Name)):
        return False
    if isinstance(node.slice, gast.Tuple):
        return all(map(_is_selector, node.slice.elts))
    return _is_selector(node.slice)


def _is_selector(node: gast.expr) -> bool:
    if isinstance(node, gast.Slice):
        bounds = (node.lower, node.upper, node.step)
        return all(bound is None or _is_atom(bound) for bound in bounds)
    return _is_argument(node)


def _is_atom(node: gast.expr) -> bool:
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        infinite = isinstance(node.operand, gast.Name) and node.operand.id == "np.inf"
        return infinite or is_constant(node.operand)
    return isinstance(node, gast.Name) or is_constant(node)


def _is_variable(node: gast.expr) -> bool:
    return isinstance(node, gast.Name) and node.id.isidentifier()


def _is_test(node: gast.expr) -> bool:
    return not any(isinstance(child, _BINDING) for child in gast.walk(node))


_BINDING = (gast.Lambda, gast.comprehension, gast.NamedExpr, gast.Yield, gast.YieldFrom)
