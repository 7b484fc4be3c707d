import { timeOfId } from '@rotamer/kit/ids.ts';
import { BillingMode, BillingOutcome, type JobBilling, type Job as ProtoJob } from '@rotamer/proto/jobs/v1/job.ts';
import { type ShownBilling, type ShownJob, statusToProto } from './job.ts';

/** Converts a job to the form that other services see. */
export function presentJob(job: ShownJob): ProtoJob {
  return {
    id: job.id,
    workspaceId: job.workspaceId,
    projectId: job.projectId,
    projectSeq: job.projectSeq,
    version: job.version,
    status: statusToProto(job.status),
    tool: job.tool,
    toolVersion: job.toolVersion,
    dataset: job.dataset,
    datasetSha256: job.datasetSha256,
    name: job.name,
    createdBy: job.createdBy,
    keyId: job.keyId,
    runId: job.runId,
    rerunOf: job.rerunOf,
    labels: job.labels ?? {},
    createdAt: timeOfId(job.id),
    startedAt: job.startedAt,
    completedAt: job.completedAt,
    progress: job.progress,
    runtimeMs: job.runtimeMs,
    error: job.error,
    billing: job.billing && presentBilling(job.billing),
    manifest: job.manifest,
    parentRef: job.parentRef,
  };
}

function presentBilling(billing: ShownBilling): JobBilling {
  return {
    mode: billing.mode === 'fixed' ? BillingMode.FIXED : BillingMode.METERED_RUNTIME,
    reservedMillicredits: billing.reservedMillicredits,
    finalMillicredits: billing.finalMillicredits,
    rateMillicreditsPerMinute: billing.rateMillicreditsPerMinute,
    billableRuntimeMs: billing.finalizedAt && billing.billableRuntimeMs,
    outcome: billing.outcome ? OUTCOMES[billing.outcome] : BillingOutcome.UNSPECIFIED,
    finalizedAt: billing.finalizedAt,
  };
}

const OUTCOMES = {
  charged: BillingOutcome.CHARGED,
  refunded: BillingOutcome.REFUNDED,
  released: BillingOutcome.RELEASED,
} as const;
