"""The example notebooks, from top to bottom against a real service, and what notebooks show of the client."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import rotamer
from rotamer.results import ResultData, structure_view

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_from_top_to_bottom(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": FOLDER}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in shown if output.get("name") == "stderr"]
    kinds = {kind for output in shown for kind in output.get("data", {})}
    assert {"text/html", "image/png"} <= kinds


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_what_it_showed(path: Path) -> None:
    cells = json.loads(path.read_text())["cells"]
    assert [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")] == []


DATA = {"job_id": "job_1", "status": "COMPLETED", "files": [{"name": "a<b>.pdb", "format": "PDB"}]}
ITEMS = [
    {"output_port_id": "properties", "value": {"id": "a", "length": 2, "composition": {"M": 2}}},
    {"output_port_id": "other", "value": {"id": "b"}},
]


def test_items_of_a_port_are_a_table_with_a_row_each() -> None:
    table = ResultData({**DATA, "results": ITEMS}).to_dataframe("properties")
    assert table.to_dict("records") == [{"id": "a", "length": 2, "composition": {"M": 2}}]


def test_a_structure_is_a_view_that_a_notebook_shows() -> None:
    atom = "ATOM      1  CA  ALA A   1      11.104   6.134  -6.504  1.00  0.00           C  \n"
    assert "ATOM" in structure_view(atom, "PDB")._make_html()


def test_names_from_outside_are_no_markup() -> None:
    assert "a&lt;b&gt;.pdb" in ResultData({**DATA, "results": ITEMS})._repr_html_()
    node = {"id": "<i>", "status": "RUNNING"}
    run = {"id": "run_1", "workflow_name": "<b>", "name": None, "status": "PAUSED", "pause": {"reason": "curation"}}
    shown = rotamer.Run({**run, "error": None, "actual_credits": 1.5, "nodes": [node]})._repr_html_()
    for text in ("&lt;i&gt; RUNNING", "&lt;b&gt;", "curation", "1.5"):
        assert text in shown
