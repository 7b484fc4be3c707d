"""Reads real answers with the models that were generated from the document, and submits a job that they describe."""

import json
import os
import urllib.request
from pathlib import Path

import models
from pydantic import BaseModel


def call(method: str, path: str, body: BaseModel | None = None) -> str:
    """The text of an answer."""
    data = body.model_dump_json(exclude_none=True).encode() if body else None
    headers = {"Authorization": f"Bearer {os.environ['ROTAMER_API_KEY']}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{os.environ['ROTAMER_BASE_URL']}/api/v1{path}", data, headers, method=method)
    with urllib.request.urlopen(request) as answer:
        return str(answer.read().decode())


def events(text: str) -> list[models.JobEvent]:
    """The events of a stream that has ended."""
    frames = [dict(line.split(": ", 1) for line in frame.splitlines()) for frame in text.split("\n\n") if "data: " in frame]
    return [models.JobEvent.model_validate({"event": models.JobEventName(f["event"]), "data": f["data"]}) for f in frames]


for answer in json.loads(Path("answers.json").read_text()):
    model: type[BaseModel] = getattr(models, answer["schema"])
    model.model_validate_json(json.dumps(answer["body"]), strict=True)

item = models.SubmittedInput(
    id="b",
    slotId="sequences",
    kind="protein",
    format="TEXT",
    source=models.InputSource(root=models.TextSource(type="text")),
    content="FVNQHLCGSHLVEALYLVCGERGFFYTPKT",
)
wanted = models.JobRequest(tool="protein-properties", name="Insulin B chain", input=models.JobInput(inputs=[item]))
job = models.Job.model_validate_json(call("POST", "/jobs", wanted), strict=True)
told = events(call("GET", f"/jobs/{job.id}/events"))
assert told[-1].event == models.JobEventName.terminal, told
last = models.Job.model_validate_json(told[-1].data, strict=True)
assert last.status == models.JobStatus.COMPLETED, last
result = models.JobResult.model_validate_json(call("GET", f"/results/{job.id}"), strict=True)
assert result.results[0].output_port_id == "properties", result
