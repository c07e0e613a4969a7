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
    scalar,
    while_loops,
    writes,
)

CORPORA = (scalar, arrays, indexing, writes, loops, while_loops, branches, calls,
           builtin_functions, broadcasting, exits, exits_nested, early_returns, functions,
           higher_order)

# Programs with dicts, lists of functions, and functions chosen when the program runs.
REFUSED = frozenset({
    'defined_in_a_branch', 'defined_in_a_branch_taken', 'residual_of_parameters',
    'late_and_early_binding', 'stored_in_a_dict', 'table_of_activations',
    'sum_over_a_basis', 'sequential_outside', 'quadrature_outside', 'sum_of_terms',
})


def all_programs() -> list:
    """Every program of every corpus, with the name of its corpus before its own."""
    return [(f'{corpus.__name__.split(".")[-1]}-{program.name}', program)
            for corpus in CORPORA for program in corpus.PROGRAMS
            if program.name not in REFUSED]
