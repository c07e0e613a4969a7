"""The grammar: all productions, and all forms of statements."""

from tests.fuzz.grammar.arrays import REDUCTIONS, SHAPES
from tests.fuzz.grammar.containers import CONTAINERS, USES
from tests.fuzz.grammar.control import EXITS, JUMPS, LISTS_OF_LOOPS, LOOPS
from tests.fuzz.grammar.derivatives import DERIVATIVES, RULES
from tests.fuzz.grammar.expressions import ENTRYWISE, NUMBERS
from tests.fuzz.grammar.functions import CLOSURES, FUNCTIONS
from tests.fuzz.grammar.iterating import GENERATORS, ITERATORS
from tests.fuzz.grammar.objects import CLASSES
from tests.fuzz.grammar.protocols import PROTOCOLS, SHARED
from tests.fuzz.grammar.raising import CAUGHT, RAISING
from tests.fuzz.grammar.statements import BINDINGS, BRANCHES
from tests.fuzz.grammar.views import VIEWS, WRITES

PRODUCTIONS = [*ENTRYWISE, *NUMBERS, *REDUCTIONS, *SHAPES, *CONTAINERS, *ITERATORS]
STATEMENTS = [
    *BINDINGS, *BRANCHES, *LOOPS, *LISTS_OF_LOOPS, *JUMPS, *USES, *WRITES, *VIEWS, *CLOSURES,
    *CAUGHT, *SHARED, *DERIVATIVES,
]  # fmt: skip
DEFINITIONS = [*FUNCTIONS, *CLASSES, *RAISING, *GENERATORS, *PROTOCOLS, *RULES]

__all__ = ["DEFINITIONS", "EXITS", "PRODUCTIONS", "STATEMENTS"]
