"""Writes `src/rotamer/_sync`, the blocking client, from `src/rotamer/_async`; with --check, compares the two instead.

`npm run generate` runs this in an environment with the packages of requirements.txt.
"""

import filecmp
import re
import shutil
import sys
import tempfile
from pathlib import Path

import unasync

SOURCES = Path(__file__).parent.parent / "src" / "rotamer"

#: The async classes: ours, and those of httpx that the client uses.
CLASSES = re.findall(r"^class Async(\w+)", "\n".join(file.read_text() for file in (SOURCES / "_async").glob("*.py")), re.M)
#: Names that differ between the two, beside those of Python itself, which unasync knows.
NAMES = {
    **{f"Async{name}": name for name in (*CLASSES, "Client", "BaseTransport")},
    "_tasks": "_threads",
    "Tasks": "Threads",
    "aclosing": "closing",
    "aclose": "close",
    "aread": "read",
}


def write(sources: Path) -> None:
    shutil.rmtree(sources / "_sync", ignore_errors=True)
    files = sorted((sources / "_async").glob("*.py"))
    unasync.unasync_files([str(file) for file in files], [unasync.Rule("/_async/", "/_sync/", NAMES)])
    for file in (sources / "_sync").glob("*.py"):
        file.write_text(f"# Generated from _async/{file.name} by `npm run generate`.\n{file.read_text()}")


def check() -> int:
    """Returns 1, and names the files, where the blocking client is not what the async one gives."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(shutil.copytree(SOURCES, Path(folder) / "rotamer"))
        write(fresh)
        names = {file.name for place in (fresh, SOURCES) for file in (place / "_sync").glob("*.py")}
        _, differing, missing = filecmp.cmpfiles(fresh / "_sync", SOURCES / "_sync", names, shallow=False)
    if differing or missing:
        print(f"The blocking client differs in {', '.join(sorted(differing + missing))}: run `npm run generate`.", file=sys.stderr)
    return 1 if differing or missing else 0


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(check())
    write(SOURCES)
