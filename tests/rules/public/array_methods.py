"""Calls of the methods of arrays that are no functions of NumPy's under their name."""

# By the name of the method: an expression of an array x of floats, of two axes.
METHODS = {
    'astype': 'x.astype(complex).real * x',
    'conj': 'x.conj() * x',
    'conjugate': 'x.conjugate() * x',
    'copy': 'x.copy() * x',
    'flatten': 'x.flatten() * x.ravel()',
    'item': 'x.item(1) * x',
    'setflags': 'x * 2.0 if (y := x * 2.0).setflags(write=False) is None else x',
    'tolist': 'x * x.tolist()[0][1]',
    'view': 'x.view() * x',
}
