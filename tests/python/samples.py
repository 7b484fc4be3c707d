"""Runs the samples of samples.json, and writes to failures.json which of them failed and how."""

import json
import sys
import traceback
import urllib.request
from pathlib import Path

failures = {}
for sample in json.loads(Path("samples.json").read_text(encoding="utf-8")):
    urllib.request.urlopen(f"{sys.argv[1]}/samples/{sample['name']}").close()
    try:
        exec(compile(sample["code"], sample["name"], "exec"), {"__name__": "__main__"})
    except Exception:
        failures[sample["name"]] = traceback.format_exc()
Path("failures.json").write_text(json.dumps(failures), encoding="utf-8")
