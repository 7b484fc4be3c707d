import type { PublicPinnedRelease } from '@rotamer/api/schemas/dataset.ts';
import type { PublicJob } from '@rotamer/api/schemas/job.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import { BillingMode, BillingOutcome, type Job, type JobBilling, type JobStatus } from '@rotamer/proto/jobs/v1/job.ts';

/** The job of the public API, the same for every route and for the event stream. */
export function presentJob(job: Job): PublicJob {
  return {
    id: job.id,
    object: 'job',
    project_id: job.projectId ?? null,
    status: presentStatus(job.status),
    tool: job.tool,
    name: job.name ?? null,
    credits_used: toCredits(job.billing?.finalMillicredits ?? 0),
    created_at: job.createdAt!.toISOString(),
    started_at: job.startedAt?.toISOString() ?? null,
    completed_at: job.completedAt?.toISOString() ?? null,
    progress: job.progress ?? null,
    execution_time_seconds: secondsOrNull(job.runtimeMs),
    error: job.error ?? null,
    ...(job.dataset !== undefined && { dataset: presentPinned(job.dataset, job.datasetSha256 ?? '') }),
    ...(Object.keys(job.labels).length > 0 && { labels: job.labels }),
    ...(job.billing && { billing: presentBilling(job.billing) }),
  };
}

/** Returns the release that a reference such as `swissprot@2026_04` names. */
export function presentPinned(reference: string, sha256: string): PublicPinnedRelease {
  const [id, release] = reference.split('@') as [string, string];
  return { id, release, sha256 };
}

/** Returns the public API's name of a status: the proto's name without its prefix. */
export function presentStatus(status: JobStatus): PublicJob['status'] {
  return enumName('JOB_STATUS', status);
}

const outcomes: Partial<Record<BillingOutcome, string>> = {
  [BillingOutcome.CHARGED]: 'charged',
  [BillingOutcome.REFUNDED]: 'refunded',
  [BillingOutcome.RELEASED]: 'released',
};

function presentBilling(billing: JobBilling): NonNullable<PublicJob['billing']> {
  const { reservedMillicredits: reserved, finalMillicredits: final } = billing;
  // Unused credits go back to the workspace immediately, also for children of workflow runs.
  const refund = reserved === undefined || final === undefined ? null : toCredits(reserved - final);
  return {
    mode: billing.mode === BillingMode.METERED_RUNTIME ? 'metered_runtime' : 'fixed',
    reserved_credits: creditsOrNull(reserved),
    final_credits: creditsOrNull(final),
    rate_credits_per_minute: creditsOrNull(billing.rateMillicreditsPerMinute),
    billable_runtime_seconds: secondsOrNull(billing.billableRuntimeMs),
    outcome: outcomes[billing.outcome] ?? null,
    finalized_at: billing.finalizedAt?.toISOString() ?? null,
    refund_credits: refund,
    refund_credits_applied_to_team: refund,
    refund_deferred_to_workflow_run: false,
  };
}

function secondsOrNull(ms: number | undefined): number | null {
  return ms === undefined ? null : ms / 1000;
}

/** Returns credits for the public API; null for an amount that is not known yet. */
export function creditsOrNull(millicredits: number | undefined): number | null {
  return millicredits === undefined ? null : toCredits(millicredits);
}
