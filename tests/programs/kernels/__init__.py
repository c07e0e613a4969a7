"""Classic dense-kernel programs, which write into the arrays they are given."""
