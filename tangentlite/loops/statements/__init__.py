"""How each kind of statement becomes statements about elements."""
