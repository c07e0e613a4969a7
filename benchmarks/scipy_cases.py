"""The calls of SciPy of which the derivative is timed, at sizes that occur.

Functions that have samples for the tests of rules, and no call here, are called as
their first sample calls them (`benchmarks.scipy_samples`).
"""

from benchmarks.rule_inputs import (
    DEFINITE,
    FILTER,
    HALF_IMAGE,
    IMAGE,
    MATRIX,
    NUMBER,
    OBSERVED,
    POSITIVE,
    RIGHT,
    RIGHTS,
    RISING,
    ROW,
    SIGNALS,
    SIGNED,
    SPECTRA,
    SQUARE,
    TALL,
    VECTOR,
    case,
)
from benchmarks.scipy_grid_cases import GRID_CASES
from benchmarks.scipy_inputs import (
    BANDED_RIGHT,
    BANDS,
    BESIDE,
    CENTRE,
    COUNTS,
    CYCLIC,
    CYCLIC_RIGHT,
    DENOMINATOR,
    DIAGONAL,
    EMBEDDED,
    FAR,
    FEW_BANDS,
    KERNEL,
    KNOWN,
    LEVEL,
    LONG,
    NUMERATOR,
    OTHERS,
    POINTS,
    PROBABILITIES,
    SAMPLED,
    SCORES,
    SECTIONS,
    STABLE,
    STEERED,
    TAME,
    THIN,
    TRIDIAGONAL,
    UNIT,
    WEIGHTS,
    WIDE,
)
from benchmarks.scipy_inputs import (
    scipy_calls as calls,
)
from benchmarks.scipy_samples import cases_of_samples

COSTS = "r @ r.T + np.eye(len(r))"

SPECIAL = [
    *calls("special", "erf erfc erfcx expit log_expit ndtr log_ndtr", "f(x)", x=WIDE),
    *calls("special", "softplus exprel dawsn i0e i1e", "f(x)", x=WIDE),
    *calls("special", "logit ndtri erfinv", "f(x)", x=UNIT),
    *calls("special", "gammaln digamma loggamma spence", "f(x)", x=FAR),
    *calls("special", "gamma rgamma i0 i1 expi exp1 entr", "f(x)", x=POSITIVE),
    *calls("special", "j0 j1 y0 y1 k0 k1 k0e k1e", "f(x)", x=FAR),
    *calls("special", "jv yv iv kv ive kve", "f(1.5, x)", x=FAR),
    *calls("special", "polygamma", "f(1, x)", x=FAR),
    *calls("special", "xlogy xlog1py rel_entr kl_div", "f(x, y)", x=POSITIVE, y=FAR),
    *calls("special", "beta betaln binom comb poch", "f(x, y)", x=FAR, y=POSITIVE),
    *calls("special", "gammainc gammaincc", "f(2.5, x)", x=FAR),
    *calls("special", "betainc betaincinv", "f(2.5, 1.5, x)", x=UNIT),
    *calls("special", "huber pseudo_huber", "f(1.5, x)", x=WIDE),
    *calls("special", "boxcox boxcox1p", "f(x, y)", x=FAR, y=NUMBER),
    *calls("special", "logsumexp softmax log_softmax", "f(x)", x=SCORES),
    *calls("special", "logsumexp softmax log_softmax", "f(x, axis=1)", x=SCORES),
    *calls("special", "sici shichi fresnel itj0y0 iti0k0", "f(x)[0]", x=POSITIVE),
    *calls("special", "it2j0y0 it2i0k0 airy airye", "f(x)[0]", x=POSITIVE),
    *calls("special", "itairy", "f(x)[0]", x=ROW),
    *calls("special", "ellipj", "f(x, y)[0]", x=POSITIVE, y=UNIT),
    *calls("special", "mathieu_cem mathieu_sem", "f(2, 1.3, x)[0]", x=POSITIVE),
    *calls("special", "mathieu_modcem1 mathieu_modcem2", "f(2, 1.3, x)[0]", x=POSITIVE),
    *calls("special", "mathieu_modsem1 mathieu_modsem2", "f(2, 1.3, x)[0]", x=POSITIVE),
    *calls("special", "pbdv pbvv pbwa", "f(1.3, x)[0]", x=POSITIVE),
    *calls("special", "kelvin", "f(x)[0]", x=POSITIVE),
    *calls("special", "hankel1 hankel1e hankel2 hankel2e", "f(1.5, x)", x=POSITIVE),
    *calls("special", "h1vp h2vp", "f(1, x)", x=POSITIVE),
    *calls("special", "sph_harm_y", "f(3, 1, x, y)", x=POSITIVE, y=WIDE),
    *calls("special", "lpmv", "f(1, 3, x)", x=SIGNED),
    *calls("special", "agm", "f(x, y)", x=POSITIVE, y=FAR),
    *calls("special", "voigt_profile", "f(x, 0.4, 0.6)", x=WIDE),
]

