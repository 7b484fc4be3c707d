# Generated from _async/__init__.py by `npm run generate`.
"""The client that does I/O. `_async` is written by hand, and `_sync` is generated from it."""
