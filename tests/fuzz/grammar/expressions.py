"""Expressions of numbers and of entries: operators, ufuncs, tests, complex numbers."""

from tests.fuzz.grammar.notation import productions

ENTRYWISE = productions(
    "entries",
    """
*3 any S | $(any S) $[+||-||*] $(unit S)
*2 any S | $(unit S) $[+||-||*] $(any S)
*2 any S | $(any S) $[+||-||*||/] $(pos)
any S | $(any S) $[+||-||*] $(unit)
any S | $(pos) $[+||-||*] $(any S)
*2 any S | $(any S) / $(pos S)
any S | -$(any S)
any S | +$(any S) - $(unit S)
any S | $(any S) * $[0.5||2||1.0||0.0||-1||3]
any S | $[0.5||2||1.0||1]  * $(any S)
any S | $(unit S) ** $[2||3||2.0||3.0]
any S | $(pos S) ** $[2||-1||0.5||-0.5||1.5||-2||0||1||1.0]
any S | $(pos S) ** $(unit S)
any S | $[0.5||2.0||1.5] ** $(unit S)
any S | np.power($(pos S), $(unit S))
any S | $(any S) % $(pos)
any S | np.$[mod||remainder||fmod]($(any S), $(pos S))
any S | $(any S) - $(any S) // $(pos) * $(unit)
any S | np.$[log||log2||log10||sqrt||cbrt||log1p||reciprocal||arccosh]($(pos S) + 1.0)
any S | np.$[arctan||arcsinh||square||absolute||abs||fabs||negative||positive]($(any S))
any S | np.$[exp||expm1||exp2||sinh||cosh||tan]($(unit S))
any S | np.$[arcsin||arccos||arctanh](0.9 * $(unit S))
any S | np.$[maximum||minimum||fmax||fmin]($(any S), $(any S))
any S | np.$[maximum||minimum]($(any S), $[0||0.0||0.5||1])
any S | np.$[add||subtract||multiply]($(any S), $(unit S))
any S | np.$[divide||true_divide]($(any S), $(pos S))
any S | np.$[logaddexp||logaddexp2||arctan2||hypot]($(unit S), $(pos S))
any S | np.$[deg2rad||radians||rad2deg]($(unit S))
any S | np.copysign($(any S), $(unit S))
any S | np.where($(any S) $[>||<||>=||<=] $(unit), $(any S), $(unit S))
any S | np.where($(any S) > 0.2, np.log(np.abs($(any S)) + 0.1), $[0.0||1||-0.5])
any S | np.where($(mask S), $(any S), $(any))
any S | np.clip($(any S), $[-0.5||-1.0||-0.8], $[0.7||1.2||0.9])
any S | np.clip($(any S), -$(pos S) - 0.1, $(pos S))
any S | np.clip($(any S), $[None, 0.5||-0.5, None||a_min=-0.4, a_max=1.1])
any S | np.$[sign||floor||ceil||rint||trunc]($(any S)) * $(unit S)
any S | np.nan_to_num($(any S))
any S | np.sinc($(unit S))
any S | np.heaviside($(any S), 0.5) * $(any S)
any S | np.interp($(any S), KNOTS, HEIGHTS)
any S | np.select([$(mask S), $(mask S)], [$(any S), $(unit S)], $(any S))
any S | np.select([$(any S) < -0.2, $(any S) < 0.6], [$(any S), $(unit S)])
any S | np.piecewise($(unit S), [$(unit S) < 0.1], [lambda z: z * z, lambda z: 0.5 * z])
any S | np.modf($(any S))[$[0||1]] + 0.1 * $(unit S)
any S | np.divmod($(any S), $(pos))[$[0||1]] * $(unit)
any S | np.ldexp($(any S), 1)
any S | np.frexp($(pos S))[0]
any S | (lambda z: z * $(unit) + $(unit))($(any S))
any S | np.real($(cplx S))
any S | np.imag($(cplx S))
any S | $(cplx S).$[real||imag]
any S | np.abs($(cplx S) + 2.0)
any S | np.angle($(cplx S) * 0.1 + 1.0)
any S | np.asarray($(any S)) * 1.0
any S | np.float64($(unit)) * $(any S)
pos S | np.exp($(unit S))
pos S | 1.5 + np.tanh($(any S))
pos S | np.logaddexp(0.0, $(unit S))
pos S | 0.5 + np.square($(unit S))
pos S | 0.2 + np.abs($(unit S))
pos S | np.sqrt(1.0 + np.square($(unit S)))
pos S | np.maximum($(unit S), 0.3)
pos S | np.cosh($(unit S))
pos S | 1.0 / $[(1.0 + np.exp(-$(unit S)))||(0.6 + $(unit S) ** 2)]
pos S | np.clip($(any S), 0.2, 2.5)
*3 unit S | np.$[tanh||sin||cos]($(any S))
unit S | np.tanh($(any S)) ** 2
unit S | np.exp(-np.square($(any S)))
unit S | 1.0 / (1.0 + np.square($(any S)))
unit S | $(unit S) * $(unit S)
unit S | 0.5 * ($(unit S) $[+||-] $(unit S))
unit S | $(unit S) * $[0.5||0.9||-1.0||1.0||1]
unit S | np.clip($(any S), -0.9, 0.8)
unit S | $(any S) / (1.0 + np.abs($(any S)) + np.abs($(any S)))  * $[0.5||0.1]
unit S | np.where($(any S) > $(unit), $(unit S), $(unit S))
cplx S | $(any S) + 1j * $(unit S)
cplx S | np.exp(1j * $(any S))
cplx S | $(cplx S) * $[(1.0 + 0.5j)||0.3j||2.0]
cplx S | np.conj($(cplx S))
cplx S | $(cplx S) $[+||-||*] $(cplx S)
cplx S | np.sqrt($(unit S) + 2.0j)
mask S | $(any S) $[>||<||>=||<=] $(unit)
mask S | $(any S) $[>||<] $(any S)
mask S | ~($(any S) > $(unit))
mask S | ($(any S) > -0.4) $[&||^] ($(any S) < 0.8)
mask S | np.isfinite($(any S))
mask S | np.logical_$[and||or]($(any S) > 0.1, $(any S) < 0.9)
""",
)

