"""Lists, dicts, tuples and sets: as values, as variables, changed and passed on."""

from tests.fuzz.grammar.notation import Form, forms, productions

CONTAINERS = productions(
    "containers",
    """
list S | [$(any S), $(any S)]
list S | [$(any S), $(unit S), $(any S)]
list S | list(($(any S), $(any S)))
list S | $(list S) + [$(any S)]
list S | $(list S)[::-1]
list S | [z * $(unit) for z in $(list S)]
list S | list(map(lambda z: z * 0.5, $(list S)))
list S | list($(dict S).values())
list S | sorted($(list), key=lambda z: z)
list | $(any A).tolist()
dict S | {"a": $(any S), "b": $(any S)}
dict S | dict(a=$(any S), b=$(unit S))
dict S | {**$(dict S), "b": $(any S)}
dict S | {name: z * $(unit) for name, z in $(dict S).items()}
dict S | dict(zip("ab", ($(any S), $(unit S))))
dict S | $(dict S) | {"c": $(any S)}
pair S | ($(any S), $(any S))
pair S | tuple([$(any S), $(unit S)])
pair S | ($(pair S)[1], $(any S))
any S | $(list S)[$[0||1||-1]]
any S | sum($(list S)) * 0.5
any S | functools.reduce(operator.add, $(list S)) * 0.5
any | max($(list)) + min($(list))
any | np.sum($(list)) + len($(list))
any | math.fsum($(list))
any S | $(dict S)[$["a"||"b"]]
any S | $(dict S).get($["a"||"b"], 0.0)
any S | sum($(dict S).values()) * 0.5
any S | $(pair S)[$[0||1||-1]]
any S | sum(p * q for p, q in zip($(list S), $(pair S)))
any S | [z for z in $(list S)][0]
any S | (lambda p, q: p * 0.5 + q)(*$(pair S))
any S | (lambda a, b: a - 0.5 * b)(**dict(a=$(any S), b=$(unit S)))
cond | $["a"||"z"] in $(dict)
cond | len($(list)) > $[1||2||3]
""",
)

USES = forms(
    "containers",
    Form("$(new w list S) = $(list S)", weight=2),
    Form("$(new w dict S) = $(dict S)", weight=2),
    "$(new w pair S) = $(pair S)",
    "$(name w) = [$(any S), $(any T)]\n$(after $w[0] any S)$(after $w[1] any T)",
    "$(name w) = {'a': $(any S), 'b': $(any T), 'n': 2}\n$(after $w['a'] any S)$(after $w['b'] any T)",
    "$(name w) = {'p': {'q': $(any S)}, 'r': [$(any)]}\n$(after $w['p']['q'] any S)$(after $w['r'][0] any)",
    "$(name w) = [$(fresh V), $(fresh V)]\n$(after $w[0] own V)$(after $w[1] own V)",
    "$(name w) = {'a': $(fresh V)}\n$(after $w['a'] own V)",
    "$(var w list S)[$[0||1||-1]] = $(any S)",
    "$(var w list S)[0] = 0.5 * $w[1] + $(unit S)",
    "$(var w dict S)[$['a'||'b']] = $(any S)",
    "$(var w dict S)['a'] $[+=||*=] $(unit)",
    "$(var w list S).append($(any S))\n$(var y any S) = 0.5 * $y + $w.pop()",
    "$(var w list S).append($(any S))",
    "$(var w list S).$[reverse()||insert(0, $(any S))||extend([$(any S)])]",
    "$(new w list S) = $(var v list S)\n$v[0] = $(unit S)",
    "$(new w list S) = $(var v list S)$[[:]||.copy()]\n$w[0] = $(unit S)",
    "for $(here z any S) in $(list S):\n    $(block)",
    "for _, $(here z any S) in $(dict S).items():\n    $(block)",
    "for $(name i) in range(len($(var w list S))):\n    $w[$i] = $w[$i] * 0.5 + $(unit S)",
    "for $(name i) in $(var w dict S):\n    $w[$i] = $w[$i] * $(unit)",
    "$(new y any S), $(new z any S) = $(pair S)",
    "$(new y any S), *_ = $(list S)",
    "$(name w) = collections.deque([$(any S)], maxlen=3)\n$w.append($(any S))\n$(new y any S) = $w[-1] + 0.5 * $w.popleft()",
    "$(name w) = collections.defaultdict(float)\nfor $(here z any) in $(any A):\n    $w[$['a'||'a' if $z > 0.1 else 'b']] += $z\n$(new y any) = sum($w.values())",
    "$(name w) = collections.namedtuple('P', 'a b')($(any S), $(any T))\n$(new y any S) = $w.a\n$(new z any T) = $w.b * $(unit T)",
    "$(name w) = types.SimpleNamespace(a=$(any S), b=$(any))\n$w.b = $w.b * $(unit)\n$(after $w.a any S)$(after $w.b any)",
    "$(name w) = [[$(any), $(any)], [$(any), $(unit)]]\n$w[0][1] += $(any)\n$(new y any) = sum(map(sum, $w))",
)  # fmt: skip
