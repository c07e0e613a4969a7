"""Programs of the corpora whose first differentiated argument may come in blocks."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.programs.corpora import all_programs


def programs_of_blocks(each: int) -> Iterator:
    """Those by an array or a number; all but one in `each` are slow."""
    for place, (name, program) in enumerate(all_programs()):
        given = program.args[program.wrt[0]]
        if not isinstance(given, np.ndarray | float) or program.heavy:
            continue
        marks = [] if place % each == 0 else [pytest.mark.slow]
        yield pytest.param(program, id=name, marks=marks)
