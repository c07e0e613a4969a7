"""Exceptions: raised by functions that are called, caught further out, and on the way."""

from tests.fuzz.grammar.notation import Form, forms

# Ways to call what may raise. The name that is bound exists before it, or on all paths.
CALLS = (
    "try:\n    $(name w) = $f($(any S))\nexcept (ValueError, LookupError, ArithmeticError):\n    $w = $(any S)\n$(after $w any S)",
    "try:\n    $(var y any S) = $f($(any S))\nexcept Exception:\n    $[pass||$y = 0.5 * $y]",
    "try:\n    $(block)\n    $(var y any S) = $f($y) + $(unit S)\nexcept Exception as $(name e):\n    $(block)\nelse:\n    $(block)\nfinally:\n    $(block)",
    "try:\n    try:\n        $(var y any S) = $f($y)\n    finally:\n        $(block)\n    $(block)\nexcept Exception:\n    $(block)",
    "try:\n    $(block)\n    $(var y any S) = $f($y)\nexcept $[ZeroDivisionError||KeyError||ValueError]:\n    $(block)\nexcept Exception:\n    $y = 0.3 * $y",
    "for _ in range(3):\n    try:\n        $(var y any) = $f($y)\n    except Exception:\n        $[break||continue||pass||$y = 0.1 * $y]\n    $(block)",
    "for _ in range(2):\n    try:\n        $(block)\n        $(var y any S) = $f($y) * 0.5\n    except Exception:\n        $y = 0.2 * $y - 0.1\n    finally:\n        $(block)",
    "for $(here i int A) in range($(size A)):\n    try:\n        $(var y own A)[$i] = $f($(any))\n    except Exception:\n        $y[$i] *= 0.5",
    "with contextlib.suppress(Exception):\n    $(block)\n    $(var y any S) = $f($(any S))\n    $(block)",
    "$(name w) = []\nfor $(here z any) in $(any A):\n    try:\n        $w.append($f($z))\n    except Exception:\n        $w.append($z * $(unit))\n$(new y any) = sum($w)",
    "$(name k) = 1\ntry:\n    try:\n        $(var y any S) = $f($y)\n        $k += 10\n    finally:\n        $k += 1\nexcept Exception:\n    $k *= 2\n$(new z any) = $k * $(unit)",
    "$(name k) = 0\nwhile $k < 5:\n    $k += 1\n    try:\n        $(var y any) = $f($y)\n    except Exception:\n        $y = 0.4 * $y - 0.7\n    else:\n        break",
)  # fmt: skip

