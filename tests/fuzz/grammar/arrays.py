"""Expressions of whole arrays: reductions, shapes, products, sorting, assembling."""

from tests.fuzz.grammar.notation import productions

REDUCTIONS = productions(
    "reductions",
    """
*2 any | np.$[sum||mean]($(any V)) * $[0.3||0.5]
any | np.$[max||min||amax||std||var||median||ptp]($(any V))
any | $(any V).$[sum||mean||max||min||std||var]() * 0.5
any | np.prod($(pos V)) * 0.01
any | np.linalg.norm($(any V))
any | np.linalg.norm($(any A), $[1||2||np.inf||-np.inf])
any | np.linalg.norm($(any AB), $["fro"||1||np.inf])
any | np.$[sum||max]($(any V), where=$(mask V), initial=0.1) $[*||+] 0.2
any | np.sum($(any V), initial=0.5)
any | np.average($(any A), weights=$(pos A))
any | np.dot($(unit A), $(any A)) * 0.5
any | np.$[inner||vdot]($(unit A), $(any A)) * 0.5
any | $(unit A) @ $(any A) * 0.5
any | np.trace($(any AA))
any | np.einsum("i,i->", $(unit A), $(any A))
any | np.einsum("ij,ij", $(unit AB), $(any AB)) * 0.2
any | np.$[nansum||nanmean||nanmax||nanstd]($(any V)) * 0.4
any | np.quantile($(any A), $[0.5||0.25||0.9])
any | np.percentile($(any A), 40.0)
any | np.trapezoid($(any A), dx=0.5)
any | np.add.reduce($(any A)) * 0.3
any | np.linalg.det($(spd AA)) * 0.01
any | np.linalg.slogdet($(spd AA))[1]
any | np.count_nonzero($(mask V)) * $(unit)
any A | np.$[sum||mean||max||min||std||var||ptp||median]($(any AB), axis=$[1||-1])
any A | np.$[sum||mean||max||min]($(any BA), axis=$[0||-2])
any A | $(any AB).$[sum||mean||max||min](axis=1)
any A | np.$[sum||mean]($(any BA), axis=0, keepdims=True)[0]
any A | np.logaddexp.reduce($(any BA), axis=0)
any A | np.average($(any BA), axis=0, weights=$(pos B))
any AB | $(any AB) - np.$[mean||max||sum]($(any AB), axis=$[0||1||None], keepdims=True)
any A | np.$[cumsum||nancumsum]($(unit A))
any A | np.cumprod($(pos A) * 0.5)
any AB | np.cumsum($(unit AB), axis=$[0||1||-1])
any A | np.$[maximum||minimum||add].accumulate($(unit A))
any A | $(any A) / np.sum($(pos A))
any A | np.exp($(unit A)) / np.sum(np.exp($(unit A)))
any A | np.einsum("ij->$[i||j]", $(any AA))
any A | $(any AB) @ $(unit B)
any A | $(unit B) @ $(any BA)
any A | np.dot($(any AB), $(unit B))
any A | np.einsum("ij,j->i", $(any AB), $(unit B))
any AB | $(any AC) @ $(unit CB) * 0.5
any AB | np.$[matmul||dot]($(unit AC), $(any CB))
any AB | np.einsum("ik,kj->ij", $(unit AC), $(any CB))
any AB | np.outer($(unit A), $(any B))
any AB | np.$[multiply||add||subtract||maximum].outer($(unit A), $(any B))
any AB | np.tensordot($(unit AC), $(any CB), axes=1)
any A | np.linalg.solve($(spd AA), $(any A))
any AB | np.linalg.solve($(spd AA), $(any AB))
any AA | np.linalg.inv($(spd AA))
any AA | np.linalg.cholesky($(spd AA))
any A | np.linalg.eigvalsh($(spd AA))
any | np.sum(np.linalg.svd($(any AB), compute_uv=False))
any | np.sum(np.linalg.qr($(spd AA))[1]) * 0.1
spd AA | (lambda s: s @ s.T + $[2.0||3.0] * np.eye(len(s)))($(unit AB))
""",
)

