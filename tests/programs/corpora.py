"""All programs of all corpora."""
from tests.programs import (
    aliases,
    arrays,
    branches,
    broadcasting,
    builtin_functions,
    calls,
    carried,
    comprehensions,
    destinations,
    early_returns,
    exits,
    exits_nested,
    functions,
    higher_order,
    in_place,
    indexing,
    loops,
    recursion,
    scalar,
    structure_literals,
    structures,
    views,
    while_loops,
    writes,
    writes_in_tests,
)

CORPORA = (scalar, arrays, indexing, writes, loops, while_loops, branches, calls,
           builtin_functions, broadcasting, exits, exits_nested, early_returns,
           functions, higher_order, structures, structure_literals, recursion,
           in_place, views, aliases, destinations, writes_in_tests, carried,
           comprehensions)

# Lists and dicts repeated, joined or looked up by numbers of the program, and what the
# errors say.
REFUSED = {
    'integer_keys': 'a key of a dict must be',
    'repeated_list': 'repeating a list of computed values',
}

# Their gradients keep shadows of arrays in a list and write them after they are popped:
# a list holds them as well, so that reverse mode inside another mode is refused.
NESTED_REFUSED = frozenset({
    'perhaps_the_argument_twice',
    'imaginary_elements_of_a_loop',
    'three_names_for_what_a_loop_hands_on',
    'names_exchanged',
})


def all_programs() -> list:
    """Every program of every corpus, with the name of its corpus before its own."""
    return [(f'{corpus.__name__.split(".")[-1]}-{program.name}', program)
            for corpus in CORPORA for program in corpus.PROGRAMS
            if program.name not in REFUSED]