RAISING = forms(
    "raising",
    Form("def $(def f)(p):\n    if np.sum(p) $[> 0.3||< -0.2||> 5.0]:\n        raise $[ValueError('large')||KeyError('a')||ZeroDivisionError||ArithmeticError('x')]\n    return p * $[0.5||2.0]", does=CALLS, weight=2),
    Form("def $(def f)(p):\n    for k in range(3):\n        if np.sum(p) $[> 0.4||< -0.3]:\n            raise ValueError(k)\n        p = p * 0.5 + 0.1\n    return p", does=CALLS),
    Form("def $(def f)(p):\n    try:\n        if np.sum(p) > 0.2:\n            raise KeyError('x')\n        return p * 0.5\n    except KeyError as e:\n        if np.sum(p) > $[0.6||9.0]:\n            raise ValueError from e\n        p = p * p\n    return p * 0.1", does=CALLS),
    Form("def $(def f)(p):\n    k = 3\n    try:\n        if np.sum(p) > $[0.2||-0.5]:\n            raise $[ValueError||IndexError]\n        return p * k\n    finally:\n        k = k + 1\n        TRACE.append(k)", does=CALLS),
    Form("def $(def g)(p):\n    assert np.sum(p) < $[0.3||4.0], 'large'\n    return np.sin(p)\n\n\ndef $(uniq f)(p):\n    q = p * 0.5\n    try:\n        q = $g(p) + q\n    finally:\n        q = q * 2.0\n    return q", does=CALLS),
    Form("def $(def f)(p):\n    k = 0\n    while k < 4:\n        try:\n            k += 1\n            if np.sum(p) > 0.1:\n                raise ValueError\n            return p + k\n        except ValueError:\n            p = p * 0.5 - 0.1\n    return p * k", ("any S | $f($(any S))",), CALLS),
    Form("class $(uniq c E)(Exception):\n    def __init__(self, p):\n        super().__init__('own')\n        self.p = p\n\n\ndef $(uniq f)(p):\n    if np.sum(p) > $[0.2||-0.4||3.0]:\n        raise $c(p * 0.5)\n    return p * $[0.7||1.5]",
         does=(*CALLS, "try:\n    $(name w) = $f($(any S))\nexcept $c as $(name e):\n    $w = $e.p * $(unit S)\n$(after $w any S)",
               "try:\n    $(var y any S) = $f($(any S)) + $f($(unit S))\nexcept $c as $(name e):\n    $y = $e.p")),
    Form("@contextlib.contextmanager\ndef $(def f)(p):\n    saved = [p * 0.5]\n    try:\n        yield saved\n    finally:\n        saved[0] = saved[0] * 0.5",
         does=("with $f($(any S)) as $(name w):\n    $w[0] = $w[0] + $(unit S)\n    $(block)\n$(after $w[0] any S)",
               "try:\n    with $f($(any S)) as $(name w):\n        $w[0] = $w[0] * $(unit S)\n        if $(cond):\n            raise ValueError\n        $(block)\nexcept ValueError:\n    $(block)\n$(after $w[0] any S)")),
    Form("class $(uniq c C):\n    def __init__(self, p):\n        self.p, self.n = p, 0\n\n    def __enter__(self):\n        self.p = self.p * 0.5\n        return self\n\n    def __exit__(self, kind, *rest):\n        self.n += 1\n        return kind is ValueError",
         does=("with $c($(any S)) as $(name o):\n    $(block)\n    if $(cond):\n        raise ValueError\n    $o.p = $o.p + $(unit S)\n$(after $o.p any S)$(new y any) = $o.n * $(unit)",)),
    Form("class $(uniq c C):\n    def __init__(self, p):\n        self.p, self.k = p, 0\n\n    def step(self, q):\n        self.k += 1\n        self.p = self.p * 0.5 + q\n        if self.k > $[1||2||9]:\n            raise StopIteration\n        return self.p",
         does=("$(name o) = $c($(any S))\ntry:\n    for _ in range(3):\n        $o.step($(unit S))\nexcept StopIteration:\n    $o.p = $o.p * 0.5\n$(after $o.p any S)",
               "$(name o) = $c($(any S))\ntry:\n    $o.step($(unit S))\n    $o.step($(any S))\nfinally:\n    $(block)\n$(after $o.p any S)")),
)  # fmt: skip

CAUGHT = forms(
    "caught",
    "$(name w) = {'a': $(any S)}\ntry:\n    $(name v) = $w[$['a'||'b']]\nexcept KeyError:\n    $v = $(any S)\n$(after $v any S)",
    "$(name w) = [$(any S)]\n$(name v) = $(any S)\nwhile True:\n    try:\n        $v = 0.5 * $v + $w.pop()\n    except IndexError:\n        break\n$(after $v any S)",
    "try:\n    $(name w) = [1, 2].index($[2||5])\nexcept ValueError:\n    $w = 3\n$(new y any) = $w * $(any)",
    "try:\n    $(name w) = $(any A)[$[0||7]]\nexcept IndexError:\n    $w = $(any)\n$(after $w any)",
    "$(name w) = iter([$(any), $(unit)])\n$(new y any) = next($w) * 0.5\n$(new z any) = next($w, 0.3) + next($w, $(any))",
    "$(name w) = iter($(any A))\n$(name v) = 0.0\nwhile True:\n    try:\n        $v = 0.5 * $v + next($w)\n    except StopIteration:\n        break\n$(after $v any)",
    "try:\n    assert $(cond), 'no'\n    $(block)\nexcept AssertionError:\n    $(block)",
    "try:\n    $(block)\n    raise RuntimeError\nexcept RuntimeError:\n    $(block)\nfinally:\n    $(block)",
    "for _ in range(2):\n    try:\n        $(block)\n        if $(cond):\n            $[continue||break]\n        $(block)\n    finally:\n        $(block)",
    "try:\n    try:\n        if $(cond):\n            raise KeyError\n        $(block)\n    except KeyError as $(name e):\n        $(block)\n        raise ValueError from $e\nexcept ValueError:\n    $(block)",
    "try:\n    $(name w) = int($['2'||'a']) * $(any)\nexcept ValueError:\n    $w = $(any)\n$(after $w any)",
    "try:\n    $(name w) = $(any S).$[none||real]\nexcept AttributeError:\n    $w = $(any S)\n$(after $w any S)",
)  # fmt: skip
