"""Objects that exist before the call: arguments, globals, and their write-back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from tangentlite.values.base import Atom, Value
from tangentlite.values.heap import Cell, Global
from tangentlite.values.structure import atoms

# Marks classes that are defined in the function, and their methods.
LOCAL = "__tangentlite_local__"


@dataclass(frozen=True)
class Computed:
    """A member, which is computed, of a class that is defined in the function."""

    value: Value


@dataclass(slots=True)
class Outside:
    """Objects that existed before, by the expressions that reach them."""

    # the values of the parameters; statements that read the items of structures
    inputs: dict[str, Value] = field(default_factory=dict)
    entry: list[gast.stmt] = field(default_factory=list)
    # copies of captured arrays and lists that are written, in front of the program
    prelude: list[gast.stmt] = field(default_factory=list)
    # lists, dicts and objects from outside that are written back, with the expressions
    # that reach them; arrays in them that are written, with their copies
    origins: dict[Cell, gast.expr] = field(default_factory=dict)
    copied: list[tuple[Atom, Atom | Cell]] = field(default_factory=list)
    # during the write-back: the expressions of lists, dicts, objects and arrays, those
    # from outside and new ones
    shared: dict[object, gast.expr] = field(default_factory=dict)
    # summary objects of several ones, some of them from outside
    unsure: set[object] = field(default_factory=set)
    # objects from outside whose identity is tested
    compared: dict[Cell, None] = field(default_factory=dict)
    # the copies of the arguments that the function works on, and containers in them
    held: dict[str, Value] = field(default_factory=dict)
    changeable: list[Cell] = field(default_factory=list)
    # containers in global and captured variables, by the names that read them: the
    # originals, and the copies that the function works on
    read: dict[str, Value] = field(default_factory=dict)
    containers: dict[str, Value] = field(default_factory=dict)
    # objects from outside by identity: the object, the expression that reads it, its
    # value; aliases of them, with what these alias; copies that the function works on
    met: dict[int, tuple[object, gast.expr, Any]] = field(default_factory=dict)
    aliases: list[tuple[gast.expr, gast.expr, Any]] = field(default_factory=list)
    works_on: dict[object, Any] = field(default_factory=dict)
    # variables of modules and classes that the function binds, by owner and name,
    # and how often one was read
    globals: dict[tuple[int, str], Global] = field(default_factory=dict)
    reads_of_bound: int = 0
    # names of items that have no variable of the user's yet
    read_items: set[str] = field(default_factory=set)
    # classes, with attributes that only some of their objects may have themselves
    inherited: set[tuple[type, str]] = field(default_factory=set)
    # objects of the program that weak references are kept to
    gone: list[Cell] = field(default_factory=list)

    def given(self) -> set[str]:
        """Return the names of arrays and numbers from outside, also in objects."""
        values = (*self.inputs.values(), *self.read.values())
        return {str(atom.name) for value in values for atom in atoms(value)}
