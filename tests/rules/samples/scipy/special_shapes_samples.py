"""Samples of functions of shapes, which have no derivative by anything."""
from scipy import special

from tests.rules.samples.sample import sample

SAMPLES = [
    *(
        sample(function, *arguments, wrt=())
        for function, arguments in (
            (special.bdtrik, (0.3, 9, 0.4)), (special.nbdtrik, (0.3, 9, 0.4)),
            (special.bdtrin, (2, 0.3, 0.4)), (special.nbdtrin, (2, 0.3, 0.4)),
            (special.pdtrik, (0.3, 1.4)), (special.gdtrib, (1.3, 0.4, 0.7)),
            (special.btdtria, (0.3, 1.4, 0.2)), (special.btdtrib, (1.3, 0.4, 0.2)),
            (special.chdtriv, (0.3, 1.4)), (special.stdtridf, (0.8, 1.4)),
            (special.fdtridfd, (3.0, 0.6, 1.4)), (special.chndtridf, (1.3, 0.4, 0.2)),
            (special.nctdtridf, (0.7, 0.1, 0.9)),
            (special.ncfdtridfd, (3.0, 0.4, 0.3, 1.4)),
            (special.ncfdtridfn, (0.4, 5.0, 0.3, 1.4)), (special.zetac, (2.5,)),
            (special.pro_cv, (1, 3, 1.3)), (special.obl_cv, (1, 3, 1.3)),
            (special.pro_cv_seq, (1, 3, 1.3)), (special.obl_cv_seq, (1, 3, 1.3)),
        )
    ),
]  # fmt: skip