SHAPES = productions(
    "shapes",
    """
*2 any AB | $(any A)[:, None] $[*||+||-] $(unit B)
any AB | $(any AB) $[*||+||-] $(unit B)
any AB | $(any AB) $[*||+||-] $(unit A)[:, $[None||np.newaxis]]
any AB | $(any AB) / $(pos A).reshape(-1, 1)
any AB | $(any A).reshape($(size A), 1) * np.ones($(size B))
any AB | np.expand_dims($(any A), 1) * $(unit B)
any AB | np.broadcast_to($(any B), $(shape AB)) * $(unit AB)
any AB | np.tile($(any B), ($(size A), 1))
any AB | np.full($(shape AB), $(any))
any A | np.full($(shape A), $(any))
any A | np.full_like($(any A), $(any))
any A | $[np.zeros||np.ones]($(shape A)) + $(any)
any A | np.linspace($(unit), $(pos), $(size A))
any A | np.arange($(size A)) * $(any)
any A | np.arange(float($(size A))) $[*||+] $(unit A)
*2 any AB | $(any BA).T
any AB | np.$[transpose($(any BA))||swapaxes($(any BA), 0, 1)||moveaxis($(any BA), 0, 1)]
any AB | $(any BA).T * $(unit AB)
any AB | $(any BA).reshape($(shape AB))
any AB | np.$[flipud||fliplr||flip]($(any AB))
any AB | np.roll($(any AB), 1, axis=$[0||1])
any AB | $(any AB)[::-1, ::-1]
any AB | $(any AB)[[0, -1, 0]][:1] * $(any AB)
any AA | np.diag($(any A))
any AA | np.$[tril||triu]($(any AA)$[||, 1||, k=-1])
any AA | np.eye($(size A)) * $(any)
any A | np.$[diag||diagonal]($(any AA))
*2 any A | $(any A)[::-1]
any A | np.flip($(any A))
any A | np.roll($(any A), $[1||-1||2])
any A | np.$[sort||ravel||copy||array||ascontiguousarray]($(any A))
any A | $(any A)[np.argsort($(any A))]
any A | np.take($(any A), np.argsort($(unit A)))
any A | np.take_along_axis($(any A), np.argsort($(any A)), 0)
any A | $(any AB)[:, $(int B)]
any A | $(any BA)[$(int B)]
any A | $(any BA)[$[0||-1], :]
any A | $(any BA)[$(int B), ...]
any A | $(any A).$[copy()||flatten()||ravel()||reshape(-1)||astype(float)]
any A | np.squeeze($(any A)[$[None||:, None]])
any A | np.array([z $[*||+] $(unit) for z in $(any A)])
any A | np.stack([row.$[sum||mean||max]() for row in $(any AB)])
any A | np.array([row @ $(unit B) for row in $(any AB)])
any A | np.concatenate(($(any A)[1:], $(any A)[:1]))
any A | np.concatenate([$(any A)[:1], $(any A)[:-1]])
any A | np.append($(any A)[1:], $(any))
any A | np.hstack(($(any A)[:-1], $(any)))
any A | np.insert($(any A)[1:], 0, $(any))
any A | np.pad($(any A)[1:], (0, 1)$[||, mode="edge"||, constant_values=0.5])
any A | np.convolve($(any A), np.array([0.3, 0.5, -0.2]), mode="same")[:$(size A)]
any A | np.correlate($(any A), [0.5], mode="same")
any A | np.gradient(np.append($(any A), [0.2, 0.4]))[:-2]
any A | np.ediff1d($(any A), to_begin=0.3)
any A | np.diff($(any A), prepend=$[0.0||0.5])
any k | np.diff($(any n))
any l | np.diff($(any m), n=1, axis=0)
any k | $(any n)[1:] $[-||*] $(any n)[:-1]
any k | $(any n)[$[1:||:-1]]
any l | $(any m)[$[1:||:-1||:0:-1]]
any kA | $(any nA)[$[1:||:-1]]
any lA | np.diff($(any mA), axis=0)
any 2 | np.array([$(any), $(any)])
any 3 | np.array([$(any), $(any), $(any)])
any 3 | np.cross($(any 3), $(unit 3))
any 3 | np.polyval($(any A), KNOTS[:3] * 0.3)
any | np.polyval($(any A), $(unit))
any 23 | np.stack(($(any 3), $(any 3)))
any 23 | np.array([$(any 3), $(any 3)])
any 2A | np.$[stack||vstack||array]([$(any A), $(any A)])
any A2 | np.$[stack([$(any A), $(any A)], axis=1)||column_stack(($(any A), $(any A)))]
any A | np.atleast_2d($(any A))[0]
any A | np.split(np.concatenate(($(any A), $(any A))), 2)[$[0||1]]
any A | np.repeat($(any A), 2)[::2]
any A | np.apply_along_axis(np.sum, 1, $(any AB))
any A | np.vectorize(lambda z: z * $(unit))($(any A))
any A | np.real(np.fft.ifft(np.fft.fft($(any A)) * $(unit A)))
any A | np.abs(np.fft.fft($(any A)) + 0.7)
any A | np.fft.irfft(np.fft.rfft($(any A)), $(size A))
any A | np.where($(mask A), $(any A), $(any A)[::-1])
any A | np.choose([0] * $(size A), [$(any A), $(any A)])
any A | $(any A)$[.clip(-0.7, 0.9)||.round(0) * $(unit)||.take([0] * $(size A))]
any A | np.meshgrid($(any B), $(any A))[1][:, 0]
any A | np.add.reduceat($(any A), np.arange($(size A)))
any A | np.maximum($(any A), $(any A).mean())
any A | np.unwrap($(unit A))
fresh S | $(unit S) * 1.0
fresh V | np.$[zeros||ones]($(shape V))
fresh V | np.full($(shape V), $(any))
fresh V | np.$[zeros_like||ones_like]($(any V))
*2 fresh V | $(any V).copy()
*2 fresh V | np.copy($(any V))
*2 fresh V | np.array($(any V))
*3 fresh V | $(any V) * $[1.0||0.5||2.0]
fresh V | $(any V) + $(unit V)
fresh A | np.sum($(any AB), axis=1)
fresh A | $(any AB) @ $(unit B)
fresh AB | np.asfortranarray($(any AB) * 1.0)
fresh V | np.full_like($(any V), $(any))
fresh V | np.where($(mask V), $(any V), $(any V))
fresh V | np.select([$(mask V)], [$(any V)], $(any V))
fresh AB | np.vectorize(lambda z: z * $(unit))($(any AB))
fresh AB | np.$[cumsum||sort||nancumsum||roll||flip]($(any AB), $[0||1]) * 1.0
fresh AB | np.$[maximum||minimum]($(any AB), $(any AB))
fresh AB | np.take($(any AB), np.arange($(size A)), axis=0)
fresh AB | np.copy($(any BA).T)
fresh AB | np.diff(np.concatenate(($(any AB), $(any AB)[:1])), axis=0)
fresh A | np.$[median||average||mean||max]($(any AB), axis=1)
""",
)
