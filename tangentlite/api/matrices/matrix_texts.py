"""What matrices of derivatives say of themselves, and the texts that they call."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator

from tangentlite.api.matrices.unit_blocks import many_products
from tangentlite.calls.derivative import Derivative
from tangentlite.emit.module.docstring import listed
from tangentlite.modes.request import seed_name


def documentation(name: str, f: Callable, wrt: tuple[str, ...], single: bool) -> str:
    """Return the docstring of what the function of a name makes of another.

    >>> from tangentlite.examples import square
    >>> print(documentation("jacobian", square, ("x",), True))
    Jacobian of tangentlite.examples.square with respect to x.
    <BLANKLINE>
    Takes (x): the arguments of square.
    Returns the derivatives of all entries of the result by those of x, an array of
        shape result.shape + x.shape.
    <BLANKLINE>
    square: Return x * x.
    """
    what, returned = _KINDS[name]
    own = getattr(f, "__name__", type(f).__name__)
    origin = getattr(f, "__qualname__", own)
    if getattr(f, "__module__", None) not in (None, "__main__"):
        origin = f"{f.__module__}.{origin}"
    by = listed(wrt) if wrt else ""
    parameters = inspect.signature(f).parameters.values()
    bare = [p.replace(annotation=p.empty) for p in parameters]
    each = by if single else "each"
    returned = returned.format(f=own, by=by, each=each)
    if not single:
        returned += f"; matrices stand in tuples, in the order {', '.join(wrt)}"
    lines = [
        f"Takes {inspect.Signature(bare)}: the arguments of {own}.",
        f"Returns {returned}.",
    ]
    parts = [
        f"{what} of {origin} with respect to {by}.",
        "\n".join(map(_filled, lines)),
    ]
    if doc := inspect.getdoc(f):
        parts.append(f"{own}: {doc}")
    return "\n\n".join(parts)


_JACOBIAN = (
    "the derivatives of all entries of the result by those of {by}, an array of shape "
    "result.shape + {each}.shape"
)
_HESSIAN = "the second derivatives by {by}, an array of shape {each}.shape * 2"
_SPARSE = "a scipy.sparse.csr_array with a row for each entry of the "
_KINDS = {
    "jacobian": ("Jacobian", _JACOBIAN),
    "value_and_jacobian": (
        "Value and Jacobian",
        f"a pair: what {{f}} returns, and {_JACOBIAN}",
    ),
    "hessian": ("Hessian", _HESSIAN),
    "value_grad_hessian": (
        "Value, gradient and Hessian",
        "a tuple of three: what {f} returns, its derivative by {by}, with the shape of "
        f"{{each}}, and {_HESSIAN}",
    ),
    "sparse_jacobian": (
        "Sparse Jacobian",
        f"{_SPARSE}result and a column for each entry of {{by}}",
    ),
    "sparse_hessian": (
        "Sparse Hessian",
        f"{_SPARSE}gradient and a column for each entry of {{by}}",
    ),
}


def _filled(line: str) -> str:
    return textwrap.fill(line, 88, subsequent_indent="    ")


def texts_of_products(products: Iterable[Derivative]) -> Iterator[str]:
    """Yield the texts of Jacobian-vector products that were called last."""
    for product in products:
        blocks = many_products(product, product.tangent_names[0]).latest
        if blocks is not None:
            yield blocks.text
        elif product.last_called is not None:
            yield str(product.source)


def texts_of_pullbacks(pullback: Derivative, backward: Derivative) -> Iterator[str]:
    """Yield the text that was last called with cotangents."""
    blocks = many_products(backward, seed_name(backward.request)).latest
    if blocks is not None:
        yield blocks.text
        return
    for derivative in (pullback, backward):
        if derivative.last_called is not None:
            yield str(derivative.source)
            return
