import type { Person } from '@rotamer/accounts/access/userNames.ts';
import type { Scope } from '@rotamer/api/operation/access.ts';
import type { PublicWorkflowRunSummary } from '@rotamer/api/schemas/workflowRun.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import { enumName } from '@rotamer/kit/enumWord.ts';
import type { RunSummary } from '@rotamer/proto/workflows/v1/workflows.ts';
import { presentPause } from './presentEventRun.ts';
import { creditsOrNull } from './presentJob.ts';
import { presentPerson } from './presentPerson.ts';

/** A run in a list: without its nodes and jobs. */
export function presentRunSummary(
  summary: RunSummary,
  person: Person | undefined,
  scopes: readonly Scope[],
): PublicWorkflowRunSummary {
  const run = summary.run!;
  const attempt = run.attempts.at(-1)!;
  const { waiting, active, done, failed, skipped, chargedMillicredits, heldMillicredits } = summary;
  return {
    id: run.id,
    object: 'workflow_run_summary',
    project_id: run.projectId ?? null,
    workflow_id: run.workflowId,
    workflow_name: run.workflowName,
    revision_number: run.revisionNumber,
    name: run.name ?? null,
    status: enumName('RUN_STATUS', run.status),
    pause: presentPause(attempt.pause),
    error: attempt.error ?? null,
    attempt_count: summary.attempts,
    job_counts: { waiting, active, completed: done, failed, skipped },
    estimated_credits: toCredits(chargedMillicredits + heldMillicredits),
    actual_credits: toCredits(chargedMillicredits),
    max_credits: creditsOrNull(attempt.maxMillicredits),
    started_by: presentPerson(run.createdBy, person, scopes),
    created_at: run.createdAt!.toISOString(),
    started_at: attempt.startedAt?.toISOString() ?? null,
    completed_at: attempt.completedAt?.toISOString() ?? null,
  };
}
