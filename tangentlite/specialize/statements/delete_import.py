"""Statements that bind or unbind names: del and import."""

from __future__ import annotations

import importlib
from typing import Any

import gast

from tangentlite import handlers, operations
from tangentlite.builder.builder import Builder
from tangentlite.kinds.objects import libraries
from tangentlite.specialize.statements import container_writes
from tangentlite.values.base import Known
from tangentlite.values.callable_values import UNBOUND
from tangentlite.values.heap import Instance
from tangentlite.values.objects import attributes
from tangentlite.values.structure import is_container


@handlers.statement(gast.Delete)
def run_delete(b: Builder, node: gast.Delete) -> None:
    """Walk `del target, ...`."""
    for target in node.targets:
        _delete(b, target)


def _delete(b: Builder, target: gast.expr) -> None:
    """Walk `del target`."""
    if isinstance(target, gast.Name):
        operations.evaluate(b, _target_read(target))  # raises if it is not bound
        operations.bind_name(b, target.id, UNBOUND)
    elif isinstance(target, (gast.Tuple, gast.List)):
        for part in target.elts:
            _delete(b, part)
    else:
        owner = operations.evaluate(b, target.value)
        if isinstance(target, gast.Attribute) and isinstance(owner, Instance):
            attributes.delete(b, owner, target.attr, target)
        elif isinstance(target, gast.Subscript) and is_container(owner):
            container_writes.delete_item(b, target, owner)
        else:
            raise b.error(f"del of {owner.describe()} is not supported.", "")


def _target_read(target: gast.Name) -> gast.Name:
    """Return the node that reads the variable of a target."""
    return gast.copy_location(gast.Name(target.id, gast.Load(), None, None), target)


def _imported(b: Builder, name: str, package: str | None, node) -> Any:
    if package is not None or not libraries.is_library(name):
        b.references.depends_on_process()  # it may not be there, and import does things
    try:
        return importlib.import_module(name, package)
    except ImportError as error:
        raise operations.certain_error(
            b, error, "Install it, or check the name.", node
        ) from None


def _is_module(owner: str, name: str, package: str | None) -> bool:
    """Whether a package has a module; imports it."""
    try:
        importlib.import_module(f"{owner}.{name}", package)
    except ModuleNotFoundError:
        return False
    return True


@handlers.statement(gast.Import, gast.ImportFrom)
def run_import(b: Builder, node: gast.Import | gast.ImportFrom) -> None:
    """Walk an import: the module is imported now."""
    named = b.frame.globals.get("__package__")
    package = named if isinstance(named, str) else None
    if isinstance(node, gast.Import):
        for part in node.names:
            module = _imported(b, part.name, None, node)
            if part.asname is None:
                module = _imported(b, part.name.split(".")[0], None, node)
            operations.bind_name(
                b, part.asname or part.name.split(".")[0], Known(module)
            )
        return
    name = "." * (node.level or 0) + (node.module or "")
    module = _imported(b, name, package if node.level else None, node)
    for part in node.names:
        if part.name == "*":
            raise b.error("import * is not supported.", "Name what you import.", node)
        has = hasattr(module, part.name)
        if not has:
            b.references.depends_on_process()
        if not has and not _is_module(name, part.name, package):
            text = f"cannot import name {part.name!r} from {module.__name__!r}"
            file = getattr(module, "__file__", None) or "unknown location"
            error = ImportError(f"{text} ({file})", name=module.__name__)
            instead = libraries.on_unknown(module)
            raise operations.certain_error(b, error, instead, node)
        value = operations.read_attribute(b, Known(module), part.name, part.name)
        operations.bind_name(b, part.asname or part.name, value)
