"""Patterns: which entries of a matrix may be other than zero."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tangentlite import errors


@dataclass(frozen=True)
class Pattern:
    """The places of a matrix's entries, each once, by rows and then by columns."""

    shape: tuple[int, int]
    rows: np.ndarray
    columns: np.ndarray

    @property
    def counts(self) -> np.ndarray:
        """How many entries each row has."""
        return np.bincount(self.rows, minlength=self.shape[0])

    @property
    def starts(self) -> np.ndarray:
        """Where the entries of each row begin, with the end of the last one."""
        return np.concatenate([[0], np.cumsum(self.counts)])

    def transposed(self) -> Pattern:
        """Return the pattern of the transpose."""
        order = np.argsort(self.columns, kind="stable")
        return Pattern(self.shape[::-1], self.columns[order], self.rows[order])

    def joined(self, other: Pattern) -> Pattern:
        """Return the entries of both patterns, which have the same shape."""
        rows = np.concatenate([self.rows, other.rows])
        columns = np.concatenate([self.columns, other.columns])
        return pattern_of(self.shape, rows, columns)


def pattern_of(
    shape: tuple[int, int], rows: np.ndarray, columns: np.ndarray
) -> Pattern:
    """Return the pattern of entries in any order, some of them repeated.

    >>> pattern_of((2, 3), np.array([1, 0, 1]), np.array([2, 1, 2])).rows
    array([0, 1])
    """
    keys = np.asarray(rows, np.int64) * max(shape[1], 1) + columns
    if not (keys[1:] > keys[:-1]).all():
        keys = np.unique(keys)
    return Pattern(shape, *np.divmod(keys, max(shape[1], 1)))


def full_pattern(shape: tuple[int, int]) -> Pattern:
    """Return the pattern of all entries."""
    rows = np.repeat(np.arange(shape[0]), shape[1])
    return Pattern(shape, rows, np.tile(np.arange(shape[1]), shape[0]))


def given_pattern(given: Any) -> Pattern:
    """Return the pattern that a sparse matrix or a dense array shows.

    All stored entries of a sparse matrix count, zeros too.

    >>> given_pattern(np.eye(2)).columns
    array([0, 1])
    """
    if hasattr(given, "tocoo"):
        shape, (rows, columns) = given.shape, _stored(given)
    else:
        try:
            dense = np.asarray(given, bool)
        except (TypeError, ValueError):
            dense = np.zeros(0, bool)
        shape, (rows, columns) = dense.shape, np.nonzero(np.atleast_2d(dense))
    if len(shape) != 2:
        raise errors.ArgumentError(
            "the pattern is no matrix.\n"
            "Give a scipy.sparse array, or an array of two axes, that is not zero "
            "where the matrix may be other than zero."
        )
    return pattern_of(shape, rows, columns)


def _stored(given: Any) -> tuple[np.ndarray, np.ndarray]:
    entries = given.tocoo()
    if entries.ndim != 2:
        return np.zeros(0, int), np.zeros(0, int)
    return entries.row, entries.col
