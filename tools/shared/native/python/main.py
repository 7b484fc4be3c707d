"""python3 main.py <script> <request> <answer>: calls run(request) of a tool's script (runPython.ts), and writes its answer as JSON."""

import json
import os
import runpy
import sys

from rotamer_tool import Refused

MAX_MESSAGE = 400


def answer_of(script, request):
    try:
        return {"answer": runpy.run_path(script)["run"](request)}
    except Refused as refused:
        return {"refused": str(refused)}
    except MemoryError:
        raise
    except Exception as error:
        return {"failed": f"{type(error).__name__}: {error}"[:MAX_MESSAGE]}


def main():
    script, asked, answered = sys.argv[1:]
    sys.path.insert(0, os.path.dirname(script))
    with open(asked, encoding="utf-8") as file:
        request = json.load(file)
    answer = answer_of(script, request)
    with open(answered, "w", encoding="utf-8") as file:
        json.dump(answer, file, allow_nan=False)


main()
