"""Whether pieces of arrays that are read are written again later: loops run by hand."""

import ast

import gast
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tangentlite.analysis.aliasing.memory import memory_of
from tangentlite.analysis.dependence.integer_names import Integers
from tangentlite.analysis.dependence.overwrites import Pieces
from tangentlite.ir.rewrite import statements

SIZES = (4, 6)


def claims(text: str) -> tuple[dict[int, bool], dict[int, bool]]:
    """By line, whether what is read of y may be written later, what is written read."""
    body = gast.parse(text).body
    whole = [s for s in statements(body) if isinstance(s, gast.Assign)]
    rhs = {s.targets[0].id: s.value for s in whole if hasattr(s.targets[0], "id")}
    integers = Integers(rhs.get, lambda name: None if name == "y" else name == "n")
    pieces = Pieces(memory_of(body, {}), integers)
    read = {
        s.lineno: pieces.is_overwritten_after(s, s.value)
        for s in whole
        if isinstance(s.value, gast.Subscript)
    }
    written = {
        s.lineno: pieces.is_read_after(s, s.targets[0])
        for s in whole
        if isinstance(s.targets[0], gast.Subscript)
    }
    return read, written


def met(text: str, n: int) -> dict[int, bool]:
    """By line, whether a piece of y is written, or else read, later; by running it."""
    events: list[tuple[int, str, frozenset]] = []

    class Recorder:
        line = 0

        def _note(self, what, index):
            places = range(n)[index]
            held = places if isinstance(places, range) else [places]
            events.append((self.line, what, frozenset(held)))
            return 0

        def __getitem__(self, index):
            return self._note("read", index)

        def __setitem__(self, index, value):
            self._note("write", index)

    class Numbered(ast.NodeTransformer):
        def visit_Assign(self, node):
            return [ast.parse(f"y.line = {node.lineno}").body[0], node]

    tree = ast.fix_missing_locations(Numbered().visit(ast.parse(text)))
    exec(compile(tree, "loops", "exec"), {"y": Recorder(), "n": n})
    found: dict[int, bool] = {}
    later: dict[str, set[int]] = {"read": set(), "write": set()}
    for line, what, places in reversed(events):
        other = later["write" if what == "read" else "read"]
        found[line] = found.get(line, False) or bool(places & other)
        later[what] |= places
    return found


@st.composite
def sums(draw, counters: tuple[str, ...]):
    terms = st.sampled_from([*counters, *counters, "n", "0", "1"])
    first = draw(st.sampled_from(["", "", "", "2 * "])) + draw(terms)
    if draw(st.booleans()):
        return first
    second = draw(st.sampled_from([*counters, "1", "1", "2"]))
    return f"{first} {draw(st.sampled_from('+-'))} {second}"


@st.composite
def indices(draw, counters: tuple[str, ...]):
    if draw(st.integers(0, 2)):
        return draw(sums(counters))
    start = draw(st.one_of(st.just(""), sums(counters)))
    stop = draw(st.one_of(st.just(""), sums(counters)))
    return f"{start}:{stop}"


@st.composite
def headers(draw, counter: str, counters: tuple[str, ...]):
    known = ["0", "1", "n", "n - 1", *counters, *(f"{c} + 1" for c in counters)]
    start, stop = draw(st.sampled_from(known)), draw(st.sampled_from(known))
    step = draw(st.sampled_from(["", "", ", 2", ", -1", ", -2"]))
    call = f"range({start}, {stop}{step})"
    call = f"reversed({call})" if draw(st.integers(0, 3)) == 0 else call
    return f"for {counter} in {call}:"


@st.composite
def programs(draw):
    """Loops that read and write y, one statement a line."""
    lines = []

    def accesses(counters, indent):
        for _ in range(draw(st.integers(1, 2))):
            index = draw(indices(counters))
            if draw(st.booleans()) and ":" not in index:
                lines.append(f"{indent}k{len(lines)} = {index}")
                index = f"k{len(lines) - 1}"
            read = draw(st.booleans())
            text = f"t{len(lines)} = y[{index}]" if read else f"y[{index}] = 1"
            lines.append(indent + text)

    def nest(names, counters, indent):
        lines.append(indent + draw(headers(names[0], counters)))
        inner = (*counters, names[0])
        accesses(inner, indent + "    ")
        if len(names) > 1 and draw(st.booleans()):
            nest(names[1:], inner, indent + "    ")
            if draw(st.booleans()):
                accesses(inner, indent + "    ")

    nest(("i", "j"), (), "")
    if draw(st.booleans()):
        nest(("l", "m"), (), "")
    return "\n".join(lines)


@settings(max_examples=60, deadline=None)
@given(programs())
def test_no_claim_is_wrong(text):
    require_right_claims(text)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(programs())
def test_no_claim_of_many_is_wrong(text):
    require_right_claims(text)


def require_right_claims(text):
    read, written = claims(text)
    said = {**read, **written}
    assume(not all(said.values()))
    for n in SIZES:
        try:
            found = met(text, n)
        except IndexError:
            continue
        for line, really in found.items():
            assert said[line] or not really, (text, line, n)


@pytest.mark.parametrize(
    "text",
    [
        "for i in range(1, n):\n    t = y[i - 1]\n    y[i] = t",
        "for i in range(n):\n    t = y[:i]\n    y[i] = 1",
        "for i in range(n):\n    t = y[:i:2]\n    y[i] = 1",
        "for i in range(n - 1, -1, -1):\n    t = y[i + 1:]\n    y[i] = 1",
        "for i in range(n):\n  t = y[i]\n  for j in range(i + 1, n):\n    y[j] = 1",
        "for i in range(2, n, 2):\n    y[i] = 1\n    t = y[i]\n    u = y[i - 2]",
        "for i in range(n):\n    for j in range(i):\n        t = y[j]\n    y[i] = 1",
    ],
)
def test_pieces_that_stay_are_found(text):
    read, _ = claims(text)
    assert read and not any(read.values())


@pytest.mark.parametrize(
    "text",
    [
        "for i in range(1, n):\n    t = y[i]\n    y[i - 1] = t\n    y[i] = 1",
        "for i in range(n):\n    t = y[i - 1]\n    y[i] = t",  # y[-1] at first
        "for i in range(n):\n    t = y[:]\n    y[i] = t",
        "while n:\n    for i in range(1, n):\n        t = y[i - 1]\n        y[i] = t",
    ],
)
def test_pieces_that_are_written_again_are_found(text):
    read, _ = claims(text)
    assert read and all(read.values())


@pytest.mark.parametrize(
    "text",
    [
        "for i in range(n):\n    t = y[i]\n    y[i] = 1",
        "for i in range(1, n):\n    t = y[i]\n    y[i - 1] = t",
        "for i in range(n):\n    t = y[i:]\n    y[i] = 1",
        "for i in range(n - 1, -1, -1):\n    t = y[:i + 1]\n    y[i] = 1",
    ],
)
def test_pieces_that_are_not_read_again_are_found(text):
    _, written = claims(text)
    assert written and not any(written.values())


@pytest.mark.parametrize(
    "text",
    [
        "for i in range(n):\n    y[i] = 1\n    t = y[i]",
        "for i in range(1, n):\n    t = y[i - 1]\n    y[i] = t",
        "for i in range(n):\n    t = y[:]\n    y[i] = 1",
    ],
)
def test_pieces_that_are_read_again_are_found(text):
    _, written = claims(text)
    assert written and all(written.values())
