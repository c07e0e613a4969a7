"""Where paths meet: one value for what differs between them."""
