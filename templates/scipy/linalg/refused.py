"""Decompositions whose bases are not determined, and what is no smooth function."""
from scipy import linalg

from tangentlite.rules.registry import refused

refused(
    'Its bases are not determined by the matrix: use eig, eigh, svd or qr, or give '
    'what is made of it a rule of its own (tl.adjoint, tl.tangent).',
    linalg.hessenberg, linalg.qz, linalg.ordqz, linalg.cossin,
)  # fmt: skip
refused(
    'Use sqrtm, expm, logm, cosm and the others, or eig.',
    linalg.funm, linalg.expm_cond,
)  # fmt: skip
