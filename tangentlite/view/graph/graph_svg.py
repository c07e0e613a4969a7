"""A graph of statements as SVG, for a page or as a picture of its own."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files

from tangentlite.view.graph.layered_layout import Layout, Point, layered_layout
from tangentlite.view.graph.statement_graph import LONGEST, Graph, Node
from tangentlite.view.stage_lines import StageLine

LETTER, HEIGHT, HEAD, PAD = 6.9, 24.0, 22.0, 12.0

# What tells the page which lines of the user's a node belongs to.
Linked = Callable[[StageLine], str]


def graph_svg(graph: Graph, title: str, linked: Linked = lambda line: "") -> str:
    """Return the picture of a graph as an element of a page, whose style it takes."""
    drawn = _drawn(graph, linked)
    width, height = drawn.width + 2 * PAD, drawn.height + 2 * PAD
    return (
        f'<svg class="graph" role="img" aria-label="{html.escape(title)}" '
        f'xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="{-PAD:.0f} {-PAD:.0f} {width:.0f} '
        f'{height:.0f}">{drawn.svg}</svg>'
    )


def alone(svg: str) -> str:
    """Return a picture with a style of its own, dark where the reader prefers that."""
    assets = files("tangentlite.view") / "assets"
    style = (assets / "graph.css").read_text(encoding="utf-8")
    colours = (assets / "colours.css").read_text(encoding="utf-8")
    pairs = re.findall(r"--(\w+): light-dark\((.*?), (.*?)\)", colours)
    light = {name: one for name, one, _ in pairs}
    dark = {name: other for name, _, other in pairs}
    rules = (
        f"{_with(style, light)}@media (prefers-color-scheme: dark) {{\n"
        f"{_with(style, dark)}}}\n"
    )
    head, close, rest = svg.partition(">")
    return f"{head}{close}<style>\n{rules}</style>{rest}\n"


def _with(style: str, colours: dict[str, str]) -> str:
    return re.sub(r"var\(--(\w+)\)", lambda found: colours[found[1]], style)


@dataclass(frozen=True)
class _Drawn:
    svg: str
    width: float
    height: float


def _drawn(graph: Graph, linked: Linked) -> _Drawn:
    inner = [_inside(node, linked) for node in graph.nodes]
    sizes = [(one.width, one.height) for one in inner]
    layout = layered_layout(sizes, list(graph.edges))
    parts = [*_edges(graph, layout)]
    for node, one, (x, y) in zip(graph.nodes, inner, layout.places):
        parts.append(_placed(node, one, (x - one.width / 2, y), linked))
    return _Drawn("".join(parts), layout.width, layout.height)


def _inside(node: Node, linked: Linked) -> _Drawn:
    """Return what stands in a node: its text, or its graphs below each other."""
    if not node.blocks:
        text = _cut(node.label)
        width = LETTER * len(text) + 18
        return _Drawn(
            f'<text x="{width / 2:.1f}" y="16">{html.escape(text)}</text>',
            width,
            HEIGHT,
        )
    parts, y, width = [], 0.0, 0.0
    for header, graph in node.blocks:
        text = _cut(header)
        drawn = _drawn(graph, linked)
        parts.append(
            f'<text class="head" x="{PAD:.0f}" y="{y + 16:.1f}">{html.escape(text)}'
            f'</text><g transform="translate({PAD:.1f} {y + HEAD + 4:.1f})">'
            f"{drawn.svg}</g>"
        )
        width = max(width, drawn.width + 2 * PAD, LETTER * len(text) + 2 * PAD)
        y += HEAD + drawn.height + PAD + 4
    return _Drawn("".join(parts), width, y)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _placed(node: Node, drawn: _Drawn, corner: Point, linked: Linked) -> str:
    classes = ["node", node.kind]
    places = ""
    if node.line is not None:
        classes += [node.line.sweep] if node.line.sweep else []
        found = linked(node.line) if node.kind != "block" else ""
        places = f' data-at="{found}"' if found else ""
    full = f"<title>{html.escape(node.label)}</title>" if node.label else ""
    radius = HEIGHT / 2 if node.kind == "input" else 4
    return (
        f'<g class="{" ".join(classes)}"{places} '
        f'transform="translate({corner[0]:.1f} {corner[1]:.1f})">{full}'
        f'<rect width="{drawn.width:.1f}" height="{drawn.height:.1f}" '
        f'rx="{radius:.0f}"/>{drawn.svg}</g>'
    )


def _edges(graph: Graph, layout: Layout) -> Iterator[str]:
    for edge, names in graph.edges.items():
        source, target = (graph.nodes[k].line for k in edge)
        sweeps = [line.sweep if line else "" for line in (source, target)]
        kept = " kept" if sweeps == ["forward", "backward"] else ""
        named = ", ".join(dict.fromkeys(names))
        path = _path(layout.routes[edge])
        yield (
            f'<path class="edge{kept}" d="{path}"><title>{html.escape(named)}</title>'
            "</path>"
        )


def _path(points: list[Point]) -> str:
    """Return a curve through points, which leaves and arrives vertically."""
    (x, y), *others = points
    parts = [f"M{x:.1f} {y:.1f}"]
    for to_x, to_y in others:
        middle = (y + to_y) / 2
        parts.append(
            f"C{x:.1f} {middle:.1f} {to_x:.1f} {middle:.1f} {to_x:.1f} {to_y:.1f}"
        )
        x, y = to_x, to_y
    return "".join(parts)