NUMBERS = productions(
    "numbers",
    """
*3 any | $(own V)[$(at V)]
*2 any | $(any A)[$(int A)]
*2 any | $(any AB)[$(int A), $(int B)]
any | $(any AB)[$(int A)][$(int B)]
any | $(any) if $(cond) else $(any)
any | $[max||min]($(any), $(any))
any | $[max||min]($(any), $(any), $[0.5||0.0])
any | max($(any A))
any | min($(any), 0.5) * abs($(any))
any | abs($(any)) - $(unit)
any | pow($(unit), $[2||3])
any | sum([$(any), $(any), $(unit)])
any | sum($(any A))
any | float($(any))
any | math.$[sin||cos||atan||tanh||asinh||erf||fabs]($(any))
any | math.$[log||sqrt||log1p||lgamma]($(pos) + 1.0)
any | math.$[exp||sinh||expm1]($(unit))
any | math.hypot($(pos), $(any))
any | math.atan2($(unit), $(pos))
any | math.pow($(pos), $(unit))
any | math.fsum([$(any), $(unit)])
any | divmod($(any), $(pos))[1]
any | round($(any)) * $(unit)
any | int($(any)) * $(unit)
any | $(any).real
any | ($(name w) := $(any)) * $(unit)
any | $(any A).item($[0||-1])
any | float($(any A)[$(int A)])
any | $(any AB).item(0)
any | $(any A).tolist()[0]
any | ($(any) > $(unit)) * $(any)
any | (0.0 if $(any) > 0.2 else 1.0) + $(unit)
any | $(unit) and $(any)
any | ($(pos) > 0.4 and $(any)) or $(unit)
any | functools.reduce(lambda p, q: p * 0.5 + q, [$(any), $(unit), $(any)])
any | operator.$[add||mul||sub]($(any), $(unit))
any | [$(any), $(unit), $(any)][$[0||1||-1]]
any | ($(any), $(unit))[$[0||1]]
any | {"a": $(any), "b": $(unit)}[$["a"||"b"]]
any | sum(z * z for z in $(any A))
any | sum([$(unit) * z for z in $(any A)])
any | sum(p * q for p, q in zip($(any A), $(any A)))
any | sum(i * z for i, z in enumerate($(unit A)))
any | max($(any), $(any), key=lambda z: -z)
any | sorted([$(any), $(any), $(any)])[$[0||1||-1]]
any | next(iter([$(any)]))
unit | math.$[sin||cos||tanh]($(any))
unit | $(unit) if $(cond) else $(unit)
pos | math.exp($(unit))
pos | max($(unit), 0.25)
cond | $(any) $[>||<||>=||<=] $(any)
cond | $(any) $[>||<] $[0.1||0.3||-0.2]
cond | -0.4 < $(any) $[<||<=] 0.9
cond | $(cond) $[and||or] $(cond)
cond | not $(any) > 0.2
cond | $[np.any||np.all]($(mask V))
cond | $[any||all](z > 0.1 for z in $(any A))
cond | $(size A) > $[1||2||3]
cond | bool($(any) > 0.3)
cond | $(size A) % 2 == 0
cond | isinstance($(any), float) or $(any) > 0.2
""",
)
