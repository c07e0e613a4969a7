"""The grammar: all productions, and all forms of statements."""

from tests.fuzz.grammar.arrays import REDUCTIONS, SHAPES
from tests.fuzz.grammar.containers import CONTAINERS, USES
from tests.fuzz.grammar.control import EXITS, JUMPS, LISTS_OF_LOOPS, LOOPS
from tests.fuzz.grammar.expressions import ENTRYWISE, NUMBERS
from tests.fuzz.grammar.functions import CLOSURES, FUNCTIONS
from tests.fuzz.grammar.objects import CLASSES
from tests.fuzz.grammar.statements import BINDINGS, BRANCHES
from tests.fuzz.grammar.views import VIEWS, WRITES

PRODUCTIONS = [*ENTRYWISE, *NUMBERS, *REDUCTIONS, *SHAPES, *CONTAINERS]
STATEMENTS = [
    *BINDINGS, *BRANCHES, *LOOPS, *LISTS_OF_LOOPS, *JUMPS, *USES, *WRITES, *VIEWS, *CLOSURES,
]  # fmt: skip
DEFINITIONS = [*FUNCTIONS, *CLASSES]

__all__ = ["DEFINITIONS", "EXITS", "PRODUCTIONS", "STATEMENTS"]
