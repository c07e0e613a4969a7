"""Which class of the catalogue of errors covers which messages of the package.

A message belongs to the class of the first phrase that it holds, else to that of the
file or the smallest folder that raises it.
"""

# Anchors of docs/reference/errors/, without their prefix, and phrases of messages.
PHRASES = {
    'unsettled': r'do not settle',
    'too-deep': r'nests too deep',
    'call': (
        r'Check the call\.|raises an exception on every path|takes no arguments'
        r'|Check its bases|Check it\.'
    ),
    'no-function': r'takes (a|Python) functions?, not|is no function',
    'has-aux': r'has_aux=True',
    'setting': r'What the function is called with',
    'no-rule': r'has no derivative rule|\{\} is not supported yet\. \|\| <advice>',
    'foreign': r'<.*foreign|<.*join\(refused\)',
    'paths': (
        r'set on some paths|known only when it runs|may be None|on one path'
        r'|Set it on all paths|is made on one path'
    ),
    'known-here': r'known here|known now|is known only here|must be known',
    'rank': r'number of axes|how many axes|0-d array|of unknown rank',
    'own-rule': r'the template',
    'option': r'is computed, which must be known',
    'random': r'draws? from|random generator|or draw outside',
    'no-derivative':
        r'no derivative with respect to|has no rule for (forward|reverse) mode',
    'report': r'Please report',
    'keys': r'asked for a key',
}
PLACES = {
    'no-function': ['calls/callables.py'],
    'wrt': ['calls/arguments/parameters.py', 'calls/generated/example_kinds.py'],
    'not-floating': ['modes/inputs.py'],
    'array-type': ['builder/arguments.py', 'values/arrays/record_arrays.py'],
    'result': ['modes/reverse/joined_sweeps.py'],
    'has-aux': ['modes/assemble.py'],
    'cotangent': [
        'calls/arguments', 'modes/cotangent_inputs.py', 'api/grad.py',
        'api/products',
    ],
    'setting': ['options.py', 'calls/generated/example_calls.py'],
    'check': ['api/checks'],
    'changes': ['calls/arguments/overlap.py', 'calls/generated/dispatch.py'],
    'batched': ['api/batches', 'batching'],
    'rows': ['dask'],
    'structure': ['api/structures'],
    'matrix': ['api/matrices', 'sparse'],
    'taylor': ['api/products/taylor.py', 'modes/forward', 'pipeline.py'],
    'refused-function': [
        'specialize/state/missing_rule.py', 'specialize/outside/system_calls.py',
        'specialize/outside/known_text.py', 'specialize/builtins',
        'specialize/expressions/called',
        'specialize/functions/of_python/python_functions.py',
        'specialize/functions/lru_cache.py', 'rules/loading.py',
        'specialize/functions/introspection.py',
    ],
    'in-library': ['specialize/state/error_places.py', 'builder/builder.py'],
    'option': ['builder/calls', 'values/base.py'],
    'array-method': [
        'values/arrays', 'builder/operands.py',
        'specialize/expressions/attributes', 'specialize/outside/dtype_calls.py',
    ],
    'no-source': ['frontend/parse.py', 'builder/references.py'],
    'own-rule': ['api/rules', 'rules', 'modes/rules/fill.py'],
    'numerical': [
        'specialize/builtins/arrays/differencing.py', 'rules/numerical_functions.py',
    ],
    'random': ['specialize/builtins/arrays/random_draws.py'],
    'no-derivative': ['modes/rules/operation.py', 'templates'],
    'syntax': [
        'specialize/statements/delete_import.py', 'specialize/statements',
        'specialize/expressions/comprehensions.py',
        'specialize/expressions/displays.py', 'values/alternatives/select.py',
    ],
    'unbound': ['specialize/expressions/variables.py'],
    'call': ['specialize/functions/inlining.py', 'specialize/program.py'],
    'paths': [
        'specialize/merge', 'values/alternatives', 'builder/memory/own_attributes.py',
        'values/heap.py',
    ],
    'known-here': ['specialize/builtins/type_questions.py'],
    'exceptions': ['specialize/exceptions', 'specialize/state/paths.py'],
    'identity': ['values/objects/identity.py'],
    'text': ['values/text'],
    'objects': [
        'values/objects', 'builder/reconstruct.py', 'specialize/outside/outside.py',
        'specialize/functions/local_classes.py', 'specialize/builtins/object_calls.py',
        'specialize/expressions/operators', 'specialize/outside/outside_attributes.py',
    ],
    'recursion': ['specialize/functions/recursion'],
    'generators': ['specialize/loops/generators.py', 'specialize/loops/resumable.py',
                   'values/iterators', 'specialize/builtins/iteration_calls.py'],
    'long-loop': ['specialize/loops/unrolling.py'],
    'unsettled': ['specialize/loops/loop_fixpoint.py'],
    'list-length': [
        'values/containers', 'modes/lists', 'specialize/builtins/list_rows.py',
        'specialize/builtins/sorting.py',
    ],
    'index': ['specialize/expressions', 'builder/indexing.py',
              'specialize/statements/container_writes.py', 'modes/reverse/elements.py'],
    'keys': ['values/containers/keys.py', 'values/containers/sets.py'],
    'changed-list': ['specialize/loops/loops.py', 'specialize/state/restart.py'],
    'shared': ['builder/memory', 'modes/aliased', 'values/objects/contents.py'],
    'written-dtype': [
        'builder/writes', 'specialize/statements/augmented_containers.py',
        'builder/calls/out_shapes.py',
    ],
    'outside': ['specialize/outside'],
    'rank': ['builder/inference', 'specialize/builtins/builtin_calls.py'],
    'solver': ['api/inside'],
    'implicit': ['api/inside/implicit.py'],
    'checkpoint': [
        'specialize/loops/checkpointed.py', 'api/inside/checkpoints.py',
        'modes/recursion', 'specialize/functions/recursion/run_again.py',
    ],
    'hook': [
        'api/inside/gradient_hooks.py', 'api/no_grad.py', 'modes/reverse',
        'specialize/statements/constant_blocks.py',
    ],
    'inner-derivative': [
        'specialize/functions/called_derivatives.py', 'specialize/functions/lifted.py',
        'specialize/functions/local_derivatives.py',
        'specialize/functions/closures.py',
        'api/matrices/matrices_in_programs.py',
    ],
    'numba': ['loops', 'emit/compiled', 'calls/derivative.py'],
    'other-library': ['libraries', 'calls/arguments/of_library.py'],
    'saved': ['emit/saved', 'emit/module'],
    'too-deep': ['calls/generated/one_run.py'],
    'report': ['modes/walk_again.py', 'modes/reverse/adjoint_statements.py'],
    'command': ['command'],
}  # fmt: skip
# Classes of what tells that the compiler is at fault, which no program shows, and of
# what others raise: the command line, saved modules.
WITHOUT_PROGRAM = {'report', 'command', 'saved-call'}
