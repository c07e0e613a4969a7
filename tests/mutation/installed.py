"""Put a mutant in the place of its file, in the memory of this process alone."""

import gc
import linecache
import sys
import types
from collections import defaultdict
from pathlib import Path

from tests.mutation.mutants import ROOT, Mutant

TEMPLATES = "templates/"


def module_of(file: str) -> types.ModuleType:
    """The loaded module of a file of the checkout, which is imported if need be."""
    name = file.removesuffix(".py").replace("/", ".")
    if file.startswith(TEMPLATES):
        from tangentlite.rules import loading

        loading.load_templates()
        name = f"tangentlite.{name}"
    __import__(name)
    return sys.modules[name]


def functions_by_file() -> dict[str, list[types.FunctionType]]:
    """All functions that exist, by the file that their code comes from."""
    gc.unfreeze()
    found: dict[str, list] = defaultdict(list)
    for one in gc.get_objects():
        if isinstance(one, types.FunctionType):
            found[one.__code__.co_filename].append(one)
    return found


def install(mutant: Mutant, functions: dict[str, list[types.FunctionType]]) -> None:
    """Make this process behave as if the file had the mutant's text.

    Functions that others have imported get the code of the mutant's. The module of a
    template runs again, in the place of the rules that it has registered, and of other
    modules the names that are no functions and classes.
    """
    path = str(ROOT / mutant.file)
    module = module_of(mutant.file)
    linecache.cache[path] = (
        len(mutant.text), None, mutant.text.splitlines(keepends=True), path,
    )  # fmt: skip
    code = compile(mutant.text, path, "exec", dont_inherit=True)
    new = {(c.co_qualname, c.co_firstlineno): c for c in _codes(code)}
    for function in functions[path]:
        old = function.__code__
        changed = new.get((old.co_qualname, old.co_firstlineno))
        if changed is not None and changed.co_freevars == old.co_freevars:
            function.__code__ = changed
    if mutant.file.startswith(TEMPLATES):
        _forget_rules_of(module)
        exec(code, vars(module))
        _give_defaults(functions[path], path, module)
    elif not mutant.function:
        _rebind_constants(module, code)


def _forget_rules_of(module: types.ModuleType) -> None:
    """Drop what a template registers, so that what its mutant leaves out is missing."""
    from tangentlite.rules import registry

    text = Path(str(module.__file__)).read_text()
    tables = (registry._RULES, registry._REFUSED)
    before = [dict(table) for table in tables]
    for table in tables:
        table.clear()
    exec(compile(text, str(module.__file__), "exec", dont_inherit=True), vars(module))
    for table, known in zip(tables, before):
        for function in table:
            known.pop(function, None)
        table.clear()
        table.update(known)


def _give_defaults(
    old: list[types.FunctionType], path: str, module: types.ModuleType
) -> None:
    """Give functions that others hold, as of a base class, the defaults of a mutant."""
    names = vars(module)
    tables = [names, *(vars(one) for one in names.values() if isinstance(one, type))]
    held = [getattr(one, "__func__", one) for t in tables for one in t.values()]
    new = {
        (one.__qualname__, one.__code__.co_firstlineno): one
        for one in held
        if isinstance(one, types.FunctionType) and one.__code__.co_filename == path
    }
    for function in old:
        twin = new.get((function.__qualname__, function.__code__.co_firstlineno))
        if twin is not None:
            function.__defaults__ = twin.__defaults__
            function.__kwdefaults__ = twin.__kwdefaults__


def _codes(code: types.CodeType) -> list[types.CodeType]:
    found = [code]
    for one in found:
        found += [c for c in one.co_consts if isinstance(c, types.CodeType)]
    return found


def _rebind_constants(module: types.ModuleType, code: types.CodeType) -> None:
    """Give all modules what the changed module now calls by a name."""
    names = {"__name__": module.__name__, "__file__": module.__file__}
    exec(code, names)
    for name, value in names.items():
        old = vars(module).get(name)
        is_data = not isinstance(value, types.FunctionType | type | types.ModuleType)
        if name.startswith("__") or not is_data or old is None:
            continue
        for other in list(sys.modules.values()):
            if getattr(other, "__dict__", {}).get(name) is old:
                setattr(other, name, value)
