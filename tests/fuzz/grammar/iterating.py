"""Iterators: itertools, generators, classes of iterators, and what takes functions."""

from tests.fuzz.grammar.notation import Form, forms, productions

ITERATORS = productions(
    "iterators",
    """
any A | np.array(list(itertools.accumulate($(any A))))
any A | np.fromiter(itertools.accumulate($(any A), lambda p, q: 0.5 * p + q), float)
any | sum(itertools.chain($(any A), $(any B)))
any | sum(itertools.chain.from_iterable($(any AB))) * 0.5
any | sum(p * q for p, q in itertools.product($(any A), $(any B))) * 0.2
any | sum(p * q for p, q in itertools.pairwise($(any A)))
any | sum(itertools.islice($(any A), $[1||0||2], None))
any | sum(p * q for p, q in itertools.combinations($(any A), 2)) * 0.5
any | sum(p - 0.5 * q for p, q in itertools.permutations($(any A), 2)) * 0.2
any | sum(p + q for p, q in itertools.zip_longest($(any A), $(any B), fillvalue=0.5))
any | sum(itertools.takewhile(lambda z: z < $[5.0||0.3], $(any A)))
any | sum(itertools.dropwhile(lambda z: z < $[-5.0||0.1], $(any A)))
any | sum(itertools.starmap(operator.mul, zip($(any A), $(any A))))
any | sum(itertools.repeat($(any), 3))
any | sum(itertools.compress($(any A), [True, False, True]))
any | sum(z * w for z, w in zip($(any A), itertools.cycle([1.0, -0.5])))
any | sum(z * k for z, k in zip($(any A), itertools.count(1)))
any | sum(map(operator.mul, $(any A), $(any A)))
any | sum(map(lambda p, q: p * q - 0.1, $(any A), $(any B)))
any | sum(filter(lambda z: z > 0.1, $(any A)))
any | sum(map(abs, $(any A)))
any S | functools.reduce(lambda p, q: p * 0.5 + q, $(list S), $(any S))
any A | np.array([*map(math.sin, $(any A))])
any A | np.array(sorted($(any A), reverse=$[True||False]))
any A | np.array(sorted($(any A), key=lambda z: -z))
any | max($(any A), key=lambda z: z * 0.5)
any | min((z * z for z in $(any A)), default=0.5)
any | sum(z for row in $(any AB) for z in row if z > $[0.1||-9.0]) * 0.5
any | sum(i * z for i, z in enumerate($(any A), start=1)) * 0.3
any | next((z for z in $(any A) if z > $[0.2||9.0]), 0.5)
any | {i: z for i, z in enumerate($(any A))}[0] * $(unit)
any | sum(dict.fromkeys("ab", $(any)).values())
any | (lambda *p: sum(p))(*$(any A))
any | (lambda p, *q, r=0.5: p * r + sum(q))(*$(any A), r=$(unit))
any | sum(p * q for (_, p), q in zip(enumerate($(any A)), reversed($(any A))))
any | sum(z if z > 0 else -0.5 * z for z in $(any A))
any | sum((w := z * 0.5) * w for z in $(any A))
any | math.prod([$(unit), $(any), 0.5])
any | math.dist([$(any), $(unit)], [0.1, 3.0])
any S | (lambda f, p: f(f(p)))(lambda z: np.sin(z) * $(unit), $(any S))
any S | operator.itemgetter($[0||1])([$(any S), $(any S)])
""",
)

GENERATORS = forms(
    "generators",
    Form("def $(def f)(p):\n    yield from ($[0.5||2.0] * z for z in p)\n    yield np.sum(p)", ("any | sum($f($(any A)))", "any | max($f($(any A)))")),
    Form("def $(def f)(p, q):\n    while True:\n        p = 0.5 * p + q\n        yield p", ("any S | next($f($(any S), $(unit S)))", "any | sum(itertools.islice($f($(any), $(unit)), 3))", "any S | [z for z, _ in zip($f($(any S), $(unit S)), range(3))][-1]")),
    Form("def $(def f)(p):\n    total = 0.0\n    for z in p:\n        if z > 0.6:\n            return\n        total = total + z\n        yield total", ("any | sum($f($(any A)))",)),
    Form("def $(def g)(p):\n    for z in p:\n        yield z * 0.5\n\n\ndef $(uniq f)(p):\n    for k, z in enumerate($g(p)):\n        if k % 2 == 0:\n            yield z * k\n        else:\n            yield from (z, z * z)", ("any | sum($f($(any A)))",)),
    Form("def $(def f)(p):\n    try:\n        for z in p:\n            yield z * 0.5\n    finally:\n        TRACE.append('ended')", ("any | sum($f($(any A)))",), ("for $(here z any) in $f($(any A)):\n    $(block)",)),
    Form("def $(def f)(p):\n    for i in range(len(p)):\n        for j in range(i):\n            yield i, p[i] * p[j]", ("any | sum(k * z for k, z in $f($(any A)))",), ("for $(name i), $(here z any) in $f($(any A)):\n    $(block)",)),
    Form("class $(uniq c C):\n    def __init__(self, p):\n        self.p, self.k = p, 0\n\n    def __iter__(self):\n        return self\n\n    def __next__(self):\n        if self.k >= 3:\n            raise StopIteration\n        self.k += 1\n        self.p = self.p * 0.5\n        return self.p", ("any S | sum($c($(any S)))",), ("for $(here z any) in $c($(any)):\n    $(block)",)),
    Form("class $(uniq c C):\n    def __init__(self, *p):\n        self.p = p\n\n    def __len__(self):\n        return len(self.p)\n\n    def __getitem__(self, i):\n        if i >= len(self.p):\n            raise IndexError(i)\n        return self.p[i] * 0.5", ("any S | sum(z for z in $c($(any S), $(any S)))", "any S | $c($(any S), $(unit S))[$[0||1]] * len($c(1))")),
    Form("def $(def f)(*p, **k):\n    return sum(p) * k.get('scale', 0.5)", ("any S | $f($(any S), $(any S))", "any S | $f(*$(list S), scale=$(unit))", "any S | $f($(any S), **{'scale': $(any)})")),
    Form("@functools.lru_cache\ndef $(def f)(k):\n    return 1.0 if k < 2 else 0.5 * $f(k - 1) + $f(k - 2)", ("any | $f($[4||count]) * $(any)",)),
    Form("def $(def f)(p, power=2):\n    return p ** power * 0.5\n\n\n$(uniq g) = functools.partial($f, power=$[3||2.0])", ("any S | $g($(unit S))",)),
)  # fmt: skip
