"""Dispatch from a call's arguments to the variant for their kinds.

The dispatcher is generated source itself: one `if` for each variant, with inlined
tests of types, dtypes and the pattern of ones, and with the variant's guards of the
user's globals.
"""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.builder.arguments import argument_kind
from tangentlite.calls.arguments.argument_tests import (
    guard_tests,
    kind_tests,
    named,
    shape_tests,
    size_in_test,
)
from tangentlite.calls.arguments.cotangent_tests import (
    refuse_cotangent,
    require_expected,
    size_tests,
)
from tangentlite.calls.arguments.overlap import (
    are_disjoint,
    require_disjoint,
    same_arrays,
)
from tangentlite.calls.arguments.pytree import copies
from tangentlite.calls.arguments.tangent_tests import mention_tangents, require_tangents
from tangentlite.calls.generated.bounded import MAX_TESTED, Table, note
from tangentlite.calls.generated.dispatched_calls import (
    calls_of_found,
    direct_call,
    found_lines,
)
from tangentlite.calls.generated.guards import holds, meets
from tangentlite.calls.generated.primal_heads import Head, as_given
from tangentlite.kinds.kind import Array, Scalar
from tangentlite.kinds.sizes.equal_axes import are_equal
from tangentlite.kinds.sizes.requirements import Size, text_of_sum
from tangentlite.rules.binding import bind, call_with
from tangentlite.runtime.records import SharedError
from tangentlite.tracebacks.frames import DISPATCH, shorten, surface

# Beyond this number the oldest are dropped: every call may pass a new function.
MAX_KEPT = 200

# Defaults of these types may be changed; other objects keep their identity.
_CHANGEABLE = (np.ndarray, list, dict, set)


