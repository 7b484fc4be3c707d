import { Fault, toFault } from '@rotamer/kit/errors/fault.ts';

export type Mode = 'move' | 'unassign' | 'delete_contents';

export type Status = 'pending' | 'processing' | 'completed' | 'failed';

/** The deletion of a project, from the closing of the project until nothing of it is left. */
export interface Deletion {
  id: string;
  /** A number from the sequence of operations. */
  seq: number;
  workspaceId: string;
  projectId: string;
  projectName: string;
  mode: Mode;
  /** Only with mode `move`. */
  targetProjectId?: string;
  status: Status;
  /** Why the last attempt failed, as a text for the caller. */
  error?: string;
  /** Number of started attempts. */
  attemptCount: number;
  /** Consecutive failed attempts since the last progress. */
  failures: number;
  nextAttemptAt?: Date;
  createdAt: Date;
  startedAt?: Date;
  completedAt?: Date;
  updatedAt: Date;
}

export type Command =
  /** A loop starts an attempt. */
  | { type: 'begin' }
  /** Every service answered, and something is left. */
  | { type: 'progress' }
  /** Nothing is left in any service. */
  | { type: 'complete' }
  | { type: 'fail'; cause: unknown }
  /** An earlier assignment is dead-lettered that may still move something into the project, or save something from being deleted. */
  | { type: 'block' }
  /** A user wants to retry the deletion. */
  | { type: 'retry' };

/** Delays after consecutive failures. After one more failure the deletion has failed. */
const BACKOFF_MS = [2_000, 10_000, 60_000, 300_000];

export const MAX_FAILURES = BACKOFF_MS.length + 1;

/** Error text for the caller. */
const BLOCKED =
  'An earlier move of resources between projects could not be completed, and this deletion must not overtake it. Ask an operator to replay it, then retry.';

/** Returns a new deletion. */
export function startDeletion(
  asked: Pick<Deletion, 'id' | 'workspaceId' | 'projectId' | 'projectName' | 'mode' | 'targetProjectId'>,
  now: Date,
): Omit<Deletion, 'seq'> {
  return { ...asked, status: 'pending', attemptCount: 0, failures: 0, createdAt: now, updatedAt: now };
}

/**
 * Returns the deletion after a command, or undefined when nothing changes because the command does not apply to its state.
 *
 * @throws conflict for a `retry` of a deletion that has not failed
 */
export function decideDeletion(deletion: Deletion, command: Command, now: Date): Deletion | undefined {
  const { status } = deletion;
  switch (command.type) {
    case 'begin':
      if (status !== 'pending') return undefined;
      return {
        ...deletion,
        status: 'processing',
        attemptCount: deletion.attemptCount + 1,
        nextAttemptAt: undefined,
        startedAt: deletion.startedAt ?? now,
        updatedAt: now,
      };
    case 'progress':
      // A long deletion reports progress thousands of times. Only a report that changes something is stored.
      if (status !== 'processing' || deletion.failures === 0) return undefined;
      return { ...deletion, failures: 0, error: undefined, updatedAt: now };
    case 'complete':
      if (status !== 'processing') return undefined;
      return { ...deletion, status: 'completed', failures: 0, error: undefined, completedAt: now, updatedAt: now };
    case 'fail':
      return status === 'processing' ? failed(deletion, toFault(command.cause).message, now) : undefined;
    case 'block':
      if (status !== 'pending' && status !== 'processing') return undefined;
      return { ...deletion, status: 'failed', nextAttemptAt: undefined, error: BLOCKED, updatedAt: now };
    case 'retry':
      if (status !== 'failed') throw notFailed();
      return { ...deletion, status: 'pending', failures: 0, updatedAt: now };
  }
}

/** Returns whether the deletion can be retried: only after it has failed. */
export function isRetryable({ status }: Deletion): boolean {
  return status === 'failed';
}

/** Returns whether a request with these options asks for this deletion. */
export function isSame(deletion: Deletion, { mode, targetProjectId }: Pick<Deletion, 'mode' | 'targetProjectId'>) {
  return deletion.mode === mode && deletion.targetProjectId === targetProjectId;
}

function failed(deletion: Deletion, error: string, now: Date): Deletion {
  const failures = deletion.failures + 1;
  const delay = BACKOFF_MS[failures - 1];
  if (delay === undefined) return { ...deletion, status: 'failed', failures, error, updatedAt: now };
  return {
    ...deletion,
    status: 'pending',
    failures,
    error,
    nextAttemptAt: new Date(now.getTime() + delay),
    updatedAt: now,
  };
}

function notFailed(): Fault {
  return new Fault('conflict', 'This deletion has not failed.', {
    resolution: 'Only a failed deletion can be retried. Fetch it to see its status.',
  });
}
