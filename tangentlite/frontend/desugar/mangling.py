"""Name mangling: `__v` in a class is `_Class__v`."""

from __future__ import annotations

from typing import TypeVar

import gast

Tree = TypeVar("Tree", bound=gast.AST)


def with_private_names(tree: Tree, qualified_name: str) -> Tree:
    """Return a function with its private names mangled.

    The class is in the qualified name of the function's code.

    >>> tree = gast.parse('def get(self): return self.__v + __v').body[0]
    >>> print(gast.unparse(with_private_names(tree, 'Outer.Account.get')).strip())
    def get(self):
        return self._Account__v + _Account__v
    """
    owner = class_of(qualified_name)
    return tree if owner is None else _Private(owner).visit(tree)


def with_names_of_class(tree: gast.ClassDef) -> gast.ClassDef:
    """Return a class that is defined in a function with its private names mangled.

    >>> tree = gast.parse('class Account: __v = 1').body[0]
    >>> print(gast.unparse(with_names_of_class(tree)).strip())
    class Account:
        _Account__v = 1
    """
    body = [_Private(tree.name).visit(node) for node in tree.body]
    fields = {name: getattr(tree, name, None) for name in tree._fields}
    return gast.copy_location(gast.ClassDef(**{**fields, "body": body}), tree)


def class_of(qualified_name: str) -> str | None:
    """Return the innermost class around a function, None if there is none.

    >>> class_of('make.<locals>.Account.get.<locals>.inner'), class_of('make')
    ('Account', None)
    """
    parts = qualified_name.split(".")
    pairs = list(zip(parts, parts[1:]))
    return next((a for a, b in reversed(pairs) if "<locals>" not in (a, b)), None)


class _Private(gast.NodeTransformer):
    """What Python's compiler does: https://docs.python.org/3/reference/expressions.html

    Section "Private name mangling".
    """

    def __init__(self, owner: str) -> None:
        self._prefix = f"_{owner.lstrip('_')}" if owner.strip("_") else ""

    def _name(self, name: str | None) -> str | None:
        private = name and name.startswith("__") and not name.endswith("__")
        return f"{self._prefix}{name}" if private else name

    def visit_Name(self, node: gast.Name) -> gast.AST:
        new = gast.Name(
            self._name(node.id), node.ctx, self._visited(node.annotation), None
        )
        return gast.copy_location(new, node)

    def visit_Attribute(self, node: gast.Attribute) -> gast.AST:
        new = gast.Attribute(self.visit(node.value), self._name(node.attr), node.ctx)
        return gast.copy_location(new, node)

    def visit_keyword(self, node: gast.keyword) -> gast.AST:
        new = gast.keyword(self._name(node.arg), self.visit(node.value))
        return gast.copy_location(new, node)

    def visit_Global(self, node: gast.Global) -> gast.AST:
        return gast.copy_location(gast.Global(list(map(self._name, node.names))), node)

    def visit_Nonlocal(self, node: gast.Nonlocal) -> gast.AST:
        names = list(map(self._name, node.names))
        return gast.copy_location(gast.Nonlocal(names), node)

    def visit_FunctionDef(self, node: gast.FunctionDef) -> gast.AST:
        inside = self.generic_visit(node)
        inside.name = self._name(node.name)
        return inside

    def visit_alias(self, node: gast.alias) -> gast.AST:
        bound = node.asname or node.name
        new = bound if "." in bound else self._name(bound)
        asname = new if new != node.name else node.asname
        return gast.copy_location(gast.alias(node.name, asname), node)

    def visit_MatchAs(self, node: gast.MatchAs) -> gast.AST:
        new = gast.MatchAs(self._visited(node.pattern), self._name(node.name))
        return gast.copy_location(new, node)

    def visit_MatchStar(self, node: gast.MatchStar) -> gast.AST:
        return gast.copy_location(gast.MatchStar(self._name(node.name)), node)

    def visit_MatchMapping(self, node: gast.MatchMapping) -> gast.AST:
        inside = self.generic_visit(node)
        inside.rest = self._name(node.rest)
        return inside

    def _visited(self, node: gast.AST | None) -> gast.AST | None:
        return None if node is None else self.visit(node)
