"""What a loop carries: names at its head, for variables and contents of containers."""

from __future__ import annotations

from dataclasses import dataclass, field

from tangentlite import operations
from tangentlite.builder.builder import Builder
from tangentlite.builder.memory.ownership import Holder
from tangentlite.specialize.state.frame import State
from tangentlite.values.callable_values import atoms
from tangentlite.values.heap import Cell, Contents


@dataclass
class Carried:
    """What a loop carries: variables, and contents of lists, dicts and objects.

    `before` is what is known in front of it. `targets` are what the variables stand for
    at its head, `cells` what such containers hold there; those in `made` stand for
    another list, dict or object in each iteration, the first of which it names. What
    is `shared` is not handed over from one iteration to the next, so that it may not
    be written as if nobody else held it. It is `stable` if another walk of the body
    would find nothing new.
    """

    before: State
    targets: dict[str, object]
    cells: dict[Cell, Contents] = field(default_factory=dict)
    made: dict[Cell, Cell] = field(default_factory=dict)
    shared: set[Holder] = field(default_factory=set)
    stable: bool = True

    @property
    def head(self) -> State:
        """What is known at the head of the loop, and behind it."""
        return State(
            {**self.before.variables, **self.targets},
            {**self.before.contents, **self.cells},
            self.before.count,
        )


def target_of(b: Builder, base: str, entry: object) -> object:
    """Return the names that a value has in the loop and behind it.

    They are new ones also where the variable may have no value yet: what it was
    before may be kept for the backward sweep.
    """
    target = operations.join_values(b, base, entry, entry)
    if any(atom.name in b.phis.unbound for atom in atoms(entry)):
        b.phis.unbound.update(str(atom.name) for atom in atoms(target))
    return target
