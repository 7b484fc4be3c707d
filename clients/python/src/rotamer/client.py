"""The blocking client."""

from ._sync.client import Client, Datasets, Files, Job, JobEvent, Jobs, Projects, Results, Runs, Tools, Workflows
