import type { WorkflowRun } from '@rotamer/client';

const words: Record<WorkflowRun['status'], string> = {
  QUEUED: 'waiting',
  RUNNING: 'running',
  PAUSED: 'paused',
  COMPLETED: 'completed',
  COMPLETED_WITH_ERRORS: 'completed with errors',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

const reasons: Record<NonNullable<WorkflowRun['pause']>['reason'], string> = {
  curation: 'waits for a review',
  max_credits: 'reached its cap',
  insufficient_credits: 'waits for credits',
};

/** The state of a run, with the reason of a pause. */
export function RunState({ run }: { run: Pick<WorkflowRun, 'status' | 'pause'> }) {
  const { status, pause } = run;
  return (
    <span class="status" data-status={status}>
      {status === 'PAUSED' && pause ? reasons[pause.reason] : (words[status] ?? status.toLowerCase())}
    </span>
  );
}
