"""One line with the progress of a job, only in a terminal or a notebook."""

from __future__ import annotations

import sys
from typing import Any


class Progress:
    def __init__(self, wanted: bool | None) -> None:
        self._notebook = _notebook_display() if wanted is not False else None
        self._terminal = self._notebook is None and (wanted is True or (wanted is None and sys.stderr.isatty()))

    def show(self, job: dict[str, Any]) -> None:
        progress = job.get("progress")
        bar = "" if progress is None else f"  {'█' * (progress // 5)}{'░' * (20 - progress // 5)} {progress} %"
        line = f"{job['id']}  {job['tool']}  {job['status']}{bar}"
        if self._notebook is not None:
            self._notebook.update({"text/plain": line}, raw=True)
        elif self._terminal:
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._terminal:
            print(file=sys.stderr)


def _notebook_display() -> Any:
    """Returns a part of the notebook's output that can be updated; None outside of notebooks."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display

    return display({"text/plain": ""}, raw=True, display_id=True)
