"""`build`: derivatives as files, which a user ships and whose truth is checked."""
