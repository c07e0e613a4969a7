"""The page of a function and its derivatives, in one file that needs no other."""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path

from tangentlite.ir.function import Source
from tangentlite.tracebacks.origins import Line
from tangentlite.view.graph.graph_svg import graph_svg
from tangentlite.view.graph.statement_graph import statement_graph
from tangentlite.view.highlighted_lines import highlighted_lines
from tangentlite.view.line_marks import Mark
from tangentlite.view.stage_lines import StageLine, StageText


@dataclass(frozen=True)
class Stage:
    """A stage of the compiler: its text, shown as a graph or not, or why there is none.

    `marks` are of its lines, by their numbers.
    """

    name: str
    text: StageText | None = None
    marks: Mapping[int, Sequence[Mark]] | None = None
    is_graph: bool = False
    problem: str = ""


@dataclass(frozen=True)
class Page:
    """What a page shows: the user's sources, and the stages of each mode.

    `facts` are rows with a title; `active` are variables that the derivative passes
    through; `opens` is the stage that is shown first.
    """

    title: str
    kinds: str
    sources: Sequence[Source]
    modes: Mapping[str, Sequence[Stage]]
    active: Collection[str]
    facts: Sequence[tuple[str, str]]
    marks: Mapping[Line, Sequence[Mark]]
    opens: str = "final"


def page_html(page: Page) -> str:
    """Return the page as HTML, with its style and its script."""
    assets = files("tangentlite.view") / "assets"
    names = ("colours.css", "graph.css", "view.css")
    style = "".join((assets / n).read_text(encoding="utf-8") for n in names)
    script = (assets / "view.js").read_text(encoding="utf-8")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_escaped(page.title)}</title>
<style>
{style}</style>
</head>
<body>
{_header(page)}
<main>
{_sources(page)}
{_derivatives(page)}
</main>
{_footer(page)}
<script>
{script}</script>
</body>
</html>
"""


def _header(page: Page) -> str:
    modes = [(f"mode-{mode}", mode) for mode in page.modes]
    names = dict.fromkeys(s.name for stages in page.modes.values() for s in stages)
    stages = [(f"stage-{name}", name) for name in names]
    return f"""<header>
