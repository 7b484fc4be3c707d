import type { PublicEventRun } from '@rotamer/api/schemas/event.ts';
import { enumName, enumWord } from '@rotamer/kit/enumWord.ts';
import type { Pause, Run } from '@rotamer/proto/workflows/v1/workflow.ts';

/** The run of a public event: its state and its last attempt, without nodes, jobs and amounts. */
export function presentEventRun(run: Run): PublicEventRun {
  const attempt = run.attempts.at(-1);
  return {
    id: run.id,
    object: 'workflow_run',
    project_id: run.projectId ?? null,
    workflow_id: run.workflowId,
    workflow_name: run.workflowName,
    revision_id: run.revisionId,
    revision_number: run.revisionNumber,
    name: run.name ?? null,
    status: enumName('RUN_STATUS', run.status),
    pause: presentPause(attempt?.pause),
    error: attempt?.error ?? null,
    attempt_id: attempt?.id ?? null,
    created_at: run.createdAt!.toISOString(),
    started_at: attempt?.startedAt?.toISOString() ?? null,
    completed_at: attempt?.completedAt?.toISOString() ?? null,
  };
}

/** Why a run is paused; null when it is not. */
export function presentPause(pause: Pause | undefined): PublicEventRun['pause'] {
  if (!pause) return null;
  const { reason, nodeId, decided, message } = pause;
  return { reason: enumWord('PAUSE_REASON', reason), node_id: nodeId, decided, ...(message && { message }) };
}
