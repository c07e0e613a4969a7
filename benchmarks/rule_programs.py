"""The calls of rule_cases as functions of a file, as the compiler reads source."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy

from benchmarks.fresh import load
from benchmarks.rule_inputs import RuleCase, arguments, weight

IMPORTS = "import numpy as np\nimport scipy\n"


@dataclass(frozen=True)
class RuleProgram:
    """A function np.sum(call * w) and its arguments, of which w is the last."""

    name: str
    shapes: str
    function: Callable
    args: tuple
    wrt: tuple[int, ...]


def programs(
    cases: Sequence[RuleCase], folder: Path, size: str
) -> Iterator[RuleProgram]:
    """Write the functions to a file in the folder, which must stay, and load it.

    The arguments of each are made when its turn comes, as large ones need room.
    """
    path = folder / f"{size}_rule_programs.py"
    texts = [text(k, one) for k, one in enumerate(cases)]
    path.write_text(IMPORTS + "".join(texts), encoding="utf-8")
    module = load(path, f"{path.stem}_{folder.name}")
    for k, one in enumerate(cases):
        args = arguments(one, size)
        weights = weight(result_of(one, args))
        function = getattr(module, f"program_{k}")
        shapes = ", ".join(map(shape_text, args))
        yield RuleProgram(one.call, shapes, function, (*args, weights), one.wrt)


def shape_text(argument: object) -> str:
    return "×".join(map(str, np.shape(argument))) or "number"


def result_of(one: RuleCase, args: tuple) -> object:
    """Give what a call gives for these arguments."""
    given = dict(zip(one.inputs, args, strict=True))
    return eval(one.call, {"np": np, "scipy": scipy, **given})


def text(k: int, one: RuleCase) -> str:
    """Give the text of the function of a call."""
    parameters = ", ".join([*one.inputs, "w"])
    product = f"{one.call} * w" if one.call.endswith(")") else f"({one.call}) * w"
    if np.iscomplexobj(result_of(one, arguments(one, "small"))):
        product = f"np.real({product})"
    return f"\n\ndef program_{k}({parameters}):\n    return np.sum({product})\n"
