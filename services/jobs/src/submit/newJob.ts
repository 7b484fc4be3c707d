import type { Job } from '../job/job.ts';
import { storedLabels } from '../job/labels.ts';
import type { Assessment } from './assess.ts';
import type { Submission } from './submission.ts';

const NOT_OFFERED = 'No runner offers this tool at the moment; the job will start when one does.';
const NOT_HELD = (dataset: string) =>
  `No runner of this tool holds ${dataset} at the moment; the job will start when one does.`;

/** Returns the pinned release as jobs and runners name it. */
export const referenceOf = ({ dataset }: Pick<Assessment, 'dataset'>): string | undefined =>
  dataset && `${dataset.id}@${dataset.release}`;

/** Returns why a job waits as PENDING: no live runner offers its tool, or holds its release. */
export function waitingReason(assessment: Pick<Assessment, 'dataset'>): string {
  const dataset = referenceOf(assessment);
  return dataset ? NOT_HELD(dataset) : NOT_OFFERED;
}

/** Returns the job that a submission asks for, before it is accepted. */
export function newJob(
  submission: Submission,
  assessment: Assessment,
  how: { id: string; offered: boolean; traceparent: string; now: Date },
): Job {
  const { contract } = assessment.tool;
  const dataset = referenceOf(assessment);
  return {
    id: how.id,
    workspaceId: submission.workspaceId,
    projectId: submission.projectId,
    projectSeq: 0,
    status: how.offered ? 'QUEUED' : 'PENDING',
    error: how.offered ? undefined : waitingReason(assessment),
    version: 1,
    tool: contract.id,
    toolVersion: contract.version,
    dataset,
    datasetSha256: assessment.dataset?.sha256,
    name: submission.name,
    createdBy: submission.createdBy,
    keyId: submission.keyId,
    parentRef: submission.parentRef,
    runId: submission.runId,
    rerunOf: submission.rerunOf,
    labels: storedLabels(submission.labels),
    cancelAt:
      submission.cancelAfterMs === undefined ? undefined : new Date(how.now.getTime() + submission.cancelAfterMs),
    wallLimitMs: contract.limits.wallSeconds * 1000,
    attempt: 0,
    failures: 0,
    statusSince: how.now,
    traceparent: how.traceparent,
  };
}
