"""The async client."""

from ._async.client import (
    AsyncApiKeys,
    AsyncBudgets,
    AsyncClient,
    AsyncDatasets,
    AsyncFiles,
    AsyncJob,
    AsyncJobs,
    AsyncMembers,
    AsyncNotices,
    AsyncProjects,
    AsyncResults,
    AsyncRuns,
    AsyncSession,
    AsyncTools,
    AsyncWorkflows,
    AsyncWorkspace,
    JobEvent,
)
