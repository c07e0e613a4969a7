"""How some eigenvalues and eigenvectors of a Hermitian matrix change.

A vector turns towards all others, those that are not among the selected ones as well,
by what the change of the matrix has between them over the gap of their values: Giles
(2008), section 3.1.
"""

import numpy as np

from tangentlite.templates.complex_numbers import conjugated
from tangentlite.templates.decompositions import quotient
from tangentlite.templates.linalg import adjoint_of
from tangentlite.templates.subscripts import refuse


def is_all(select):
    return select == 'a' or select == 'all' or select == 0


# How many values are in a range is not known before.
def keep_selection(select, select_range):
    if select == 'v' or select == 'value' or select == 1:
        refuse('eigenvalues by value', 'Take all: w[(w > low) & (w <= high)].')
    if select_range is not None and not isinstance(select_range, (tuple, list)):
        refuse('a select_range that is an array', 'Give it as a tuple.')


# Entry i, j says that the selected vector j is the vector i of all.
def own_places(v, everyone):
    places = np.argmax(np.abs(adjoint_of(everyone) @ v), 0)
    return np.expand_dims(np.arange(np.shape(everyone)[1]), 1) == places


# Entry i, j is the value j less the value i of all, 0 where that is but rounding, and 1
# where nothing is divided.
def gaps_to(w, others, is_own):
    gap = w - np.expand_dims(others, 1)
    largest = np.max(np.abs(others), initial=0.0)
    limit = 100.0 * np.finfo(others.dtype).eps * largest
    return np.where(np.abs(gap) > limit, gap, 0.0) + is_own


# The factor that makes the adjoint of the matrix with that of the vectors. Of vectors
# that nothing depends on it does not matter how far they turn towards each other.
def left_factor(w, v, w_bar, v_bar, others, everyone):
    if np.ndim(v_bar) == 0:
        return v * w_bar
    is_own = own_places(v, everyone)
    is_unread = np.all(v_bar == 0, 0)
    is_none = np.expand_dims(np.all(~is_own | is_unread, 1), 1) & is_unread
    turn = np.where(is_own, 0.0, adjoint_of(everyone) @ conjugated(v_bar))
    inner = quotient(turn, gaps_to(w, others, is_own), is_none)
    return everyone @ inner + v * w_bar


def values_change(v, change):
    return np.real(np.sum(conjugated(v) * (change @ v), 0))


def vectors_change(w, v, change, others, everyone):
    is_own = own_places(v, everyone)
    inner = np.where(is_own, 0.0, adjoint_of(everyone) @ change @ v)
    gap = gaps_to(w, others, is_own)
    return everyone @ quotient(inner, gap, inner == 0)
