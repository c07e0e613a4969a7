"""The intermediate representation: the core language, its checker and its helpers."""