STATS = [
    *calls(
        "stats.norm",
        "logpdf pdf cdf logcdf sf logsf",
        "f(x, m, s)",
        x=VECTOR,
        m=NUMBER,
        s=LEVEL,
    ),
    *calls("stats.norm", "ppf isf", "f(x, m, s)", x=UNIT, m=NUMBER, s=LEVEL),
    *calls("stats.t", "logpdf pdf", "f(x, n, 0.0, s)", x=VECTOR, n=LEVEL, s=LEVEL),
    *calls("stats.t", "cdf", "f(x, 2.5, 0.0, s)", x=VECTOR, s=LEVEL),
    *calls("stats.gamma", "logpdf pdf", "f(x, a, scale=s)", x=FAR, a=LEVEL, s=LEVEL),
    *calls("stats.gamma", "cdf", "f(x, 2.5, scale=s)", x=FAR, s=LEVEL),
    *calls("stats.beta", "logpdf pdf", "f(x, a, b)", x=UNIT, a=LEVEL, b=LEVEL),
    *calls("stats.expon", "logpdf pdf cdf", "f(x, 0.0, s)", x=FAR, s=LEVEL),
    *calls("stats.poisson", "logpmf pmf", "f(k, m)", k=COUNTS, m=FAR),
    case("scipy.stats.binom.logpmf(k, 20, p)", k=COUNTS, p=UNIT),
    case("scipy.stats.norm(m, s).logpdf(x)", x=VECTOR, m=NUMBER, s=LEVEL),
    case(
        "scipy.stats.multivariate_normal.logpdf(x, m, c @ c.T + np.eye(m.size))",
        x=POINTS,
        m=CENTRE,
        c=WEIGHTS,
    ),
    case(
        "scipy.stats.multivariate_normal.pdf(x, m, c @ c.T + np.eye(m.size))",
        x=POINTS,
        m=CENTRE,
        c=WEIGHTS,
    ),
    case("scipy.stats.dirichlet.logpdf(np.ones(a.size) / a.size, a)", a=PROBABILITIES),
]

