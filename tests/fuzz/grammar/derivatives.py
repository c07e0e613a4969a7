"""Derivatives inside programs, rules of their own, and what is exempt."""

from tests.fuzz.grammar.notation import Form, forms

DERIVATIVES = forms(
    "derivatives",
    "$(new y any A), $(new z any A) = tl.jvp(lambda p: np.sin(p) * $(unit A), ($(any A),), ($(unit A),))",
    "$(new y any), $(new z any) = tl.jvp(lambda p, q: p * np.cos(q) * $(any), ($(any), $(unit)), ($(any), 0.5))",
    "$(new y any), $(name w) = tl.vjp(lambda p: np.sum(np.tanh(p) * $(unit A)), $(any A))\n$(new z any A) = $w($(unit))[0]",
    "$(new y any A) = np.sum(tl.jacobian(lambda p: np.sin(p) * p[0])($(unit A)), axis=$[0||1])",
    "$(new y any AA) = tl.hessian(lambda p: np.sum(np.sin(p)) * np.sum(p) * 0.1)($(unit A))",
    "$(new y any A) = tl.hvp(lambda p: np.sum(p ** 3) * 0.1 + p[0] * p[-1], $(unit A), $(unit A))",
    "$(new y any), $(new z any) = tl.value_and_grad(lambda p: np.tanh(p * $(any)) * p)($(any))",
    "$(new y any S) = tl.elementwise_grad(lambda p: np.sin(p) * p)($(any S)) * $(unit S)",
    "$(name w) = tl.grad(lambda p: p['a'] * np.sum(p['b']))({'a': $(any), 'b': $(unit A)})\n$(new y any) = $w['a']\n$(new z any A) = $w['b']",
    "$(new y any) = tl.grad(tl.grad(lambda p: np.sin(p) * p * $(unit)))($(any))",
    "$(name w) = $(any)\nfor _ in range(2):\n    $w = $w - 0.1 * tl.grad(lambda p: (p - $(unit)) ** 2 + 0.1 * p)($w)\n$(after $w any)",
    "$(new y any S) = tl.map(lambda p, q: p - 0.5 * q, [$(any S)], [$(unit S)])[0]",
    "$(new y any A) = tl.batched(lambda p, q: p * np.sum(q), in_axes=(0, None))($(any A), $(unit B))",
    "with tl.no_grad():\n    $(name w) = 0.5\n$(new y any S) = $w * $(any S)",
    "tl.callback(print, 'seen', $(any))",
)  # fmt: skip

RULES = forms(
    "rules",
    Form("@tl.custom_jvp\ndef $(def f)(p):\n    return np.log1p(np.exp(p))\n\n\n@$f.defjvp\ndef $(uniq r)(primals, tangents):\n    (p,), (t,) = primals, tangents\n    return $f(p), t / (1.0 + np.exp(-p))", ("any S | $f($(any S))",)),
    Form("@tl.custom_vjp\ndef $(def f)(p, q):\n    return p * q\n\n\ndef $(uniq g)(p, q):\n    return $f(p, q), (p, q)\n\n\ndef $(uniq h)(kept, d):\n    p, q = kept\n    return d * q, d * p\n\n\n$f.defvjp($g, $h)", ("any | $f($(any), $(unit))",), weight=0.3),
    Form("def $(def g)(a):\n    x = 1.0\n    for _ in range(40):\n        x = (x + a / x) / 2.0\n    return x\n\n\n$(uniq f) = tl.implicit($g, lambda x, a: x * x - a)", ("any | $f($(pos))",), weight=0.5),
)  # fmt: skip
