"""Functions without a derivative or without sense in a derivative, and what instead."""
import builtins

import numpy as np

from tangentlite.rules.registry import refused


def _of_numpy(names):
    """The functions of NumPy that this version has, of names like `linalg.test`."""
    for name in names.split():
        place = np
        for step in name.split('.'):
            place = getattr(place, step, None)
        if place is not None:
            yield place


refused(
    'Read and write outside of the function, and pass the array; tl.callback(f, x) '
    'writes inside.',
    *_of_numpy(
        'load save savez savez_compressed savetxt loadtxt genfromtxt fromfile '
        'fromregex fromstring frombuffer memmap ndarray.tofile '
        'ndarray.tobytes ndarray.dump ndarray.dumps ndarray.to_device'
    ),
)
refused(
    'It makes text: make it outside of the function, of what that returns, or print '
    'the array itself.',
    *_of_numpy(
        'base_repr binary_repr '
        'format_float_positional format_float_scientific typename str_ bytes_ '
        'character flexible'
    ),
)
refused(
    'Settings are for the whole program: make them outside of the function.',
    *_of_numpy(
        'set_printoptions get_printoptions printoptions seterr geterr seterrcall '
        'geterrcall setbufsize getbufsize show_config show_runtime get_include info '
        'test linalg.test fft.test random.test'
    ),
)
refused(
    'Count days outside of the function, and pass numbers.',
    *_of_numpy(
        'busday_count busday_offset busdaycalendar is_busday datetime64 timedelta64 '
        'datetime_as_string datetime_data isnat'
    ),
)
refused(
    'Use an array: np.asarray(...).',
    *_of_numpy('matrix asmatrix bmat'),
)
# Of plain arrays these return plain ones, or say that they are plain.
_FOR_ALL_ARRAYS = (
    'clump_unmasked common_fill_value count_masked default_fill_value filled '
    'flatnotmasked_edges flatten_mask getmask getmaskarray is_mask is_masked isarray '
    'isMA isMaskedArray make_mask make_mask_none mask_or ndenumerate round round_ '
    'set_fill_value sort transpose vander'
).split()
refused(
    'Use an array and a mask beside it.',
    np.ma.MaskedArray,
    *(
        found
        for name in np.ma.__all__
        if callable(found := getattr(np.ma, name)) and name not in _FOR_ALL_ARRAYS
        if str(getattr(found, '__module__', '')).startswith('numpy.ma')
        and not isinstance(found, type)
    ),
)
refused(
    'Use an array for each field.',
    *_of_numpy('record recarray void ndarray.getfield ndarray.setfield'),
)
refused(
    'Use float64, or complex128.',
    *_of_numpy('longdouble clongdouble float128 complex256 float96 complex192'),
)
refused(
    'It is the name of a family of dtypes: use one of them, such as np.float64.',
    *_of_numpy(
        'generic number integer signedinteger unsignedinteger inexact floating '
        'complexfloating object_'
    ),
)
refused(
    'Use an array of coefficients, and np.polyval.',
    *_of_numpy('poly1d'),
)
_POLYNOMIALS = _of_numpy(
    'polynomial.Polynomial polynomial.Chebyshev polynomial.Legendre '
    'polynomial.Hermite polynomial.HermiteE polynomial.Laguerre'
)
for _class in _POLYNOMIALS:
    refused(
        'Use functions of arrays of coefficients, such as polyfit, polyval, polyder '
        'and polymul of np.polynomial.polynomial, chebfit of np.polynomial.chebyshev.',
        _class,
        *(
            getattr(_class, name).__func__
            for name in ('fit', 'fromroots', 'identity', 'basis', 'cast', 'interpolate')
            if hasattr(_class, name)
        ),
    )
refused(
    'Use np.atleast_1d, and np.trim_zeros.',
    *_of_numpy('polynomial.polyutils.as_series'),
)
refused(
    'Its values decide whether it is real or complex: use the function in np itself, '
    'np.sqrt(x) where x is positive, np.sqrt(x + 0j) where it may not be.',
    *_of_numpy(
        'emath.sqrt emath.log emath.log2 emath.log10 emath.logn emath.power '
        'emath.arccos emath.arcsin emath.arctanh'
    ),
)
refused(
    'Use np.zeros or np.empty to make an array, and slices to look into one.',
    *_of_numpy('flatiter broadcast nested_iters'),
)
refused(
    'It reads memory by strides of bytes: use slices, np.broadcast_to or '
    'np.lib.stride_tricks.sliding_window_view.',
    *_of_numpy('lib.stride_tricks.as_strided'),
)
refused(
    'Write a function of arrays, or np.vectorize.',
    *_of_numpy('ufunc frompyfunc'),
)
refused(
    'It looks at the bytes of numbers, through which no derivative passes.',
    *_of_numpy(
        'packbits unpackbits ndarray.byteswap ndarray.ctypes '
        'ndarray.data'
    ),
)
refused(
    'Make a new array: np.resize(a, shape), np.concatenate.',
    *_of_numpy('ndarray.resize'),
)
refused(
    'Draw outside of the function with what needs the bits of a generator.',
    *_of_numpy(
        'random.bytes random.get_state random.set_state random.get_bit_generator '
        'random.set_bit_generator random.BitGenerator random.random_integers '
        'random.Generator.bytes random.Generator.spawn random.Generator.bit_generator '
        'random.Generator.multivariate_hypergeometric random.RandomState.bytes '
        'random.RandomState.get_state random.RandomState.set_state '
        'random.RandomState.seed random.RandomState.tomaxint '
        'random.RandomState.random_integers'
    ),
)
refused('Write out what it does.', exec, eval, compile)
refused('Name the variables.', globals)
refused('Use a number that does not change with the process.', builtins.hash)
