"""Statements that bind or unbind names: del and import."""

from __future__ import annotations

import importlib

import gast

from tangentlite.specialize import (
    access,
    attributes,
    container_writes,
    expressions,
    operators,
)
from tangentlite.specialize.builder import Builder
from tangentlite.specialize.heap import Instance
from tangentlite.specialize.records import Known
from tangentlite.specialize.values import UNBOUND, is_container


def delete(b: Builder, target: gast.expr) -> None:
    """Walk `del target`."""
    if isinstance(target, gast.Name):
        expressions.evaluate(b, _target_read(target))  # raises if it is not bound
        access.bind(b, target.id, UNBOUND)
    elif isinstance(target, (gast.Tuple, gast.List)):
        for part in target.elts:
            delete(b, part)
    else:
        owner = expressions.evaluate(b, target.value)
        if isinstance(target, gast.Attribute) and isinstance(owner, Instance):
            attributes.delete(b, owner, target.attr, target)
        elif isinstance(target, gast.Subscript) and is_container(owner):
            container_writes.delete_item(b, target, owner)
        else:
            raise b.error(f"del of {operators.describe(owner)} is not supported.", "")


def _target_read(target: gast.Name) -> gast.Name:
    """Return the node that reads the variable of a target."""
    return gast.copy_location(gast.Name(target.id, gast.Load(), None, None), target)


def run_import(b: Builder, node: gast.Import | gast.ImportFrom) -> None:
    """Walk an import: the module is imported now."""
    package = b.frame.globals.get("__package__")
    if isinstance(node, gast.Import):
        for part in node.names:
            module = importlib.import_module(part.name)
            if part.asname is None:
                module = importlib.import_module(part.name.split(".")[0])
            access.bind(b, part.asname or part.name.split(".")[0], Known(module))
        return
    name = "." * (node.level or 0) + (node.module or "")
    module = importlib.import_module(name, package)
    for part in node.names:
        if part.name == "*":
            raise b.error("import * is not supported.", "Name what you import.", node)
        if not hasattr(module, part.name):
            importlib.import_module(f"{name}.{part.name}", package)
        value = access.read_attribute(b, Known(module), part.name, part.name)
        access.bind(b, part.asname or part.name, value)
