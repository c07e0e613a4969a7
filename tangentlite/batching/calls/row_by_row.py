"""Calls without a rule: made for one example after the other."""

from __future__ import annotations

import types
from typing import Any

import gast
import numpy as np

from tangentlite.batching.block_program import BlockProgram
from tangentlite.ir import build
from tangentlite.ir.rewrite import names_in, substitute
from tangentlite.kinds.kind import Array, ListOf, Scalar
from tangentlite.rules.call_effects import effects_of
from tangentlite.rules.registry import rule_of


def row_by_row(program: BlockProgram, node: gast.Call, kind: Any) -> gast.expr:
    """Return the stacked results of a call for each example."""
    if not isinstance(kind, (Scalar, Array)) or getattr(kind, "shape", 0) is None:
        raise program.refuse(
            f"the number of axes is not known of {getattr(node.func, 'id', 'it')}"
        )
    function = program.references.get(getattr(node.func, "id", ""))
    rule = rule_of(function)
    acts = rule is None or rule.writes or effects_of(function).acts
    acts = acts or any(keyword.arg == "out" for keyword in node.keywords)
    if acts or isinstance(function, types.MethodType):  # a generator's may draw
        raise program.refuse("a call that acts depends on the input")
    read = [name for name in dict.fromkeys(names_in(node)) if name in program.names]
    kinds = [program.kind(build.name(name)) for name in read]
    if not all(isinstance(one, (Scalar, Array)) for one in kinds):
        raise program.refuse("a container is given to a call")
    rows, outer = program.size("parts"), program.out
    program.kinds[rows] = ListOf(kind)
    counter = program.size("row")
    program.emit(build.assign(rows, build.display([], list)))
    program.out = []
    parts: dict[str, gast.expr] = {}
    for name, one in zip(read, kinds):
        row = build.subscript(build.name(name), build.name(counter))
        parts[name] = program.view_of(build.name(name), row, one, batched=False)
    result = program.named(substitute(node, parts), kind, batched=False)
    append = build.attribute(build.name(rows), "append")
    program.emit(build.effect(build.call(append, [result])))
    body, program.out = program.out, outer
    counts = build.call(build.name("range"), [build.name(program.count)])
    program.references.setdefault("range", range)
    program.emit(build.loop(counter, counts, body))
    return program.call(np.stack, [build.name(rows)])
