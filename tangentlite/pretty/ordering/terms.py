"""Normal form of sums and products: terms in the order of the product rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import gast

from tangentlite.ir import build
from tangentlite.ir.leaves import number_of


def ordered(node: gast.expr, variable: str = "") -> gast.expr:
    """Return an expression of real numbers with fewer signs and parentheses.

    `a + -b * c` is `a - b * c`, `a + (b - c)` is `a + b - c`, `2.0 * (a * b)` is
    `2.0 * a * b` and `a * (2.0 * b)` is `2.0 * b * a`. The term that is `variable`
    stands first. All is exact in real arithmetic; numbers that are multiplied earlier
    are literals.

    >>> def show(text):
    ...     from tangentlite.emit.text.printer import print_expression
    ...     print(print_expression(ordered(gast.parse(text, mode="eval").body, "s")))
    >>> show("4.0 * (a * (1.0 - l)) + -a * (4.0 * l)")
    4.0 * a * (1.0 - l) - 4.0 * l * a
    >>> show("a + (b - (c - d))")
    a + b - c + d
    >>> show("a * b + s")
    s + a * b
    >>> show("-a * b + c")
    c - a * b
    >>> show("e + a * b + e"), show("2.0 * (0.5 * (a / r) / r) * d")
    2.0 * e + a * b
    a / r / r * d
    (None, None)
    >>> show("c - -1.0 / s * v"), show("c - 2.0 * (-0.5 * v / s)")
    c + v / s
    c + v / s
    (None, None)
    >>> show("0.5 * v + 0.5 * v"), show("c - b - b"), show("--0.5 * b")
    v
    c - 2.0 * b
    0.5 * b
    (None, None, None)
    """
    node = _gathered(_inner_first(node))
    if isinstance(node, gast.BinOp) and isinstance(node.op, gast.Add):
        first = isinstance(node.left, gast.Name) and node.left.id == variable
        last = isinstance(node.right, gast.Name) and node.right.id == variable
        if last and not first:
            node = gast.BinOp(node.right, node.op, node.left)
    return node


def terms_of(node: gast.expr, sign: int = 1) -> Iterator[tuple[int, gast.expr]]:
    """Yield the terms of a sum with their signs.

    >>> [sign for sign, _ in terms_of(gast.parse("a - (b + c)", mode="eval").body)]
    [1, -1, -1]
    """
    if isinstance(node, gast.BinOp) and isinstance(node.op, (gast.Add, gast.Sub)):
        yield from terms_of(node.left, sign)
        yield from terms_of(
            node.right, sign if isinstance(node.op, gast.Add) else -sign
        )
    else:
        yield sign, node


def sum_of(terms: Sequence[tuple[int, gast.expr]]) -> gast.expr:
    """Return the sum of terms, of which the first is positive."""
    total = terms[0][1]
    for sign, term in terms[1:]:
        total = gast.BinOp(total, gast.Add() if sign > 0 else gast.Sub(), term)
    return total


def _gathered(node: gast.expr) -> gast.expr:
    """Merge a term that a sum has twice."""
    terms = list(terms_of(node))
    for place, (sign, term) in enumerate(terms):
        for other in range(place + 1, len(terms)):
            if terms[other][0] == sign and _is_same(terms[other][1], term):
                twice = gast.BinOp(gast.Constant(2.0, None), gast.Mult(), term)
                terms[place] = sign, _product(twice)
                del terms[other]
                return _gathered(sum_of(terms)) if terms[0][0] > 0 else node
    return node


def _inner_first(node: gast.expr) -> gast.expr:
    """Order the operands of a sum or product, but not indices and exponents."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        operand = _inner_first(node.operand)
        same = operand is node.operand
        return _ordered(node if same else gast.UnaryOp(node.op, operand))
    if not isinstance(node, gast.BinOp) or type(node.op) not in _EXACT:
        return node
    left, right = _inner_first(node.left), _inner_first(node.right)
    if left is not node.left or right is not node.right:
        new = gast.BinOp(left, node.op, right)
        if "lineno" in node.__dict__:
            new.lineno = node.lineno
        node = new
    return _ordered(node)


def _ordered(node: gast.AST) -> gast.AST:
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        return _positive(node.operand) or node
    if isinstance(node, gast.BinOp):
        rule = _RULES.get(type(node.op))
        new = rule(node) if rule else node
        if new is not node and "lineno" in node.__dict__:
            new.lineno = node.lineno
        return new
    return node


