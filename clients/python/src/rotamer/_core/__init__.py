"""Every rule of the client, without I/O.

An operation is a generator: it yields what is to be done (`effects`) and is sent what came of it. The sync and the async
client differ only in how they perform effects.
"""
