import { Fault, toFault } from '@rotamer/kit/errors/fault.ts';

export type Mode = 'move' | 'unassign' | 'delete_contents';

export type Status = 'pending' | 'processing' | 'completed' | 'failed';

/** The deletion of a project, from its closing until nothing of it is left. */
export interface Deletion {
  id: string;
  /** From the sequence of operations. */
  seq: number;
  workspaceId: string;
  projectId: string;
  projectName: string;
  mode: Mode;
  /** With mode `move`. */
  targetProjectId?: string;
  status: Status;
  /** Why the last attempt failed, for the caller. */
  error?: string;
  /** Attempts begun. */
  attemptCount: number;
  /** Failed attempts since something went well. */
  failures: number;
  nextAttemptAt?: Date;
  createdAt: Date;
  startedAt?: Date;
  completedAt?: Date;
  updatedAt: Date;
}

export type Command =
  /** Its turn has come. */
  | { type: 'begin' }
  /** Every service answered, and something is left. */
  | { type: 'progress' }
  /** Nothing is left in any service. */
  | { type: 'complete' }
  | { type: 'fail'; cause: unknown }
  /** An earlier assignment is parked, which may still move something into the project, or save something from being deleted. */
  | { type: 'block' }
  /** A user wants it to be tried again. */
  | { type: 'retry' };

/** Delays after failures in a row; after one more the deletion has failed. */
const BACKOFF_MS = [2_000, 10_000, 60_000, 300_000];

export const MAX_FAILURES = BACKOFF_MS.length + 1;

/** For the caller. */
const BLOCKED =
  'An earlier move of resources between projects could not be completed, and this deletion must not overtake it. Ask an operator to replay it, then retry.';

/** A deletion that has just been asked for. */
export function startDeletion(
  asked: Pick<Deletion, 'id' | 'workspaceId' | 'projectId' | 'projectName' | 'mode' | 'targetProjectId'>,
  now: Date,
): Omit<Deletion, 'seq'> {
  return { ...asked, status: 'pending', attemptCount: 0, failures: 0, createdAt: now, updatedAt: now };
}

/**
 * What a command does to a deletion. Undefined: nothing changes, because it is not in a state for it.
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
      // Long work takes thousands of these: only one that changes something is stored.
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

/** Only a failed one can be tried again. */
export function isRetryable({ status }: Deletion): boolean {
  return status === 'failed';
}

/** Whether someone who asks for a deletion means this one. */
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
