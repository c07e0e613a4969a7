"""Objects that exist before the call: arguments, globals, and their write-back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import gast

from tangentlite.values.base import Atom, Value
from tangentlite.values.heap import Cell, Global
from tangentlite.values.structure import atoms


@dataclass(slots=True)
class Outside:
    """Objects that existed before, by the expressions that reach them."""

    # what each parameter stands for; of one with structure, `entry` reads the items
    inputs: dict[str, Value] = field(default_factory=dict)
    entry: list[gast.stmt] = field(default_factory=list)
    # copies of what is captured and written, in front of the program
    prelude: list[gast.stmt] = field(default_factory=list)
    # lists, dicts and objects from outside that get their contents back, by what the
    # code reaches them by; arrays in them that are written, with their copies
    origins: dict[Cell, gast.expr] = field(default_factory=dict)
    copied: list[tuple[Atom, Atom | Cell]] = field(default_factory=list)
    # what lists, dicts, objects and names of arrays are while objects from outside get
    # their contents back: the very objects from outside, and new ones by their names
    shared: dict[object, gast.expr] = field(default_factory=dict)
    # cells that stand for one of several objects, some of them from outside
    unsure: set[object] = field(default_factory=set)
    # objects from outside that are asked whether they are others
    compared: dict[Cell, None] = field(default_factory=dict)
    # what the function works on in place of its arguments, and containers among them
    held: dict[str, Value] = field(default_factory=dict)
    changeable: list[Cell] = field(default_factory=list)
    # containers in global and captured variables, by the names that they are read by:
    # what is read, and what the function works on
    read: dict[str, Value] = field(default_factory=dict)
    containers: dict[str, Value] = field(default_factory=dict)
    # of objects from outside, by identity: the object, what it is read by, as what;
    # further names for them, and what they mean; what the function works on
    met: dict[int, tuple[object, gast.expr, Any]] = field(default_factory=dict)
    aliases: list[tuple[gast.expr, gast.expr, Any]] = field(default_factory=list)
    works_on: dict[object, Any] = field(default_factory=dict)
    # variables of modules and classes that the function binds, by owner and name
    globals: dict[tuple[int, str], Global] = field(default_factory=dict)
    # items that are not named after a variable of the user's yet
    read_items: set[str] = field(default_factory=set)
    # classes, and attributes that some of their objects may have of their own, or not
    inherited: set[tuple[type, str]] = field(default_factory=set)

    def given(self) -> set[str]:
        """Return the names of what is from outside, in arguments and objects."""
        values = (*self.inputs.values(), *self.read.values())
        return {str(atom.name) for value in values for atom in atoms(value)}
