"""The async client."""

from ._async.client import (
    AsyncApiKeys,
    AsyncBudgets,
    AsyncAudit,
    AsyncClient,
    AsyncDatasets,
    AsyncFiles,
    AsyncJob,
    AsyncJobs,
    AsyncLedger,
    AsyncMembers,
    AsyncNotices,
    AsyncProjects,
    AsyncResults,
    AsyncRuns,
    AsyncSession,
    AsyncTools,
    AsyncUsage,
    AsyncWorkflows,
    AsyncWorkspace,
    JobEvent,
)
