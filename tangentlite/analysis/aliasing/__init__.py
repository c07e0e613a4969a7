"""Which names may share memory, and which arrays nobody else holds."""
