"""What a loop can go over, and what `iter` and `next` make of it."""
