"""The async client."""

from ._async.client import (
    AsyncApiKeys,
    AsyncClient,
    AsyncDatasets,
    AsyncFiles,
    AsyncJob,
    AsyncJobs,
    AsyncMembers,
    AsyncProjects,
    AsyncResults,
    AsyncRuns,
    AsyncTools,
    AsyncWorkflows,
    AsyncWorkspace,
    JobEvent,
)
