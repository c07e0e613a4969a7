"""Whether a value is a sparse matrix."""
from scipy import sparse

from tangentlite.rules.registry import definition
from tangentlite.templates.scipy.sparse.matrices import EVERY


@definition(sparse.issparse)
def issparse(x):
    return isinstance(x, EVERY)
