"""The blocking client."""

from ._sync.client import ApiKeys, Audit, Budgets, Client, Datasets, Files, Job, JobEvent, Jobs, Ledger, Members, Notices, Projects, Results, Runs, Session, Tools, Usage, Webhooks, Workflows, Workspace
