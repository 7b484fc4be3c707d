import { DeletionMode, DeletionStatus, type ProjectDeletion } from '@rotamer/proto/projects/v1/project.ts';
import { type Deletion, isRetryable, type Mode, type Status } from './deletion.ts';

const MODES: Record<Mode, DeletionMode> = {
  move: DeletionMode.MOVE,
  unassign: DeletionMode.UNASSIGN,
  delete_contents: DeletionMode.DELETE_CONTENTS,
};

const STATUSES: Record<Status, DeletionStatus> = {
  pending: DeletionStatus.PENDING,
  processing: DeletionStatus.PROCESSING,
  completed: DeletionStatus.COMPLETED,
  failed: DeletionStatus.FAILED,
};

export function presentMode(mode: Mode): DeletionMode {
  return MODES[mode];
}

/** Returns undefined for a mode that does not exist. */
export function modeOf(presented: DeletionMode): Mode | undefined {
  return (Object.keys(MODES) as Mode[]).find((mode) => MODES[mode] === presented);
}

/** Returns a deletion in the form that other services receive. */
export function presentDeletion(deletion: Deletion): ProjectDeletion {
  const { seq: _, failures: _failures, ...shown } = deletion;
  return {
    ...shown,
    mode: presentMode(deletion.mode),
    status: STATUSES[deletion.status],
    retryable: isRetryable(deletion),
  };
}
