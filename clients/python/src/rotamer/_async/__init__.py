"""The client that does I/O. `_async` is written by hand, and `_sync` is generated from it."""
