"""How derivatives show themselves: in help, in a prompt and in a notebook."""
