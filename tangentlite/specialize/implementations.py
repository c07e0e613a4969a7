"""All that implements an operation, or handles syntax and calls: loaded together."""

# ruff: noqa: F401 - each registers itself when it is loaded.

from tangentlite.builder import indexing, reconstruct
from tangentlite.builder.calls import equivalent_calls, rule_calls
from tangentlite.builder.writes import flat
from tangentlite.specialize.builtins import (
    builtin_calls,
    copying,
    iteration_calls,
    library_calls,
    list_rows,
    logging_calls,
    number_calls,
    object_calls,
    one_at_a_time,
    sorting,
    type_questions,
)
from tangentlite.specialize.builtins.arrays import (
    arrays_of_objects,
    common_shapes,
    differencing,
    random_draws,
)
from tangentlite.specialize.exceptions import (
    context_managers,
    exception_handlers,
    raising,
    try_statement,
)
from tangentlite.specialize.expressions import (
    comprehensions,
    displays,
    expressions,
    fixed_items,
    items,
    variables,
)
from tangentlite.specialize.expressions.attributes import (
    attribute_reads,
    known_attributes,
    method_calls,
)
from tangentlite.specialize.expressions.called import calls, known_calls
from tangentlite.specialize.expressions.operators import (
    arithmetic,
    comparisons,
    conditions,
    truth_values,
)
from tangentlite.specialize.functions import (
    closures,
    inlining,
    introspection,
    lifted,
    local_classes,
    local_derivatives,
)
from tangentlite.specialize.functions.recursion import call_keys
from tangentlite.specialize.library import (
    array_iteration,
    changing_operators,
    heaps_and_bisection,
    items_and_grids,
    lazy_iterators,
    standard_functions,
)
from tangentlite.specialize.loops import checkpointed, generators, loops, resumable
from tangentlite.specialize.merge import join_values, phi_copies, widening
from tangentlite.specialize.outside import dtype_calls, known_text, system_calls
from tangentlite.specialize.statements import (
    assignments,
    augmented,
    branches,
    constant_blocks,
    delete_import,
    statements,
)
from tangentlite.values.alternatives import optional, select
from tangentlite.values.arrays import (
    array_attributes,
    array_flags,
    array_methods,
    python_numbers,
)
from tangentlite.values.containers import (
    dynamic_lists,
    keys,
    library_objects,
    list_methods,
    long_lists,
    sets,
    taken_apart,
)
from tangentlite.values.iterators import (
    item_places,
    iterator_calls,
    lengths,
    ranges,
    sequences,
    wrapped,
)
from tangentlite.values.objects import (
    attributes,
    instances,
    new_objects,
    python_types,
    weak_references,
)
from tangentlite.values.text import settings, strings
