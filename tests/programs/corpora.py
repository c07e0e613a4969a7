"""All programs of all corpora."""
from tests.programs import (
    arrays,
    branches,
    broadcasting,
    builtin_functions,
    calls,
    early_returns,
    exits,
    exits_nested,
    functions,
    higher_order,
    indexing,
    loops,
    recursion,
    scalar,
    structure_literals,
    structures,
    while_loops,
    writes,
)

CORPORA = (scalar, arrays, indexing, writes, loops, while_loops, branches, calls,
           builtin_functions, broadcasting, exits, exits_nested, early_returns,
           functions, higher_order, structures, structure_literals, recursion)

# Lists and dicts repeated, joined or looked up by numbers of the program.
REFUSED = frozenset({
    'integer_keys', 'repeated_list', 'norm_of_tree',
})


def all_programs() -> list:
    """Every program of every corpus, with the name of its corpus before its own."""
    return [(f'{corpus.__name__.split(".")[-1]}-{program.name}', program)
            for corpus in CORPORA for program in corpus.PROGRAMS
            if program.name not in REFUSED]
