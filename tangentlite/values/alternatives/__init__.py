"""What is one of several things when the program runs, None among them."""
