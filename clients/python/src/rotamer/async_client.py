"""The async client."""

from ._async.client import (
    AsyncClient,
    AsyncDatasets,
    AsyncFiles,
    AsyncJob,
    AsyncJobs,
    AsyncProjects,
    AsyncResults,
    AsyncRuns,
    AsyncTools,
    AsyncWorkflows,
    JobEvent,
)
