"""Generated texts on the disk: the next process loads them in place of making them."""
