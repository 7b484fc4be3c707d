"""A program whose user presses Ctrl-C: `interrupted.py <blocking|async> <call> <address>`. It prints what its `except` sees, and
whether the client still works."""

from __future__ import annotations

import asyncio
import signal
import sys

import rotamer
from calls import ASYNC_CALLS, CALLS


def main(kind: str, call: str, address: str) -> None:
    # As in a terminal: a shell that starts a program in the background has it ignore SIGINT.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        if kind == "blocking":
            client = rotamer.Client(base_url=address)
            CALLS[call](client)
        else:
            asyncio.run(in_a_loop(call, address))
    except KeyboardInterrupt:
        print("KeyboardInterrupt")
    print(rotamer.Client(base_url=address).account()["object"] if kind == "async" else client.account()["object"])


async def in_a_loop(call: str, address: str) -> None:
    try:
        async with rotamer.AsyncClient(base_url=address) as client:
            await ASYNC_CALLS[call](client)
    except asyncio.CancelledError:
        print("CancelledError")
        raise


if __name__ == "__main__":
    main(*sys.argv[1:])
