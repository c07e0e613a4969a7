"""Matrices of derivatives by blocks, for arguments and results in containers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import numpy as np

from tangentlite import errors
from tangentlite.api import grad
from tangentlite.api.matrices.unit_blocks import (
    many_products,
    refuse_effects,
    unit_blocks_of,
)
from tangentlite.calls.arguments.parameters import tangents_placed
from tangentlite.calls.arguments.pytree import (
    Path,
    derivative,
    floating,
    leaves,
    mapped,
    numbers,
    picked,
    units,
    written,
)
from tangentlite.calls.derivative import Derivative

# Keys: a path in the result, an argument's name, a path in the argument.
Blocks = dict[tuple[Path, str, Path], Any]


def refuse_complex(f: Callable, values: Mapping[str, Any]) -> None:
    """Raise if an argument by which a matrix is asked for is complex."""
    for name, value in values.items():
        for path, leaf in floating(value).items():
            if np.iscomplexobj(leaf):
                raise errors.ArgumentError(
                    f"the Jacobian of {f.__name__} with respect to "
                    f"{name}{written(path)}, which is complex, is no complex matrix in "
                    "general.\nUse tl.jvp or tl.vjp, or write the function in terms of "
                    "the real and the imaginary part."
                )


def outputs_of(f: Callable, result: object) -> dict[Path, Any]:
    """Return the numbers and arrays of a result, which may also hold text and None."""
    outputs = numbers(result)
    for path, leaf in leaves(result).items():
        harmless = outputs and (leaf is None or isinstance(leaf, str))
        if path not in outputs and not harmless:
            raise errors.ArgumentError(
                f"{f.__name__} returns {type(leaf).__name__} objects, which have no "
                "Jacobian.\nReturn numbers, arrays or tuples, lists and dicts of them."
            )
    return outputs


def entries(parts: Iterable[Any]) -> int:
    """Return how many entries some numbers and arrays have together."""
    return sum(np.size(part) for part in parts)


def refusal_of(
    derivative_: Derivative, args: tuple, kwargs: dict
) -> errors.TangentliteError | None:
    """Return why a derivative cannot be generated, None if it can.

    Raises if the function, which is evaluated several times, has side effects.
    """
    try:
        generated = derivative_.generated(args, kwargs)
    except errors.TangentliteError as error:
        return error
    refuse_effects(derivative_, generated)
    return None


def refusal_of_columns(
    f: Callable, values: Mapping[str, Any], args: tuple, kwargs: dict
) -> errors.TangentliteError | None:
    """Return why Jacobian-vector products by some values cannot be generated."""
    found = None
    for name, value in values.items():
        inputs = floating(value)
        product = grad.derivative_of(f, "forward", (name,))
        for where in list(inputs)[:1]:
            unit = next(iter(units(inputs, where)), None)
            if unit is not None:
                tangent = {name: derivative(value, unit)}
                placed = tangents_placed(product, args, kwargs, tangent)
                found = refusal_of(product, *placed) or found
    return found


def by_columns(
    f: Callable,
    values: Mapping[str, Any],
    outputs: Mapping[Path, Any],
    args: tuple,
    kwargs: dict,
    chunk: int | None,
) -> Blocks:
    """Return the blocks, by Jacobian-vector products with unit vectors."""
    blocks = {}
    for name, value in values.items():
        product = grad.derivative_of(f, "forward", (name,))
        inputs = floating(value)

        def placed(vector: Mapping[Path, Any]) -> tuple[tuple, dict]:
            tangents = {name: derivative(value, vector)}  # noqa: B023
            return tangents_placed(product, args, kwargs, tangents)  # noqa: B023

        found = _products(product, placed, inputs, outputs, chunk)
        for path, output in outputs.items():
            first = 0
            for where, leaf in inputs.items():
                end = first + np.size(leaf)
                part = found[path][first:end] if end > first else ()
                blocks[path, name, where] = _side_by_side(part, leaf, output)
                first = end
    return blocks


def _products(
    product: Derivative,
    placed: Callable[[Mapping[Path, Any]], tuple[tuple, dict]],
    inputs: Mapping[Path, Any],
    outputs: Mapping[Path, Any],
    chunk: int | None,
) -> dict[Path, Any]:
    """Return the parts of products with each unit vector, all inputs in one sweep."""
    one = next((unit for path in inputs for unit in units(inputs, path)), None)
    if one is None:
        return {}
    (tangent,), count = product.tangent_names, entries(inputs.values())
    largest = max(count, *map(np.size, outputs.values()))
    answer = many_products(product, tangent).answer(count, largest, chunk, *placed(one))
    found: dict[Path, list] = {path: [] for path in outputs}
    if answer is None:
        for path in inputs:
            for unit in units(inputs, path):
                own, named = placed(unit)
                for place, part in picked(product(*own, **named), outputs).items():
                    found[place].append(part)
        refuse_effects(product, product.last_called)
        return {path: np.stack(parts) for path, parts in found.items()}
    for block in unit_blocks_of(inputs, answer.chunk):
        own, named = placed(block)
        for place, part in picked(answer.code(*own, **named), outputs).items():
            found[place].append(part)
    return {path: np.concatenate(parts) for path, parts in found.items()}


def _side_by_side(columns: Any, leaf: Any, output: Any) -> Any:
    """Return columns as a matrix with the axes of a result in front of an input's."""
    shape, dtype = (*np.shape(output), *np.shape(leaf)), np.result_type(leaf)
    if not len(columns):
        return np.zeros(shape, dtype)
    if columns.dtype.kind == "c":
        dtype = np.result_type(dtype, np.complex64)
    matrix = columns.reshape(len(columns), -1).T.astype(dtype, order="C", copy=False)
    return shaped(matrix, shape)


def by_rows(
    pullback: Callable,
    result: object,
    outputs: Mapping[Path, Any],
    values: Mapping[str, Any],
) -> Blocks:
    """Return the blocks, by pullbacks of unit vectors."""
    inputs = {name: floating(value) for name, value in values.items()}
    blocks = {
        (path, name, where): np.zeros(
            (np.size(output), *np.shape(leaf)), np.result_type(leaf)
        )
        for path, output in outputs.items()
        for name, parts in inputs.items()
        for where, leaf in parts.items()
    }
    active = floating(result)
    for path in active:
        for number, unit in enumerate(units(active, path)):
            gradients = pullback(derivative(result, unit))
            for (name, parts), gradient in zip(inputs.items(), gradients):
                for where, row in picked(gradient, parts).items():
                    blocks[path, name, where][number] = row
    return {
        key: shaped(matrix, (*np.shape(outputs[key[0]]), *matrix.shape[1:]))
        for key, matrix in blocks.items()
    }


def shaped(matrix: np.ndarray, shape: tuple[int, ...]) -> Any:
    """Return a reshaped matrix, as a number if it has no axes."""
    return matrix.reshape(shape) if shape else matrix.reshape(())[()]


def assembled(
    result: object,
    outputs: Collection[Path],
    values: Mapping[str, Any],
    blocks: Blocks,
    single: bool,
) -> Any:
    """Return the blocks in the structure of the result, then of the arguments."""

    def by_arguments(path: Path, _: object) -> Any:
        if path not in outputs:
            return None
        parts = tuple(
            derivative(value, {w: blocks[path, name, w] for w in floating(value)})
            for name, value in values.items()
        )
        return parts[0] if single else parts

    return mapped(by_arguments, result)
