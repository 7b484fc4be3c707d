# Makes alignments with ColabFold's run_mmseqs2, and prints them: runMmseqs2.py <host url> <sequence>…

import json
import os
import sys
import tempfile
from unittest.mock import MagicMock

# ColabFold imports these to draw pictures, which this script does not.
for name in ("matplotlib", "matplotlib.pyplot", "matplotlib.patheffects", "matplotlib.collections"):
    sys.modules[name] = MagicMock()

from colabfold.colabfold import run_mmseqs2  # noqa: E402

host_url, *sequences = sys.argv[1:]
os.chdir(tempfile.mkdtemp())
try:
    print(json.dumps({"alignments": run_mmseqs2(sequences, "out", host_url=host_url, user_agent="rotamer tests")}))
except Exception as error:
    print(json.dumps({"error": str(error)}))