LINALG = [
    *calls("linalg", "inv det pinv", "f(x)", x=SQUARE),
    *calls("linalg", "expm sinm cosm tanm sinhm coshm tanhm", "f(x)", x=TAME),
    *calls("linalg", "sqrtm logm", "f(x)", x=TAME),
    case("scipy.linalg.signm(x - (len(x) / 2 + 0.5) * np.eye(len(x)))", x=DEFINITE),
    case("scipy.linalg.fractional_matrix_power(x, 0.3)", x=TAME),
    case("scipy.linalg.expm_frechet(x, y)[1]", x=TAME, y=STABLE),
    *calls("linalg", "solve", "f(x, y)", x=SQUARE, y=RIGHT),
    *calls("linalg", "solve", "f(x, y)", x=SQUARE, y=RIGHTS),
    *calls("linalg", "solve", 'f(x @ x.T, y, assume_a="pos")', x=SQUARE, y=RIGHT),
    *calls("linalg", "solve_triangular", "f(x, y, lower=True)", x=SQUARE, y=RIGHT),
    *calls("linalg", "solve_triangular", "f(x, y, lower=True)", x=SQUARE, y=RIGHTS),
    case(
        "scipy.linalg.cho_solve(scipy.linalg.cho_factor(x @ x.T), y)", x=SQUARE, y=RIGHT
    ),
    case("np.triu(scipy.linalg.cho_factor(x @ x.T)[0])", x=SQUARE),
    *calls("linalg", "cholesky", "f(x @ x.T, lower=True)", x=SQUARE),
    *calls("linalg", "lu", "f(x)[2]", x=SQUARE),
    *calls("linalg", "lu_factor", "f(x)[0]", x=SQUARE),
    case("scipy.linalg.lu_solve(scipy.linalg.lu_factor(x), y)", x=SQUARE, y=RIGHT),
    *calls("linalg", "qr", 'np.abs(f(x, mode="economic")[0])', x=TALL),
    *calls("linalg", "rq", "np.abs(f(x)[1])", x=SQUARE),
    *calls("linalg", "qr_multiply", "np.abs(f(x, y)[0])", x=SQUARE, y=RIGHTS),
    *calls("linalg", "svd", "f(x, full_matrices=False)[1]", x=TALL),
    *calls("linalg", "svd", "np.abs(f(x, full_matrices=False)[0])", x=TALL),
    *calls("linalg", "svdvals", "f(x)", x=TALL),
    *calls("linalg", "eigh", "f(0.5 * (x + x.T))[0]", x=DEFINITE),
    *calls("linalg", "eigh", "np.abs(f(0.5 * (x + x.T))[1])", x=DEFINITE),
    *calls("linalg", "eigvalsh pinvh", "f(0.5 * (x + x.T))", x=DEFINITE),
    *calls("linalg", "eig", "np.max(np.abs(f(x)[0]))", x=DEFINITE),
    *calls("linalg", "eigvals", "np.max(np.abs(f(x)))", x=DEFINITE),
    *calls("linalg", "polar", "f(x)[0]", x=SQUARE),
    *calls("linalg", "lstsq", "f(x, y)[0]", x=TALL, y=OBSERVED),
    *calls("linalg", "norm", "f(x)", x=MATRIX),
    *calls("linalg", "orth", "f(x) @ f(x).T", x=THIN),
    *calls("linalg", "null_space", "np.sum(f(x.T) @ f(x.T).T)", x=THIN),
    *calls("linalg", "subspace_angles", "f(x, y)", x=THIN, y=THIN),
    *calls("linalg", "orthogonal_procrustes", "f(x, y)[0]", x=SQUARE, y=SQUARE),
    *calls("linalg", "solve_sylvester", "f(x, y, z)", x=TAME, y=TAME, z=TAME),
    *calls("linalg", "solve_continuous_lyapunov", "f(x, y)", x=TAME, y=STABLE),
    *calls("linalg", "solve_discrete_lyapunov", "f(x, y)", x=STABLE, y=TAME),
    case(
        f"scipy.linalg.solve_continuous_are(x - np.eye(len(x)), b, q @ q.T, {COSTS})",
        x=STABLE,
        b=STEERED,
        q=TAME,
        r=WEIGHTS,
    ),
    case(
        f"scipy.linalg.solve_discrete_are(x, b, q @ q.T, {COSTS})",
        x=STABLE,
        b=STEERED,
        q=TAME,
        r=WEIGHTS,
    ),
    *calls("linalg", "solve_banded", "f((1, 1), x, y)", x=TRIDIAGONAL, y=KNOWN),
    *calls("linalg", "solveh_banded", "f(x, y)", x=BANDS, y=BANDED_RIGHT),
    *calls("linalg", "cholesky_banded", "f(x)", x=BANDS),
    case(
        "scipy.linalg.cho_solve_banded((scipy.linalg.cholesky_banded(x), False), y)",
        x=BANDS,
        y=BANDED_RIGHT,
    ),
    *calls("linalg", "eigvals_banded", "f(x)", x=FEW_BANDS),
    *calls("linalg", "eig_banded", "np.abs(f(x)[1])", x=FEW_BANDS),
    *calls("linalg", "eigvalsh_tridiagonal", "f(x, y)", x=DIAGONAL, y=BESIDE),
    *calls("linalg", "toeplitz hankel circulant fiedler", "f(x)", x=ROW),
    *calls("linalg", "companion", "f(x)", x=ROW),
    *calls("linalg", "leslie", "f(x, y)", x=ROW, y=BESIDE),
    *calls("linalg", "diagsvd", "f(x, len(x), len(x))", x=ROW),
    *calls("linalg", "convolution_matrix", "f(x, 100)", x=FILTER),
    *calls(
        "linalg",
        "solve_toeplitz solve_circulant matmul_toeplitz",
        "f(x, y)",
        x=CYCLIC,
        y=CYCLIC_RIGHT,
    ),
    *calls("linalg", "block_diag khatri_rao", "f(x, y)", x=RIGHTS, y=RIGHTS),
]

FFT = [
    *calls("fft", "fft rfft ihfft", "f(x)", x=SIGNALS),
    *calls("fft", "dct idct dst idst", "f(x)", x=SIGNALS),
    *calls("fft", "dct idct dst idst", 'f(x, type=1, norm="ortho")', x=SIGNALS),
    *calls("fft", "dctn idctn dstn idstn", "f(x)", x=IMAGE),
    *calls("fft", "ifft", "f(x + 1j * y)", x=SIGNALS, y=SIGNALS),
    *calls("fft", "irfft hfft", "f(x + 1j * y)", x=SPECTRA, y=SPECTRA),
    *calls("fft", "fft2 fftn rfft2 rfftn", "f(x)", x=IMAGE),
    *calls("fft", "ifft2 ifftn", "f(x + 1j * y)", x=IMAGE, y=IMAGE),
    *calls("fft", "irfft2 irfftn", "f(x + 1j * y)", x=HALF_IMAGE, y=HALF_IMAGE),
    *calls("fft", "fftshift ifftshift", "f(x)", x=SIGNALS),
    *calls("fft", "fftfreq rfftfreq", "f(1000, x)", x=NUMBER),
]

