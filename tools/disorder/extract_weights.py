"""
python3 extract_weights.py <checkpoint> <output>: makes metapredict-v3.f32 of metapredict/backend/networks/epoch099_val_loss1107.08.ckpt,
which the sources of metapredict 3.1.1 on PyPI have. It needs no PyTorch: a checkpoint is a ZIP of a pickle and of one file for each tensor.
"""

import math
import pickle
import sys
import zipfile
from collections import OrderedDict

# The order in which network.ts reads them; each layer has both directions.
NAMES = [
    *(
        f"lstm.{part}_l{layer}{direction}"
        for layer in (0, 1)
        for direction in ("", "_reverse")
        for part in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    ),
    "layer_norm.weight",
    "layer_norm.bias",
    "linear_layers.0.weight",
    "linear_layers.0.bias",
]


class Tensors(pickle.Unpickler):
    """Loads plain values and the names of tensors' files; runs nothing else that a pickle may name."""

    def persistent_load(self, pid):
        return pid[2]

    def find_class(self, module, name):
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return lambda file, offset, size, *_: (file, offset, size)
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        return lambda *_: None


def main(checkpoint, output):
    with zipfile.ZipFile(checkpoint) as archive, open(output, "wb") as out:
        with archive.open("archive/data.pkl") as file:
            tensors = Tensors(file).load()["state_dict"]
        for name in NAMES:
            file, offset, size = tensors[name]
            values = archive.read(f"archive/data/{file}")
            out.write(values[4 * offset : 4 * (offset + math.prod(size))])


main(*sys.argv[1:])
