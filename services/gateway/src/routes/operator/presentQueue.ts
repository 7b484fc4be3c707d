import { presentStatus } from '@rotamer/present/presentJob.ts';
import type { QueueState } from '@rotamer/proto/jobs/v1/jobs.ts';

/** The waiting jobs and the runners of an installation, as the operators' page reads them. */
export function presentQueue({ waiting, hasMore, runners }: QueueState) {
  return {
    object: 'operator_queue' as const,
    waiting: waiting.map(({ tool, workspaceId, status, jobs, oldestSince, reason }) => ({
      tool,
      workspace_id: workspaceId,
      status: presentStatus(status),
      jobs,
      oldest_since: oldestSince?.toISOString() ?? null,
      reason,
    })),
    has_more: hasMore,
    runners: runners.map(({ id, seenAt, live, tools, datasets, runningJobs }) => ({
      id,
      seen_at: seenAt?.toISOString() ?? null,
      live,
      tools,
      datasets,
      running_jobs: runningJobs,
    })),
  };
}