class Variants(Table):
    """The table of one derivative's generated functions, by the kinds of arguments."""

    def __init__(
        self,
        name: str,
        signature: inspect.Signature,
        pairs: Mapping[str, str],
        arguments: Sequence[str],
        generate: Callable,
        head: Head,
        forget: Callable,
        setting: tuple[Callable, object],
        otherwise: Callable,
        install: Callable[[Callable], None],
        called: list,
        lock: Callable[[], Any],
    ) -> None:
        """Make an empty table.

        `generate` makes the variant for arguments, `forget` drops one from the cache.
        The function of the `head` is called where it raises for the given sizes.
        `pairs` maps the parameters of tangents to those of their primals, `arguments`
        are the primal's parameters, the differentiated ones first.
        Unless `setting[0]()` is `setting[1]` and the function has its head, a call goes
        to `otherwise`. Each new dispatcher is passed to `install`. The variants that
        were called and generated last are stored in `called`. `lock` returns the lock
        that is held while the table changes.
        """
        self._name = name
        self._signature = signature
        self._pairs = pairs
        self._arguments = arguments
        self._generate = generate
        self._head, self._primal = head, head.of
        self._forget = forget
        self._setting = setting
        self._otherwise = otherwise
        self._install = install
        self._called = called
        self._lock = lock
        self._found: list[tuple[tuple, Any]] = []
        # A dispatcher costs more than a call: closures are often called once.
        self._is_tested = False
        self._used = [None] * MAX_TESTED
        # The dispatcher uses names with this prefix itself.
        taken = any(name.startswith("_tl_") for name in signature.parameters)
        self._is_testable = not taken
        self.call: Callable = self._slow
        self.watch()

    def __len__(self) -> int:
        return len(self._found)

    def find(self, args: tuple, kwargs: dict):
        """Return the variant for these arguments, generated if there is none."""
        values = bind(self._signature, args, kwargs, self._name)
        key = tuple(argument_kind(value, name) for name, value in values.items())
        require_tangents(self._pairs, values)
        tried = self._found
        found = self._known(tried, key, values)
        if found is not None:
            return found
        with self._lock():  # what another thread is generating is not generated again
            found = self._found is not tried and self._known(self._found, key, values)
            if found:
                return found
            try:
                generated = self._generate(values)
            except errors.TangentliteError as error:
                unnamed = [tangent for tangent in self._pairs if tangent not in kwargs]
                mention_tangents(error, self._signature, unnamed, values)
                raise
            if meets(generated, values):
                return self._added(key, generated, values)
        self._require_sizes(generated, values)
        return self._added(key, self._generate(values, exactly=True), values)

    def _known(self, found: list, key: tuple, values: dict[str, object]) -> Any:
        """Return the variant of a table for these arguments, None without one."""
        for place, (known, generated) in enumerate(found):
            # Sizes of globals are compared only after their kinds, which guards check.
            holding = known == key and all(map(holds, generated.guards))
            if holding and self._suits(generated, values):
                require_expected(generated.given.expected, values)
                note(generated.bind)
                if place >= MAX_TESTED:  # it is used again: move it into the dispatcher
                    with self._lock():
                        self._put_first(key, generated, ())
                        if self._is_tested:
                            self._renew()
                return generated
        return None

    def _added(self, key: tuple, generated: Any, values: dict[str, object]) -> Any:
        """Add a new variant to the table."""
        require_expected(generated.given.expected, values)
        if generated.writes:
            self._require_no_default(generated, values)
            require_disjoint(self._name, *self._parted(generated, values))
        same = (key, *_choices(generated))
        with self._lock():
            alike = [
                other
                for known, other in self._found
                if (known, *_choices(other)) == same
            ]
            self._put_first(key, generated, alike)
            if len(self._found) <= MAX_TESTED and self._is_tested:
                self._renew()
        note(generated.bind)
        return generated

    def kinds_of(self, generated) -> dict[str, object] | None:
        """Return the kinds that a variant is for by parameters, None if unknown."""
        parameters = self._signature.parameters
        for key, found in self._found:
            if found is generated:
                return dict(zip(parameters, key))
        return None

    def _put_first(self, key: tuple, generated, instead_of: Sequence) -> None:
        """Put a variant in front, in a new list.

        Other threads may be iterating over the present one.
        """
        out = [id(generated), *map(id, instead_of)]
        others = [found for found in self._found if id(found[1]) not in out]
        self._found = [(key, generated), *others][:MAX_KEPT]

    def _require_sizes(self, generated, values: dict[str, object]) -> None:
        """Let the primal raise if code that always runs does not fit the arguments."""
        if not meets(generated, values, always=True):
            own = inspect.signature(self._primal).parameters
            call_with(self._primal, dict(zip(own, copies([values[n] for n in own]))))

    def _suits(self, generated, values: dict[str, object]) -> bool:
        """Whether arguments meet a variant's conditions on sizes and aliasing."""
        if not are_equal(generated.equal, values) or not meets(generated, values):
            return False
        if generated.exact and not generated.fits(
            *(values[n] for n in generated.exact)
        ):
            return False
        if not generated.writes:
            return True
        if any(values[name] is default for name, default in self._changed(generated)):
            return False
        if generated.same != same_arrays(values, self._arguments):
            return False
        return are_disjoint(*self._parted(generated, values))

    def _changed(self, generated) -> list[tuple[str, object]]:
        """Return the parameters whose default objects the function changes."""
        parameters = self._signature.parameters
        defaults = [(name, parameters[name].default) for name in generated.writes]
        return [(n, d) for n, d in defaults if isinstance(d, _CHANGEABLE)]

    def _require_no_default(self, generated, values: dict[str, object]) -> None:
        for name, default in self._changed(generated):
            if values[name] is default:
                raise errors.ArgumentError(
                    f"{self._name} changes the default of its parameter {name}, which "
                    f"is another one at the next call; that is not supported.\nWrite "
                    f"{name}=None, and make it in the function; or pass {name}."
                )

    def _parted(self, generated, values) -> tuple[list, list]:
        """Return the primal's arguments that it writes into, and the others."""
        written, others = self._parted_names(generated)
        return [values[n] for n in written], [values[n] for n in others]

    def _parted_names(self, generated) -> tuple[list[str], list[str]]:
        """Return the names of these, one for each set of names of one array."""
        owners = dict(generated.same)
        written = dict.fromkeys(owners.get(n, n) for n in generated.writes)
        others = [n for n in self._arguments if n not in owners and n not in written]
        return list(written), others

    def _renew(self) -> None:
        with self._lock():  # or an older dispatcher might replace a newer one
            self.call = self._dispatcher()
            self._is_tested = True
            self._install(self.call)

    @surface
    def _again(self, *args: object, **kwargs: object):
        """Call a new variant, as the aliasing of outer names has changed."""
        values = bind(self._signature, args, kwargs, self._name)
        key = tuple(argument_kind(value, name) for name, value in values.items())
        with self._lock():
            for known, generated in self._found:
                if known == key:
                    self._forget(generated)
            self._found = [found for found in self._found if found[0] != key]
        return self._slow(*args, **kwargs)

    @surface
    def _elsewhere(self, *args: object, **kwargs: object):
        given, named = as_given(self._signature, args, kwargs)
        return self._otherwise(*given, **named)

    @surface
    def _slow(self, *args: object, **kwargs: object):
        if not self._head.holds():
            return self._otherwise(*args, **kwargs)
        if self._found and self._is_testable and not self._is_tested:  # once more
            bind(self._signature, args, kwargs, self._name)
            self._renew()
            return self.call(*args, **kwargs)
        generated = self.find(args, kwargs)
        function, self._called[0] = generated.function, generated
        bound = self._signature.bind(*args, **kwargs)
        bound.apply_defaults()
        try:
            return function(*bound.args, **bound.kwargs)
        except SharedError as error:
            raise errors.UnsupportedError(f"{self._name}: {error}.") from None
        except ValueError as error:
            refuse_cotangent(error)
            raise

    def _dispatcher(self) -> Callable:
        current, options = self._setting
        place: dict[str, object] = {
            "_tl_current": current,
            "_tl_options": options,
            "_tl_otherwise": self._elsewhere if self._head.gives else self._otherwise,
            "_tl_slow": self._slow,
            "_tl_again": self._again,
            "_tl_shared": SharedError,
            "_tl_refuse": refuse_cotangent,
            "_tl_called": self._called,
            "_tl_used": self._used,
            "_tl_shorten": shorten,
            "_tl_ndarray": np.ndarray,
            "_tl_float64": np.float64,
            "_tl_type": type,
            "_tl_float": float,
            "_tl_len": len,
            "_tl_absent": (KeyError, AttributeError),
            "_tl_exception": Exception,
        }
        lines, arguments = self._head.opening(self._signature, place)
        lines.append("    try:")
        known = self._found[:MAX_TESTED]  # none, if another thread has dropped them
        for number, (key, generated) in enumerate(known):
            tests = self._tests(key, generated, place)
            place[f"_tl_variant{number}"] = generated.function
            word = "elif" if number else "if"
            lines.append(f"        {word} {' and '.join(tests) or 'True'}:")
            place[f"_tl_generated{number}"] = generated
            place[f"_tl_direct{number}"] = direct = direct_call(generated, key)
            calls = found_lines(number, arguments, direct)
            lines += [f"            {line}" for line in calls]
        lines += ["        else:"] if known else []
        lines.append(f"        {'    ' if known else ''}_tl_found = _tl_slow")
        lines += ["    except _tl_absent:", "        _tl_found = _tl_slow"]
        lines += calls_of_found(arguments)
        text = "\n".join(lines) + "\n"
        filename = DISPATCH
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        exec(compile(text, filename, "exec"), place)
        made: Any = place["dispatch"]
        made.__name__ = made.__qualname__ = self._name  # the name in a TypeError
        return made

    def _tests(self, key: tuple, generated, place: dict[str, object]) -> list[str]:
        """Return the tests by which the dispatcher selects a variant."""
        kinds = dict(zip(self._signature.parameters, key))
        tests = [
            test
            for kind, name in zip(key, self._signature.parameters)
            for test in kind_tests(kind, name, place)
        ]
        for tangent, owner in self._pairs.items():
            tests.extend(shape_tests(kinds[owner], owner, tangent, place))
        tests.extend(size_tests(generated.given.expected))
        for guard in generated.guards:
            tests.extend(guard_tests(guard, place))
        known = self._signature.parameters, generated, place

        def spelled(size: Size) -> str:
            return size_in_test(size, *known)

        for relation in generated.equal:
            one = text_of_sum(relation.left, spelled)
            other = text_of_sum(relation.right, spelled)
            if f"{other} != 1" in tests and f"{one} != 1" in tests:
                tests.remove(f"{other} != 1")  # implied by the equality
            tests.append(f"{one} == {other}")
        for requirement in generated.requires:
            tests.append(requirement.text(spelled))
        if generated.loops:
            tests.append(generated.loops.text(spelled))
        if generated.exact:
            fits = named(place, generated.fits)
            tests.append(f"{fits}({', '.join(generated.exact)})")
        if generated.writes:
            tests.extend(f"{name} is {owner}" for name, owner in generated.same)
            tests.extend(
                f"{name} is not {named(place, default)}"
                for name, default in self._changed(generated)
                if default is not inspect.Parameter.empty
            )
            tests.extend(self._disjointness(kinds, generated, place))
        return tests

    def _disjointness(
        self, kinds, generated, place: dict[str, object]
    ) -> Iterator[str]:
        """Yield the test that what a function writes shares no memory."""
        written, others = self._parted_names(generated)
        test = named(place, are_disjoint)
        whole = f"{test}([{', '.join(written)}], [{', '.join(others)}])"
        used = [*written, *others]
        if not all(isinstance(kinds[name], (Array, Scalar)) for name in used):
            yield whole
            return
        arrays = [name for name in used if isinstance(kinds[name], Array)]
        may_share = named(place, np.may_share_memory)
        pairs = [
            f"{may_share}({one}, {other})"
            for k, one in enumerate(arrays)
            for other in arrays[k + 1 :]
            if one in written
        ]
        if pairs:
            yield f"(not ({' or '.join(pairs)}) or {whole})"


def _choices(generated) -> tuple:
    """Return what was chosen for a text besides the kinds of arguments."""
    packed = generated.loops is not None and generated.loops.packed
    return generated.equal, generated.same, generated.exact, packed
