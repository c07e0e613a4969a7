"""Recurrences of elementary functions, for Taylor mode."""
import cmath
import math

import numpy as np

from tangentlite.rules.recurrences import recurrence
from tangentlite.runtime import (
    series_cos,
    series_cosh,
    series_exp,
    series_log,
    series_quadratic,
    series_quotient,
    series_sin,
    series_sinh,
    series_sqrt,
)

recurrence(series_exp, ("y", "x_series"), np.exp, math.exp, cmath.exp)
recurrence(series_log, ("x", "x_series"), np.log, math.log, cmath.log)
recurrence(series_sqrt, ("y", "x_series"), np.sqrt, math.sqrt, cmath.sqrt)
recurrence(series_sin, ("x", "x_series"), np.sin, math.sin, cmath.sin)
recurrence(series_cos, ("x", "x_series"), np.cos, math.cos, cmath.cos)
recurrence(series_sinh, ("x", "x_series"), np.sinh, math.sinh, cmath.sinh)
recurrence(series_cosh, ("x", "x_series"), np.cosh, math.cosh, cmath.cosh)
recurrence(series_quotient, ("y", 0.0, "x", "x_series"), np.reciprocal)

# y' = (a + b y + c y²) x'
recurrence(
    series_quadratic, ("y", "x_series", 0.0, math.log(2.0), 0.0), np.exp2, math.exp2
)
recurrence(
    series_quadratic, ("y", "x_series", 1.0, 1.0, 0.0), np.expm1, math.expm1
)
recurrence(
    series_quadratic, ("y", "x_series", 1.0, 0.0, 1.0), np.tan, math.tan, cmath.tan
)
recurrence(
    series_quadratic, ("y", "x_series", 1.0, 0.0, -1.0), np.tanh, math.tanh, cmath.tanh
)
