"""The rules of the client that need no I/O. Both clients share them."""
