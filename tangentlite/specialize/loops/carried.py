"""The phis of a loop: names at its head of variables and contents of containers."""

from __future__ import annotations

from dataclasses import dataclass, field

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.ownership import Holder
from tangentlite.specialize.state.frame import State
from tangentlite.values.base import Value
from tangentlite.values.heap import Cell, Contents
from tangentlite.values.structure import atoms


@dataclass
class LoopPhis:
    """The phis of a loop: of variables, and of contents of lists, dicts and objects.

    `before` is the state in front of it. `targets` are the values of the variables at
    its head, `cells` the contents of containers there; `summaries` are summary objects,
    each for another list, dict or object in each iteration, with the first of these.
    The ownership of what is `shared` is not transferred between iterations, so that it
    may not be written in place. It is `stable` if another walk of the body would find
    nothing new.
    """

    before: State
    targets: dict[str, Value]
    cells: dict[Cell, Contents] = field(default_factory=dict)
    summaries: dict[Cell, Cell] = field(default_factory=dict)
    shared: set[Holder] = field(default_factory=set)
    stable: bool = True

    @property
    def head(self) -> State:
        """The state at the head of the loop, and behind it."""
        return State(
            {**self.before.variables, **self.targets},
            {**self.before.contents, **self.cells},
            self.before.count,
        )


def phi_of(b: Builder, base: str, entry: Value) -> Value:
    """Return the phi of a value: its names in the loop and behind it.

    They are new ones also where the variable may have no value yet: its former value
    may be saved for the backward sweep.
    """
    target = operations.join_values(b, base, entry, entry)
    if any(atom.name in b.phis.unbound for atom in atoms(entry)):
        b.phis.unbound.update(str(atom.name) for atom in atoms(target))
    return target
