"""The blocking client."""

from ._sync.client import ApiKeys, Budgets, Client, Datasets, Files, Job, JobEvent, Jobs, Members, Notices, Projects, Results, Runs, Session, Tools, Workflows, Workspace
