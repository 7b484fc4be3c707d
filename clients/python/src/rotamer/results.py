"""Results of jobs, and quotes: plain data with views for notebooks."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from .errors import RotamerError


@dataclass
class JobEvent:
    """A state of a job. `terminal` is the last one."""

    event: str
    job: dict[str, Any]


class Quote(dict[str, Any]):
    """What a job would cost, as returned by the API."""

    @property
    def credits(self) -> float:
        """The estimated price."""
        return self["estimated_credits"]

    @property
    def blocked(self) -> list[str]:
        """The errors that would block the job."""
        return [error["message"] for error in self["blocking_errors"]]

    def _repr_html_(self) -> str:
        rows = {"Tool": self["tool"], "Price": f"{self.credits:g} credits", "Available": f"{self['available_credits']:g} credits"}
        return _table({**rows, **({"Blocked": "; ".join(self.blocked)} if self.blocked else {})})


class Run(dict[str, Any]):
    """A workflow run, as returned by the API."""

    @property
    def status(self) -> str:
        return self["status"]

    def _repr_html_(self) -> str:
        pause = self["pause"]
        rows = {
            "Run": self["id"],
            "Workflow": self["workflow_name"],
            "Name": self["name"],
            "Status": self["status"],
            "Waits for": pause and pause["reason"],
            "Error": self["error"],
            "Credits": f"{self['actual_credits']:g}",
            "Nodes": ", ".join(f"{node['id']} {node['status']}" for node in self["nodes"]),
        }
        return _table({name: value for name, value in rows.items() if value is not None})


class ResultData:
    """Files and structured items of a job."""

    def __init__(self, data: dict[str, Any]) -> None:
        #: The whole result, as returned by the API.
        self.data = data
        self.job_id: str = data["job_id"]
        self.status: str = data["status"]
        self.files: list[dict[str, Any]] = data["files"]
        self.items: list[dict[str, Any]] = data["results"]

    def values(self, port: str | None = None) -> list[Any]:
        """Returns the values of the structured items, of one output port or of all."""
        return [item["value"] for item in self.items if port in (None, item["output_port_id"])]

    def file(self, name: str) -> dict[str, Any]:
        """Returns the file with this name."""
        for file in self.files:
            if file["name"] == name:
                return file
        raise RotamerError(f"The result has no file {name}; it has {', '.join(f['name'] for f in self.files) or 'none'}.")

    def to_dataframe(self, port: str | None = None) -> Any:
        """The structured items of a port as a pandas DataFrame, one row each. Needs `rotamer[notebook]`."""
        try:
            import pandas
        except ImportError as error:
            raise RotamerError("to_dataframe needs pandas: pip install './clients/python[notebook]'") from error
        return pandas.json_normalize(self.values(port), max_level=0)

    def _names(self) -> str:
        return ", ".join(file["name"] for file in self.files) or "no files"

    def __repr__(self) -> str:
        return f"Results({self.job_id}, {self.status}, {len(self.items)} items, {self._names()})"

    def _repr_html_(self) -> str:
        return _table({"Job": self.job_id, "Status": self.status, "Items": len(self.items), "Files": self._names()})


def structure_view(text: str, format: str) -> Any:
    """A py3Dmol view of a structure or of molecules. Needs `rotamer[notebook]`."""
    try:
        import py3Dmol
    except ImportError as error:
        raise RotamerError("view needs py3Dmol: pip install './clients/python[notebook]'") from error
    view = py3Dmol.view(width=640, height=480)
    view.addModel(text, {"MMCIF": "cif"}.get(format, format.lower()))
    view.setStyle({"cartoon": {"color": "spectrum"}} if format in ("PDB", "MMCIF") else {"stick": {}})
    view.zoomTo()
    return view


def job_html(data: dict[str, Any]) -> str:
    progress = data.get("progress")
    rows = {
        "Job": data.get("id"),
        "Status": data.get("status", "not known yet"),
        "Tool": data.get("tool"),
        "Name": data.get("name"),
        "Progress": None if progress is None else f"{progress} %",
        "Credits": data.get("credits_used"),
        "Error": data.get("error"),
    }
    return _table({name: value for name, value in rows.items() if value is not None})


def _table(rows: dict[str, Any]) -> str:
    cells = "".join(
        f"<tr><th style='text-align:left'>{escape(str(name))}</th><td style='text-align:left'>{escape(str(value))}</td></tr>"
        for name, value in rows.items()
    )
    return f"<table>{cells}</table>"