<h1>{_escaped(page.title)}</h1>
{_tabs("Mode", modes, 0)}
{_tabs("Stage", stages, _first(list(names), page.opens))}
<span class="tools">
<button type="button" id="theme" title="dark or light (d)">dark</button>
<button type="button" id="keys" title="keys (?)" aria-expanded="false"
aria-controls="help">?</button>
</span>
</header>
<dl id="help" hidden>
<dt>&uarr; &darr;</dt><dd>the next line, which is then selected</dd>
<dt>&larr; &rarr;</dt><dd>its counterpart in the other text</dd>
<dt>n p</dt><dd>the next and the previous counterpart</dd>
<dt>1 2 3 &hellip;</dt><dd>a stage</dd>
<dt>m</dt><dd>the other mode</dd>
<dt>d</dt><dd>dark or light</dd>
<dt>Esc</dt><dd>no line is selected</dd>
</dl>"""


def _first(names: Sequence[str], wanted: str) -> int:
    return names.index(wanted) if wanted in names else 0


def _tabs(label: str, tabs: Sequence[tuple[str, str]], chosen: int) -> str:
    buttons = [
        f'<button type="button" role="tab" id="{ident}" data-name="{_escaped(name)}" '
        f'aria-selected="{str(place == chosen).lower()}" '
        f'tabindex="{0 if place == chosen else -1}">{_escaped(name)}</button>'
        for place, (ident, name) in enumerate(tabs)
    ]
    return f'<div role="tablist" aria-label="{label}">{"".join(buttons)}</div>'


def _sources(page: Page) -> str:
    parts = []
    for place, source in enumerate(page.sources):
        marks = {
            number: found
            for (own, number), found in page.marks.items()
            if own == source
        }
        rows = highlighted_lines(source.lines, page.active, _ACTIVE)
        file = Path(source.filename).name
        lines = (
            _Row(n, row, f"{place}:{n}" if row else "", where=f"{file}:{n}")
            for n, row in enumerate(rows, source.first)
        )
        where = f"{file}:{source.first}"
        parts.append(
            f'<h3>{_escaped(source.name)} <span class="where">{_escaped(where)}</span>'
            f"</h3>\n{_listing(f'source-{place}', source.name, lines, marks)}"
        )
    return (
        '<section class="pane" id="primal" aria-label="The function">\n'
        "<h2>primal</h2>\n" + "\n".join(parts) + "\n</section>"
    )


_ACTIVE = "active: the derivative passes through it"


def _derivatives(page: Page) -> str:
    places = {source: place for place, source in enumerate(page.sources)}
    panels = []
    for mode, stages in page.modes.items():
        chosen = _first([stage.name for stage in stages], page.opens)
        for place, stage in enumerate(stages):
            shown = mode == next(iter(page.modes)) and place == chosen
            panels.append(
                f'<div role="tabpanel" id="{mode}-{stage.name}" '
                f'data-mode="{mode}" data-stage="{stage.name}" '
                f'aria-labelledby="mode-{mode} stage-{stage.name}"'
                f"{'' if shown else ' hidden'}>\n{_panel(mode, stage, places)}\n</div>"
            )
    return (
        '<section class="pane" id="derivative" aria-label="The derivative">\n'
        f"<h2>derivative {_LEGEND}</h2>\n" + "\n".join(panels) + "\n</section>"
    )


_LEGEND = (
    '<span class="legend"><i class="forward">forward sweep</i> '
    '<i class="backward">backward sweep</i> <i class="primal">primal</i> '
    '<i class="tangent">tangents</i></span>'
)


def _panel(mode: str, stage: Stage, places: Mapping[Source, int]) -> str:
    if stage.problem:
        return f'<pre class="problem">{_escaped(stage.problem)}</pre>'
    assert stage.text is not None
    if stage.is_graph:
        graph = statement_graph(stage.text)
        drawn = graph_svg(graph, f"{mode}, {stage.name}", partial(_at, places))
        return f'<div class="picture" tabindex="0">{_GRAPH}{drawn}</div>'
    rows = highlighted_lines([line.text for line in stage.text.lines])
    lines = (
        _Row(line.number, row, _at(places, line), line.sweep)
        for line, row in zip(stage.text.lines, rows)
    )
    title = f"{mode}, {stage.name}"
    return _listing(f"{mode}-{stage.name}-text", title, lines, stage.marks or {})


_GRAPH = (
    "<p>Statements of the final text, and who reads what they compute; an edge of "
    '<b class="saved">this colour</b> leads from one sweep to the other. '
    "What is behind ↻ goes from iteration to iteration.</p>"
)


def _at(places: Mapping[Source, int], line: StageLine) -> str:
    """Return the lines of the user's that a line belongs to, as the script has them."""
    own = (f"{places[source]}:{n}" for source, n in line.places if source in places)
    return " ".join(own)


@dataclass(frozen=True)
class _Row:
    number: int
    html: str
    at: str
    sweep: str = ""
    where: str = ""


def _listing(
    ident: str, title: str, rows: Iterable[_Row], marks: Mapping[int, Sequence[Mark]]
) -> str:
    """Return lines as a list of which one can be selected."""
    lines = [_line(ident, row, marks.get(row.number, ())) for row in rows]
    return (
        f'<div class="code" role="listbox" tabindex="0" id="{ident}" '
        f'aria-label="{_escaped(title)}">\n' + "\n".join(lines) + "\n</div>"
    )


def _line(ident: str, row: _Row, marks: Sequence[Mark]) -> str:
    classes = " ".join(["line", *([row.sweep] if row.sweep else [])])
    linked = f' data-at="{row.at}"' if row.at else ""
    if row.where:
        linked += f' data-where="{_escaped(row.where)}" data-number="{row.number}"'
    shown = "".join(
        f'<em class="{mark.kind}" title="{_escaped(mark.why)}">{mark.label}</em>'
        for mark in marks
    )
    return (
        f'<div class="{classes}" role="option" aria-selected="false" '
        f'id="{ident}-{row.number}"{linked}><span class="no">{row.number}</span>'
        f"<code>{row.html or ' '}</code>{shown}</div>"
    )


def _footer(page: Page) -> str:
    rows = "\n".join(_fact_rows(page.facts))
    return f"""<footer>
<p id="status" role="status" aria-live="polite"></p>
<details>
<summary>What the gradient keeps, and why</summary>
<p class="kinds">for {_escaped(page.kinds)}</p>
<dl>
{rows}
</dl>
</details>
</footer>"""


def _fact_rows(facts: Iterable[tuple[str, str]]) -> Iterator[str]:
    for title, text in facts:
        yield f"<dt>{_escaped(title)}</dt><dd>{_escaped(text)}</dd>"


def _escaped(text: str) -> str:
    return html.escape(text)
