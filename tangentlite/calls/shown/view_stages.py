"""What the linked view shows: the stages of a derivative in both modes, with marks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tangentlite import pipeline
from tangentlite.calls.generated import generation
from tangentlite.calls.generated.example_kinds import extra_of_examples
from tangentlite.calls.kept.made_from import is_rule, made_from
from tangentlite.emit import written_text
from tangentlite.emit.module import docstring
from tangentlite.emit.saved.shipped_module import kinds_text
from tangentlite.emit.variant import Generated
from tangentlite.errors import TangentliteError
from tangentlite.ir.function import Function, Source
from tangentlite.kinds.sizes.equal_axes import with_equalities
from tangentlite.modes.request import Request, tangent_names
from tangentlite.options import Options, by_numpy, changed
from tangentlite.view.gradient_facts import Sweeps, active_and_passive, sweeps_of
from tangentlite.view.line_marks import marks_of, reasons, users_marks
from tangentlite.view.linked_page import Page, Stage
from tangentlite.view.stage_lines import StageText, is_users, stage_text


@dataclass(frozen=True)
class Made:
    """A derivative with the request and the kinds that it was made for."""

    made: Generated
    request: Request
    kinds: Mapping[str, Any]
    extra: Mapping[str, Any]
    options: Options


def page_of(given: Made) -> Page:
    """Return what is shown of a derivative that was made for some kinds."""
    own = _as_made(given)
    request = own.request
    _, core = generation.remade(
        own.made, request, own.kinds, own.extra, own.options, "core"
    )
    modes = {_title(request): list(_stages(own, core))}
    other = _other(own)
    modes[_title(other.request)] = list(_stages(other, core))
    sources = _sources(core, modes)
    active, passive = active_and_passive(sources, request, core)
    marks, rows = {}, []
    for stages in modes.values():
        for stage in stages:
            if stage.found is not None and stage.text is not None:
                marks = users_marks(stage.text, stage.found)
                rows = list(_kept(stage.text, stage.found))
    facts = [
        ("active", ", ".join(active) or "-"),
        ("not active", ", ".join(passive) or "-"),
        *rows,
        ("rules", _rules(own.made)),
    ]
    shown = {mode: [one.stage for one in stages] for mode, stages in modes.items()}
    kinds = kinds_text({**own.kinds, **own.extra})
    title = docstring.title(request).removesuffix(".")
    opens = "numba" if own.options.backend == "numba" else "final"
    return Page(title, kinds, sources, shown, active, facts, marks, opens)


def text_of(given: Made, stage: str) -> tuple[str, StageText]:
    """Return what a derivative is of, and its text at a stage."""
    own = _as_made(given)
    b, function = generation.remade(
        own.made, own.request, own.kinds, own.extra, by_numpy(own.options), stage
    )
    text, ends = written_text.shown_with_ends(b, function, "")
    mode = "" if stage == "core" else _title(own.request)
    lines = stage_text(text, ends, function, mode, _tangents(own.request))
    return docstring.title(own.request), lines


@dataclass(frozen=True)
class _Shown:
    """A stage with what the page is told of it beside its lines."""

    stage: Stage
    sources: Sequence[Source] = ()
    found: Sweeps | None = None

    @property
    def text(self) -> StageText | None:
        return self.stage.text


def _as_made(own: Made) -> Made:
    """Return it with the kinds that the text is for: related axes, or exact sizes."""
    made, request = own.made, own.request
    request = replace(request, exact=made.exact is not None, same=made.same)
    exact = made.exact or {}
    kinds = {name: exact.get(name, kind) for name, kind in own.kinds.items()}
    extra = {name: exact.get(name, kind) for name, kind in own.extra.items()}
    kinds = with_equalities(kinds, made.equal)
    return replace(own, request=request, kinds=kinds, extra=extra)


def _title(request: Request) -> str:
    return "forward" if "forward" in request.mode else "reverse"


def _tangents(request: Request) -> tuple[str, ...]:
    return tangent_names(request) if "forward" in request.mode else ()


def _other(own: Made) -> Made:
    """Return the derivative in the other mode, for the same kinds."""
    mode = "reverse" if "forward" in own.request.mode else "forward"
    request = replace(own.request, mode=mode)
    return replace(own, request=request, extra=extra_of_examples(request, own.kinds))


def _stages(own: Made, core: Function) -> Iterator[_Shown]:
    """Yield the stages of a derivative, and the graph of the last one."""
    numba = changed(own.options, (("backend", "numba"),))
    numpy = by_numpy(own.options)
    wanted = [(name, name, numpy) for name in pipeline.STAGES]
    final = None
    for name, stage, options in (*wanted, ("numba", "final", numba)):
        try:
            shown = _shown(own, core, name, stage, options)
        except TangentliteError as error:
            yield _Shown(Stage(name, problem=str(error)))
            continue
        yield shown
        if name == "final":
            final = shown.text
    if final is not None:
        yield _Shown(Stage("graph", final, is_graph=True))


def _shown(
    own: Made, core: Function, name: str, stage: str, options: Options
) -> _Shown:
    """Return a stage's text with its marks."""
    request = own.request
    b, function = generation.remade(
        own.made, request, own.kinds, own.extra, options, stage
    )
    heading = "" if stage == "core" else docstring.of(request, function, own.made.equal)
    text, ends = written_text.shown_with_ends(b, function, heading)
    mode = "" if stage == "core" else _title(request)
    lines = stage_text(text, ends, function, mode, _tangents(request))
    if name != "final" or mode != "reverse":
        return _Shown(Stage(name, lines), function.sources)
    found = sweeps_of(text, function.sources, request, core)
    marks = marks_of(lines, found)
    return _Shown(Stage(name, lines, marks), function.sources, found)


def _sources(core: Function, modes: Mapping[str, Sequence[_Shown]]) -> list[Source]:
    """Return the user's texts that lines come from, the function's own first."""
    found = {core.sources[0]: None}
    for stages in modes.values():
        for stage in stages:
            lines = () if stage.text is None else stage.text.lines
            for source in (source for line in lines for source, _ in line.places):
                found.setdefault(source)
    return [source for source in found if is_users(source)]


def _kept(text: StageText, found: Sweeps) -> Iterator[tuple[str, str]]:
    yield "saved on a list", reasons(text, found.saved) or "-"
    yield "kept", reasons(text, found.kept) or "-"
    yield "computed again", reasons(text, found.recomputed) or "-"
    yield "called", ", ".join(found.called) or "-"


_RULES = "tangentlite.templates."


def _rules(made: Generated) -> str:
    names = (name for name in made_from(made) if is_rule(name))
    return ", ".join(dict.fromkeys(n.removeprefix(_RULES) for n in names)) or "-"
