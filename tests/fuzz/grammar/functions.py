"""Functions: of the module and inside, closures, generators, recursion, decorators."""

from tests.fuzz.grammar.notation import Form, forms

FUNCTIONS = forms(
    "functions",
    Form("def $(def f)($(par p any 3), $(par q any)):\n    $(body any)", ("any | $f($(any 3), $(any))", "any | $f(KNOTS[:3] * $(any), $(any))"), weight=2),
    Form("def $(def f)($(par p any n), $(par q any), scale=$[0.7||1]):\n    $(body any n)", ("any n | $f($(any n), $(any))", "any n | $f($(any n), $(any), scale=$(unit))"), weight=2),
    Form("def $(def f)($(par p any nm), $(par q any m)):\n    $(body any n)", ("any n | $f($(any nm), $(any m))", "any m | $f($(any mn), $(any n))"), weight=2),
    Form("def $(def f)($(par p any)):\n    $(body any)", ("any | $f($(any))",), weight=2),
    Form("def $(def f)($(par p any), $(par q any)):\n    $(body pair)", ("any | $f($(any), $(any))[$[0||1]]", "pair | $f($(any), $(any))")),
    Form("def $(def f)(p, scale=0.5):\n    return p * scale + np.$[tanh||sin||cos](p)", ("any S | $f($(any S))", "any S | $f($(any S), $(unit))", "any S | $f(scale=$(unit S), p=$(any S))"), weight=3),
    Form("def $(def f)(p, q):\n    if np.ndim(p) == 0:\n        return p * q\n    return p * np.sum(q) * 0.5", ("any S | $f($(any S), $(any))",)),
    Form("def $(def f)(p, *, rate=0.3, power=2):\n    return rate * np.tanh(p) ** power", ("any S | $f($(any S))", "any S | $f($(any S), power=$[1||3])", "any S | $f($(any S), rate=$(any))")),
    Form("def $(def f)(first, /, *rest, **named):\n    s = first\n    for r in rest:\n        s = s * 0.5 + r\n    for name in named:\n        s = s + 0.1 * named[name]\n    return s", ("any S | $f($(any S), $(any))", "any S | $f($(any S), $(unit S), $(any), k=$(any))", "any S | $f(*[$(any S), $(any)])")),
    Form("def $(def f)($(par p any), depth=$[2||3]):\n    if depth == 0:\n        return $(any)\n    return np.tanh($f($p * 0.7, depth - 1)) + $(unit)", ("any | $f($(any))", "any | $f($(any), 1)")),
    Form("def $(def f)(p):\n    if len(p) < 2:\n        return np.sum(p) * 0.5\n    return $f(p[: len(p) // 2]) * 0.5 + $f(p[len(p) // 2 :])", ("any | $f($(any A))",)),
    Form("def $(def f)(p):\n    for z in p:\n        yield z * $[0.5||2.0]", ("any | sum($f($(any A)))", "any A | np.array(list($f($(any A))))", "any | max($f($(any A)))")),
    Form("def $(def f)(p, q):\n    while p < 2.0:\n        p = p + q\n        yield p", ("any | sum($f($(unit), $(pos) + 0.4)) * 0.1",)),
    Form("def $(def f)(p):\n    def inner(q):\n        return p * q + $[0.5||1.0]\n\n    return inner", ("any S | $f($(any S))($(unit S))", "any S | $f($(any))($(any S))")),
    Form("def $(def g)(function):\n    @functools.wraps(function)\n    def wrapped(*args):\n        return function(*args) * 0.5 + $[0.0||args[0]]\n\n    return wrapped\n\n\n@$g\ndef $(def f)(p):\n    return np.sin(p)", ("any S | $f($(any S))",)),
    Form("def $(def f)(function, p):\n    return function(p) * 0.5 + function(p * 0.5)", ("any S | $f(np.$[sin||tanh||cos||arctan], $(any S))", "any S | $f(lambda z: z * $(unit S), $(any S))", "any S | $f(lambda z: z, $(any S))")),
    Form("$(uniq h) = functools.partial(np.multiply, $[0.5||2])\n$(uniq f) = lambda p, q=0.5: $h(p) - q", ("any S | $f($(any S))", "any S | $f($(any S), $(any))")),
    Form("def $(def f)(p, out=None):\n    if out is None:\n        out = np.zeros_like(p)\n    out[...] = np.tanh(p)\n    return out", ("fresh V | $f($(any V))", "any V | $f($(any V), $(fresh V))")),
    Form("def $(def f)(p):\n    p[0] = p[-1] * 0.5\n    p += 0.1\n    return p", ("fresh A | $f($(fresh A))",), ("$f($(var y own A))", "$(new z own A) = $f($(var y own A))")),
    Form("def $(def f)(p, k):\n    total = 0.0\n    for i in range(k):\n        if p > 1.5:\n            return total\n        total += p * i\n    return total", ("any | $f($(unit), $[2||count||3])",)),
    Form("def $(def f)(p, memo=None):\n    memo = {} if memo is None else memo\n    if p not in memo:\n        memo[p] = 0.5 * p + (0.0 if p < 1 else $f(p - 1, memo))\n    return memo[p]", ("any | $f($[2||3]) * $(unit)",)),
    Form("def $(def f)(p):\n    try:\n        if np.sum(p) > 0.3:\n            raise ValueError\n        return p * 0.5\n    except ValueError:\n        return p * p * 0.1", ("any S | $f($(any S))",)),
    Form("@tl.checkpoint\ndef $(def f)(p):\n    return np.tanh(p) * p", ("any S | $f($(any S))",), weight=0.5),
)  # fmt: skip

CLOSURES = forms(
    "closures",
    Form("def $(def f)($(par p any S)):\n    $(body any S)", ("any @S | $f($(any @S))",), weight=2),
    Form("def $(def f)():\n    $(body any S)", ("any @S | $f()",)),
    Form("$(uniq f) = lambda $(here p any S): $(any S)", ("any @S | $f($(any @S))",), weight=2),
    Form("$(uniq c) = $(any)\n\n\ndef $(def f)(p):\n    nonlocal $c\n    $c = $c * 0.5 + p\n    return $c", ("any | $f($(any))",)),
    Form("$(name fs) = [lambda p, i=i: p * (i + 1) for i in range(3)]\n$(new y any) = sum(f($(any)) for f in $fs)"),
    Form("$(name fs) = {'a': np.sin, 'b': lambda p: p * $(unit)}\n$(new y any S) = $fs[$['a'||'b']]($(any S))"),
    "$(new y any) = tl.grad(lambda p: np.sum(np.tanh(p * $(any))))($(any))",
    "$(new y any A) = tl.grad(lambda p: np.sum(np.sin(p) * $(any A)))($(any A))",
    "$(new y any S) = tl.stop_gradient($(any S)) * $(unit S)",
)  # fmt: skip
