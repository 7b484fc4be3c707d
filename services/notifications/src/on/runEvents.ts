import type { EventType } from '@rotamer/api/schemas/eventTypes.ts';
import { presentEventRun } from '@rotamer/present/presentEventRun.ts';
import { PauseReason, type Run, RunEvent, RunEventType } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { NewEvent } from '../feed/newEvent.ts';

/** The public types of the events of workflow runs, besides those of pauses. */
export const runTypes: ReadonlyMap<string, EventType> = new Map([
  [RunEventType.STARTED, 'workflow_run.started'],
  [RunEventType.RESUMED, 'workflow_run.resumed'],
  [RunEventType.COMPLETED, 'workflow_run.completed'],
  [RunEventType.COMPLETED_WITH_ERRORS, 'workflow_run.completed_with_errors'],
  [RunEventType.FAILED, 'workflow_run.failed'],
  [RunEventType.CANCELLED, 'workflow_run.cancelled'],
  [RunEventType.RETRIED, 'workflow_run.retried'],
  [RunEventType.MOVED, 'workflow_run.moved'],
  [RunEventType.DELETED, 'workflow_run.deleted'],
]);

/** Returns the public event of an event of workflows; undefined when it has none. */
export function publicRunEvent(value: Uint8Array): NewEvent | undefined {
  const { eventId: id, workspaceId, occurredAt, type, run } = RunEvent.decode(value);
  if (!run) return undefined;
  const publicType = type === RunEventType.PAUSED ? pauseType(run) : runTypes.get(type);
  if (!publicType) return undefined;
  return {
    ...{ id, workspaceId, type: publicType, createdAt: occurredAt! },
    ...{ resourceType: 'workflow_run', resourceId: run.id, version: run.version },
    projectId: run.projectId,
    runId: run.id,
    data: presentEventRun(run),
  };
}

function pauseType({ attempts }: Run): EventType {
  const isReview = attempts.at(-1)?.pause?.reason === PauseReason.CURATION;
  return isReview ? 'workflow_run.waiting_for_review' : 'workflow_run.paused';
}
