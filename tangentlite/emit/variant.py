"""A derivative for one choice of kinds: its text, its function, and for which calls."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from tangentlite.builder.arguments import argument_kind
from tangentlite.emit.saved.number_tests import Numbers, numbers_in
from tangentlite.kinds.sizes.exact import exact

if TYPE_CHECKING:
    from tangentlite.emit.loadable import Binder
    from tangentlite.kinds.sizes.equal_axes import Equal
    from tangentlite.kinds.sizes.long_loops import LongLoops
    from tangentlite.kinds.sizes.requirements import Requirement, Sum


class Given(NamedTuple):
    """What a derivative takes besides the values that its text is for.

    `expected` are sizes, in terms of the arguments', that parts of the cotangent have;
    `numbers` what holds numbers: the argument, what reads them, their dtype, and
    whether it is an array.
    """

    expected: tuple[tuple[str, tuple[str, ...] | int], ...] = ()
    numbers: Numbers = ()

    @classmethod
    def of(cls, kinds: Mapping[str, object], expected: Iterable) -> Given:
        """Return it for arguments of some kinds."""
        return cls(tuple(expected), numbers_in(kinds))


@dataclass(frozen=True)
class Generated:
    """A derivative for one choice of kinds: its text, and the function it defines.

    `guards` holds what the text took for granted of the user's globals, `cells` the
    captured variables that it reads; `bind` makes the function for other cells. `equal`
    are sizes of arguments that it took to be equal, `writes` says that the primal
    writes into its arguments, which must not share memory then, also not with those
    that stand for what a local function has `captured`, but for others that are
    one array by `same` (see `Request`). It is for arguments of the `exact` kinds alone
    if there are such. A call may leave more behind than its result (`has_effects`). It
    is for arguments and data of which the sizes are as it `requires`: the primal raises
    for others, or comes to operations that do. `given` is what else arguments are
    given, `values` what they must be, as `runtime.known` asks for it, `asked` of which
    classes they are and are not; the relations of `sizes` tell calls that are for other
    texts. The text that is `saved` has a function of Python in front of compiled ones;
    it is `jitted` if all of it is one of those. For a block of examples `per_example`
    are the shapes behind the leading axis.
    """

    text: str
    function: types.FunctionType
    guards: tuple
    cells: Mapping[str, types.CellType]
    bind: Binder
    equal: Equal = ()
    writes: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    exact: Mapping[str, object] | None = None
    has_effects: bool = False
    requires: tuple[Requirement, ...] = ()
    given: Given = Given()
    values: Mapping[str, object] = field(default_factory=dict)
    asked: Mapping[str, tuple] = field(default_factory=dict)
    sizes: tuple[Requirement, ...] = ()
    saved: str = ""
    jitted: Any = None
    per_example: tuple[tuple[Sum, ...], ...] = ()
    loops: LongLoops | None = None

    def fits(self, *values: object) -> bool:
        """Whether arguments have just the sizes that it was generated for, if any."""
        return self.exact is None or all(
            exact(argument_kind(value, name), value) == kind
            for value, (name, kind) in zip(values, self.exact.items())
        )

    def set_defaults(self, defaults: Mapping[str, object]) -> None:
        """Give the function the defaults of the primal, by parameters."""
        function = self.function
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]
        while names and names[0] not in defaults:
            names = names[1:]
        function.__defaults__ = tuple(defaults[name] for name in names) or None
        if function.__kwdefaults__:
            named = function.__kwdefaults__.keys() & defaults.keys()
            function.__kwdefaults__ = {name: defaults[name] for name in named}
