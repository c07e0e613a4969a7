"""All that implements an operation, or handles syntax and calls: loaded together."""

# ruff: noqa: F401 - each registers itself when it is loaded.

from tangentlite.builder import reconstruct
from tangentlite.builder.calls import equivalent_calls, rule_calls
from tangentlite.specialize.builtins import (
    builtin_calls,
    copying,
    iteration_calls,
    library_calls,
    list_rows,
    logging_calls,
    number_calls,
    object_calls,
    sorting,
    type_questions,
)
from tangentlite.specialize.builtins.arrays import differencing, random_draws
from tangentlite.specialize.exceptions import (
    context_managers,
    exception_handlers,
    raising,
    try_statement,
)
from tangentlite.specialize.expressions import (
    calls,
    comprehensions,
    displays,
    expressions,
    items,
    variables,
)
from tangentlite.specialize.expressions.attributes import attribute_reads
from tangentlite.specialize.expressions.operators import (
    arithmetic,
    comparisons,
    conditions,
)
from tangentlite.specialize.functions import closures, inlining
from tangentlite.specialize.loops import generators, loops, resumable
from tangentlite.specialize.merge import join_values, widening
from tangentlite.specialize.outside import dtype_calls, known_text
from tangentlite.specialize.statements import (
    augmented,
    branches,
    delete_import,
    statements,
)
from tangentlite.values.alternatives import optional
from tangentlite.values.arrays import python_numbers
from tangentlite.values.containers import dynamic_lists, library_objects, sets
from tangentlite.values.iterators import iterator_calls
from tangentlite.values.objects import attributes
