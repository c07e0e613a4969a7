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
)
from tangentlite.specialize.builtins.arrays import (
    differencing,
    dtype_calls,
    random_draws,
)
from tangentlite.specialize.exceptions import (
    context_managers,
    exception_handlers,
    raising,
)
from tangentlite.specialize.expressions import (
    arithmetic,
    attribute_reads,
    calls,
    comparisons,
    comprehensions,
    conditions,
    displays,
    expressions,
    items,
    variables,
)
from tangentlite.specialize.functions import inlining
from tangentlite.specialize.functions.generators import generators
from tangentlite.specialize.merge import join_values, widening
from tangentlite.specialize.statements import branches, statements
from tangentlite.values.alternatives import optional
from tangentlite.values.arrays import python_numbers
from tangentlite.values.containers import dynamic_lists, sets
from tangentlite.values.iterators import iterator_calls
from tangentlite.values.objects import attributes, type_questions
from tangentlite.values.text import known_text
