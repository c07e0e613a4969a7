"""Interpolation that has no rules: it is refused by name."""

from scipy import interpolate

from tangentlite.rules.registry import refused

refused(
    'Use make_interp_spline, RectBivariateSpline or griddata, or call tl.numerical of '
    'a function that calls it.',
    *(
        getattr(interpolate, name)
        for name in (
            'make_splrep', 'make_splprep', 'splprep',
            'generate_knots', 'bisplrep', 'SmoothBivariateSpline',
            'LSQBivariateSpline', 'RectSphereBivariateSpline',
            'SmoothSphereBivariateSpline', 'LSQSphereBivariateSpline',
            'CloughTocher2DInterpolator', 'Rbf', 'NdPPoly', 'BPoly',
            'NdBSpline', 'AAA', 'FloaterHormannInterpolator',
            'approximate_taylor_polynomial', 'pade', 'sproot', 'insert',
        )
        if hasattr(interpolate, name)
    ),
)  # fmt: skip
