"""What may be read and written at a point of a program that is drawn."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.fuzz.grammar.notation import ONE_LESS, READABLE, Form, Production

# Names that generated code makes, too, and names of builtins and modules.
NAMES = (
    "y", "t", "x_bar", "s", "d", "saved", "z", "t1", "u_dot", "r", "g", "y_bar",
    "h_saved", "y1", "v_bar", "e", "total", "m2", "c", "b", "h", "acc", "out", "tmp",
    "left", "right", "state", "prev", "rate", "cur", "best", "mean", "sum_", "v_inner",
    "a_bar", "y2", "s1", "flag", "item", "row_", "x1", "w1", "k2", "q2", "u1", "i_",
)  # fmt: skip


@dataclass(frozen=True)
class Variable:
    """A name, or a place such as `d["a"]`, with its class and its shape.

    A `fixed` one may not be bound again.
    """

    text: str
    gives: str
    shape: str
    fixed: bool = False


@dataclass
class Scope:
    """Variables, and productions and forms that the program has defined itself."""

    variables: list[Variable] = field(default_factory=list)
    productions: list[Production] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    in_loop: bool = False
    in_function: bool = False

    def block(self) -> Scope:
        """A scope whose definitions are not seen outside."""
        return Scope(
            list(self.variables), list(self.productions), list(self.forms),
            self.in_loop, self.in_function,
        )  # fmt: skip

    def function(self) -> Scope:
        """The scope of a function's body: what is around it is read, not bound again."""
        inner = self.block()
        inner.variables = [
            Variable(v.text, v.gives, v.shape, fixed=True) for v in self.variables
        ]
        inner.in_loop, inner.in_function = False, True
        return inner

    def readable(self, gives: str, shape: str) -> list[Variable]:
        """Variables that are values of the class, of the shape."""
        classes = READABLE.get(gives, (gives,))
        return [v for v in self.variables if v.gives in classes and v.shape == shape]

    def integers(self, size: str) -> list[Variable]:
        """Integers that are an index of an axis of the size."""
        short = {less for more, less in ONE_LESS.items() if more == size}
        return [
            v for v in self.variables
            if v.gives == "int" and (v.shape == size or v.shape in short)
        ]  # fmt: skip

    def axes(self) -> list[str]:
        """Sizes of axes of what is visible, each as often as it is there."""
        return [size for v in self.arrays() for size in v.shape]

    def arrays(self) -> list[Variable]:
        """Variables that are arrays."""
        return [v for v in self.variables if v.shape and v.gives in READABLE["any"]]
