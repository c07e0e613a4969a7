"""All programs of all corpora."""
from tests.programs import (
    aliases,
    arrays,
    branches,
    broadcasting,
    builtin_functions,
    calls,
    carried,
    classes,
    comprehensions,
    destinations,
    early_returns,
    exits,
    exits_nested,
    function_kinds,
    functions,
    generators,
    higher_order,
    in_place,
    indexing,
    inner_derivatives,
    lists_and_dicts,
    loops,
    protocols,
    raising,
    records,
    recursion,
    scalar,
    sharing,
    structure_literals,
    structures,
    views,
    walrus_and_match,
    while_loops,
    writes,
    writes_in_tests,
)

CORPORA = (scalar, arrays, indexing, writes, loops, while_loops, branches, calls,
           builtin_functions, broadcasting, exits, exits_nested, early_returns,
           functions, higher_order, structures, structure_literals, recursion,
           in_place, views, aliases, destinations, writes_in_tests, carried,
           comprehensions, walrus_and_match, raising, function_kinds, generators,
           lists_and_dicts, sharing, records, classes, protocols,
           inner_derivatives)

# Lists and dicts repeated, joined or looked up by numbers of the program, and what the
# errors say.
REFUSED = {
    'logged': 'objects of the type io.StringIO are not supported',
    'chosen_by_condition': 'may be one of several',
    'area_of_triangles': 'may be one of several',
    'best_of_results': 'may be one of several',
    'tree_of_values': 'must be known here',
    'tree_of_values_of_array': 'must be known here',
}

# Their gradients keep shadows of arrays in a list and write them after they are popped:
# a list holds them as well, so that reverse mode inside another mode is refused.
NESTED_REFUSED = frozenset({'perhaps_the_argument_twice'})

# Programs whose second derivatives are made for the sizes at hand.
EXACT = frozenset({
    'chosen_in_a_loop', 'perhaps_the_argument_in_a_loop', 'views_of_what_a_loop_makes',
    'imaginary_part_by_name', 'imaginary_elements_of_a_loop',
    'three_names_for_what_a_loop_hands_on', 'names_exchanged', 'repeated_list',
    'integer_keys',
})


def all_programs() -> list:
    """Every program of every corpus, with the name of its corpus before its own."""
    return [(f'{corpus.__name__.split(".")[-1]}-{program.name}', program)
            for corpus in CORPORA for program in corpus.PROGRAMS
            if program.name not in REFUSED]
