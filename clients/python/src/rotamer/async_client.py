"""The async client."""

from ._async.client import (
    AsyncClient,
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