def _sum(node: gast.BinOp) -> gast.BinOp:
    left, right = node.left, node.right
    if _is_same(left, right):
        return _product(gast.BinOp(gast.Constant(2.0, None), gast.Mult(), left))
    positive = _positive(right)
    if positive is not None:
        return _difference(gast.BinOp(left, gast.Sub(), positive))
    positive = _positive(left)
    if positive is not None and not isinstance(right, gast.Constant):
        return _difference(gast.BinOp(right, gast.Sub(), positive))
    if isinstance(right, gast.BinOp) and isinstance(right.op, (gast.Add, gast.Sub)):
        inner = _sum(gast.BinOp(left, gast.Add(), right.left))
        return _again(gast.BinOp(inner, right.op, right.right))
    return node


def _difference(node: gast.BinOp) -> gast.BinOp:
    left, right = node.left, node.right
    if isinstance(left, gast.BinOp) and isinstance(left.op, gast.Sub):
        if _is_same(left.right, right):
            twice = gast.BinOp(gast.Constant(2.0, None), gast.Mult(), right)
            return _difference(gast.BinOp(left.left, gast.Sub(), _product(twice)))
    positive = _positive(right)
    if positive is not None:
        return _sum(gast.BinOp(left, gast.Add(), positive))
    if isinstance(right, gast.BinOp) and isinstance(right.op, (gast.Add, gast.Sub)):
        inner = _difference(gast.BinOp(left, gast.Sub(), right.left))
        other = gast.Sub() if isinstance(right.op, gast.Add) else gast.Add()
        return _again(gast.BinOp(inner, other, right.right))
    return node


def _again(node: gast.BinOp) -> gast.BinOp:
    return _sum(node) if isinstance(node.op, gast.Add) else _difference(node)


def _is_same(one: gast.expr, other: gast.expr) -> bool:
    """Whether two terms are the same product of names and literals."""
    if isinstance(one, gast.BinOp) and isinstance(other, gast.BinOp):
        same = type(one.op) is type(other.op) and _is_same(one.left, other.left)
        return same and _is_same(one.right, other.right)
    if isinstance(one, gast.Name) and isinstance(other, gast.Name):
        return one.id == other.id
    if isinstance(one, gast.Constant) and isinstance(other, gast.Constant):
        return type(one.value) is type(other.value) and one.value == other.value
    return False


def _positive(node: gast.expr) -> gast.expr | None:
    """Return `b * c` for `-b * c`, None if a term has no sign."""
    if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
        return node.operand
    if isinstance(node, gast.BinOp) and isinstance(node.op, (gast.Mult, gast.Div)):
        inner = _positive(node.left)
        if inner is None:
            other = _positive(node.right)
            return None if other is None else gast.BinOp(node.left, node.op, other)
        found = gast.BinOp(inner, node.op, node.right)
        return _product(found) if isinstance(node.op, gast.Mult) else found
    return None


def _product(node: gast.BinOp) -> gast.BinOp:
    left, right = node.left, node.right
    if isinstance(left, gast.BinOp) and isinstance(left.op, gast.Div):
        if number_of(left.left) == 1.0:
            return gast.BinOp(right, left.op, left.right)
    if _is_scaled(right) and not isinstance(left, gast.Constant):
        if not _is_scaled(left) and not _has_sign(left):
            return gast.BinOp(right, node.op, left)
    literal = isinstance(left, gast.Constant) and type(left.value) is float
    if literal and isinstance(right, gast.BinOp):
        if isinstance(right.op, (gast.Mult, gast.Div)):
            inner = _product(gast.BinOp(left, gast.Mult(), right.left))
            if isinstance(right.op, gast.Mult) and number_of(inner) in (1.0, -1.0):
                positive = number_of(inner) == 1.0
                return right.right if positive else build.negate(right.right)
            return gast.BinOp(inner, right.op, right.right)
    if literal and isinstance(right, gast.UnaryOp) and _positive(right) is not None:
        return gast.UnaryOp(
            gast.USub(), _product(gast.BinOp(left, node.op, right.operand))
        )
    if literal and isinstance(right, gast.Constant) and type(right.value) is float:
        if left.value in _POWERS or right.value in _POWERS:
            return gast.Constant(left.value * right.value, None)
    return node


def _has_sign(node: gast.expr) -> bool:
    return isinstance(node, gast.UnaryOp) or (
        isinstance(node, gast.BinOp)
        and isinstance(node.op, (gast.Mult, gast.Div))
        and _has_sign(node.left)
    )


def _is_scaled(node: gast.expr) -> bool:
    """Whether a product begins with a literal."""
    while isinstance(node, gast.BinOp) and isinstance(node.op, gast.Mult):
        if isinstance(node.left, gast.Constant):
            return True
        node = node.left
    return False


# Powers of two: a product with them is exact.
_POWERS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)

_EXACT = (gast.Add, gast.Sub, gast.Mult, gast.Div)
_RULES = {gast.Add: _sum, gast.Sub: _difference, gast.Mult: _product}
