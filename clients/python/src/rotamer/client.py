"""The blocking client."""

from ._sync.client import ApiKeys, Audit, Budgets, Client, Datasets, Events, Files, Job, JobEvent, Jobs, Ledger, Members, Notices, Projects, Results, Runs, Session, Tools, Usage, Webhooks, Workflows, Workspace