SIGNAL = [
    *calls(
        "signal",
        "convolve correlate fftconvolve oaconvolve",
        "f(x, y)",
        x=VECTOR,
        y=FILTER,
    ),
    *calls("signal", "convolve fftconvolve", 'f(x, y, mode="same")', x=IMAGE, y=KERNEL),
    *calls(
        "signal", "lfilter filtfilt", "f(b, a, x)", b=NUMERATOR, a=DENOMINATOR, x=LONG
    ),
    *calls("signal", "lfilter_zi", "f(b, a)", b=NUMERATOR, a=DENOMINATOR),
    *calls(
        "signal",
        "sosfilt sosfiltfilt",
        "f(np.insert(s, 3, 1.0, axis=1), x)",
        s=SECTIONS,
        x=LONG,
    ),
    *calls("signal", "detrend", "f(x)", x=SIGNALS),
    *calls("signal", "hilbert", "np.imag(f(x))", x=SIGNALS),
    *calls("signal", "resample", "f(x, 500)", x=VECTOR),
    *calls("signal", "savgol_filter", "f(x, 11, 3)", x=LONG),
    *calls("signal.windows", "gaussian general_hamming kaiser", "f(1000, x)", x=NUMBER),
    *calls("signal.windows", "exponential", "f(1000, None, x)", x=NUMBER),
]

NDIMAGE = [
    *calls("ndimage", "convolve correlate", "f(x, y)", x=IMAGE, y=KERNEL),
    *calls("ndimage", "convolve1d correlate1d", "f(x, y, axis=0)", x=IMAGE, y=FILTER),
    *calls("ndimage", "gaussian_filter gaussian_filter1d", "f(x, s)", x=IMAGE, s=LEVEL),
    *calls("ndimage", "uniform_filter uniform_filter1d", "f(x, 5)", x=IMAGE),
]

INTEGRATE = [
    *calls(
        "integrate",
        "trapezoid simpson cumulative_trapezoid",
        "f(y, x)",
        y=VECTOR,
        x=RISING,
    ),
    *calls("integrate", "trapezoid simpson", "f(x, axis=0)", x=MATRIX),
    *calls("integrate", "romb", "f(x)", x=SAMPLED),
    *calls(
        "integrate",
        "fixed_quad",
        "f(lambda t: np.exp(-x * t), 0.0, y)[0]",
        x=NUMBER,
        y=LEVEL,
    ),
]

DISTANCE = [
    *calls("spatial.distance", "cdist", "f(x, y)", x=POINTS, y=OTHERS),
    *[
        case(f'scipy.spatial.distance.{name}, "{metric}")', x=POINTS, **more)
        for metric in ("sqeuclidean", "cityblock", "cosine")
        for name, more in (("cdist(x, y", {"y": OTHERS}), ("pdist(x", {}))
    ],
    *calls("spatial.distance", "pdist", "f(x)", x=POINTS),
    *calls(
        "spatial.distance",
        "squareform",
        "f(x + x.T - 2.0 * np.diag(np.diag(x)))",
        x=EMBEDDED,
    ),
    *calls(
        "spatial.distance",
        "euclidean sqeuclidean cityblock",
        "f(x, y)",
        x=VECTOR,
        y=VECTOR,
    ),
    *calls(
        "spatial.distance",
        "cosine correlation canberra",
        "f(x, y)",
        x=VECTOR,
        y=POSITIVE,
    ),
    *calls(
        "spatial.distance",
        "braycurtis minkowski chebyshev",
        "f(x, y)",
        x=VECTOR,
        y=POSITIVE,
    ),
    *calls(
        "spatial.distance",
        "mahalanobis",
        "f(x, y, z @ z.T)",
        x=RIGHT,
        y=RIGHT,
        z=SQUARE,
    ),
]

OWN = (
    *SPECIAL,
    *STATS,
    *LINALG,
    *FFT,
    *SIGNAL,
    *NDIMAGE,
    *INTEGRATE,
    *DISTANCE,
    *GRID_CASES,
)
SAMPLES = cases_of_samples(OWN)
CASES = (*OWN, *SAMPLES)
