"""What tools' Python scripts share."""

import sys


class Refused(Exception):
    """The request cannot be answered; its message is for the owner of the job, who can do something about it."""


def progress(done, total):
    """Reports real steps."""
    print(f"progress {done} {total}", file=sys.stderr, flush=True)
