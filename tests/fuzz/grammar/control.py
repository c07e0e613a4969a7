"""Loops: over ranges, items and lists, with breaks, carried values and lists that grow."""

from tests.fuzz.grammar.notation import Form, forms

LOOPS = forms(
    "loops",
    Form("for $(here i int A) in range($(size A)):\n    $(block)", weight=4),
    "for $(here i int A) in reversed(range($(size A))):\n    $(block)",
    "for $(here i int A) in range($(size A) - 1, -1, -1):\n    $(block)",
    "for $(here i int k) in range($(size n) - 1):\n    $(block)",
    "for $(here i int k) in range(1, $(size n) - 1):\n    $(block)",
    "for $(here i int A) in range(0, $(size A), 2):\n    $(block)",
    "for $(here i int 3) in range($[0||2||3]):\n    $(block)",
    "for _ in range($[count||2||1||3]):\n    $(block)",
    "for $(here i int A) in np.arange($(size A)):\n    $(block)",
    "for $(here z any) in $(any A):\n    $(block)",
    "for $(here z any B) in $(any AB):\n    $(block)",
    "for $(here i int A), $(here z any) in enumerate($(any A)):\n    $(block)",
    "for $(here z any), $(here w any B) in zip($(any A), $(any AB)):\n    $(block)",
    "for $(here z any), $(here w any) in zip($(any A), reversed($(any B))):\n    $(block)",
    "for $(here z any) in $(any AB).T[0]:\n    $(block)",
    "for $(here z any) in ($(any), $(any), $(unit)):\n    $(block)",
    "for $(here i int 2), $(here z any) in enumerate([$(any), $(unit)]):\n    $(block)",
    "for $(here i int A) in range($(size A)):\n    for $(here j int B) in range($(size B)):\n        $(block)",
    "for $(here i int A) in range($(size A)):\n    for $(here j int A) in range($i):\n        $(block)",
    "for $(here i int A) in range($(size A)):\n    $(block)\n    if $(cond):\n        $[break||continue]\n    $(block)",
    "for $(here i int A) in range($(size A)):\n    if $(cond):\n        continue\n    $(block)",
    "for $(here i int A) in range($(size A)):\n    if $(cond):\n        break\n    $(block)\nelse:\n    $(block)",
    "$(name c) = 0\nwhile $c < $[2||3||count]:\n    $(block)\n    $c += 1",
    "$(name c) = 0\nwhile $c < 4 and $(var y any) > $[-0.4||0.2||-1.0]:\n    $y = $y * 0.7 - 0.1 * $(unit)\n    $c += 1",
    "$(name c) = 0\nwhile True:\n    $c += 1\n    if $c > 3 or $(cond):\n        break\n    $(block)",
    "$(new z any) = $(any)\nfor $(name i) in range($(size A)):\n    $z = $(unit) * $z + 0.2 * $i",
    "$(new z any B) = $(any B)\nfor $(here w any B) in $(any AB):\n    $z = 0.5 * $z + $w",
    "$(new z any B) = 0\nfor $(here w any B) in $(any AB):\n    $z += $w * $(unit B)",
    "$(name p) = $(any S)\n$(name q) = $(any S)\nfor _ in range(3):\n    $p, $q = $q, 0.5 * $p + $(unit S)\n$(after $p any S)",
    "$(name w) = $(fresh V)\n$(name v) = $(fresh V)\nfor _ in range(3):\n    $w[...] = 0.5 * $v + $(unit V)\n    $w, $v = $v, $w\n$(after $w own V)",
    "for $(here i int A) in range($(size A)):\n    if $i == 0:\n        $(name w) = $(any S)\n    else:\n        $w = $w * 0.5 + $(unit S)\n$(after $w any S)",
    "$(name w) = $(fresh A)\nfor $(name i) in range(1, $(size A)):\n    $w[$i] = $w[$i - 1] * $(unit) + $w[$i]\n$(after $w own A)",
    "$(name w) = np.zeros(($[3||4], $(size A)))\n$w[0] = $(any A)\nfor $(name i) in range($[2||3||1]):\n    $w[$i + $[1||1||0]] = np.tanh($w[$i]) * $(unit A)\n$(after $w[0] any A)",
    "for $(here z any) in tl.checkpointed($(any A)):\n    $(var y any) = $y * 0.6 + $z * $(unit)",
)  # fmt: skip

LISTS_OF_LOOPS = forms(
    "lists that grow",
    "$(name w) = []\nfor $(here i int A) in range($(size A)):\n    $w.append($(any))\n$(new y any A) = np.array($w)",
    "$(name w) = []\nfor $(here i int A) in range($(size A)):\n    $w.append($(any B))\n$(new y any AB) = np.$[array||stack]($w)",
    "$(name w) = []\nfor $(here z any) in $(any A):\n    $(block)\n    $w.append($z * $(unit))\n$(new y any) = $[sum($w)||max($w)||$w[-1] * $w[0]||$w.pop()||np.sum($w)]",
    "$(name w) = [$(any S)]\nfor _ in range($[2||count]):\n    $w.append($w[-1] * 0.5 + $(unit S))\n$(new y any S) = $w[-1] - 0.5 * $w[0]",
    "$(name w) = []\nfor $(here z any) in $(any A):\n    if $z > $[0.1||-0.3||0.0]:\n        $w.append($z * $(unit))\n$(new y any) = sum($w)",
    "$(new y any A) = np.array([$(any) for $(name i) in range($(size A))])",
    "$(new y any A) = np.array([$(any A)[$(name i)] * $(unit) for $i in range($(size A))])",
    "$(name w) = [z * $(unit) for z in $(any A) if z > $[0.0||-0.4||0.3]]\n$(new y any) = sum($w) + len($w)",
    "$(new y any AB) = np.array([[p * q for q in $(any B)] for p in $(any A)])",
    "$(name w) = {i: z for i, z in enumerate($(any A))}\n$(new y any) = sum($w.values()) * $w[0]",
    "$(name w) = []\nfor $(here i int A) in range($(size A)):\n    $w.append([$(any), $(unit)])\n$(new y any) = sum(p * q for p, q in $w)",
    "$(name w) = [$(any A), $(any A)]\n$w += [$(unit A)]\n$(new y any A) = sum($w)",
)  # fmt: skip

JUMPS = forms(
    "in loops",
    "if $(cond):\n    $(block)\n    $[break||continue]",
    "if $(cond):\n    continue",
)
EXITS = forms(
    "exits",
    "if $(any) > $[1.3||2.0||-0.7]:\n    return $(result)",
    "for $(here i int A) in range($(size A)):\n    $(block)\n    if $(cond):\n        return $(result)",
    "if $(size A) > 9:\n    raise ValueError('too many')",
)  # fmt: skip
