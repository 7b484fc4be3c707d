import { derivedUuid } from '@rotamer/kit/ids.ts';

/** The state of a child job. A child only moves down this list, so an update that is repeated, late or out of order changes nothing. */
export type ChildState =
  /** Not launched yet. */
  | 'PLANNED'
  /** To be submitted; jobs may already have it. */
  | 'LAUNCHING'
  /** Accepted by jobs. */
  | 'ACTIVE'
  /** Ended in jobs; its result is not read yet. */
  | 'ENDED'
  | 'DONE'
  | 'FAILED'
  /** Given up; jobs never had it. */
  | 'DROPPED';

/** An update about a child. */
export type ChildUpdate =
  | 'accepted'
  /** The job has ended, with any outcome. */
  | 'terminal'
  /** Jobs refused the child for good: another try would be refused too. */
  | 'refused'
  /** The results of the child are stored, if it left any. */
  | 'collected'
  | 'collectedFailure'
  | 'dropped';

const moves: Record<ChildUpdate, Partial<Record<ChildState, ChildState>>> = {
  accepted: { LAUNCHING: 'ACTIVE' },
  // The event may arrive before the response to the submission.
  terminal: { LAUNCHING: 'ENDED', ACTIVE: 'ENDED' },
  refused: { LAUNCHING: 'FAILED' },
  collected: { ENDED: 'DONE' },
  collectedFailure: { ENDED: 'FAILED' },
  dropped: { LAUNCHING: 'DROPPED' },
};

/** Returns the state after an update. Undefined: the update changes nothing. */
export function moveChild(state: ChildState, changes: ChildUpdate): ChildState | undefined {
  return moves[changes][state];
}

/** Returns the states from which an update moves a child, for the condition of the statement that moves it. */
export function statesBefore(changes: ChildUpdate): ChildState[] {
  return Object.keys(moves[changes]) as ChildState[];
}

/** Returns the identity of a child in jobs, which is unique for ever. */
export function parentRef(attemptId: string, nodeId: string, n: number): string {
  return `${attemptId}/${nodeId}/${n}`;
}

/** Returns the id under which a child is submitted. Jobs accepts an id once, also if the submission is repeated. */
export function submissionIdOf({ attemptId, nodeId, n }: { attemptId: string; nodeId: string; n: number }): string {
  return derivedUuid('child', parentRef(attemptId, nodeId, n));
}

const PARENT_REF = /^(att_[0-9a-z]{26})\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})\/(\d{1,6})$/;

/** Parses a parent reference. Returns undefined for a job that does not belong to a run. */
export function readParentRef(text: string | undefined) {
  const [, attemptId, nodeId, n] = PARENT_REF.exec(text ?? '') ?? [];
  return attemptId && nodeId ? { attemptId, nodeId, n: Number(n) } : undefined;
}
