import { derivedUuid } from '@rotamer/kit/ids.ts';

/**
 * A child job as the engine keeps it. It only moves down this list, so that news which is repeated, late or out of
 * order changes nothing.
 */
export type ChildState =
  /** Its turn has not come. */
  | 'PLANNED'
  /** To be submitted; jobs may or may not have heard of it. */
  | 'LAUNCHING'
  /** Accepted by jobs. */
  | 'ACTIVE'
  /** Ended in jobs; what it left is not read yet. */
  | 'ENDED'
  | 'DONE'
  | 'FAILED'
  /** Given up, and jobs never had it. */
  | 'DROPPED';

/** What is heard of a child. */
export type ChildNews =
  | 'accepted'
  /** Ended in jobs, whatever the outcome. */
  | 'terminal'
  /** Refused by jobs for good: another try would be refused alike. */
  | 'refused'
  /** What it left is stored; or it left nothing. */
  | 'collected'
  | 'collectedFailure'
  | 'dropped';

const moves: Record<ChildNews, Partial<Record<ChildState, ChildState>>> = {
  accepted: { LAUNCHING: 'ACTIVE' },
  // The event may be faster than the answer to the submission.
  terminal: { LAUNCHING: 'ENDED', ACTIVE: 'ENDED' },
  refused: { LAUNCHING: 'FAILED' },
  collected: { ENDED: 'DONE' },
  collectedFailure: { ENDED: 'FAILED' },
  dropped: { LAUNCHING: 'DROPPED' },
};

/** The state after the news; undefined: it changes nothing. */
export function moveChild(state: ChildState, news: ChildNews): ChildState | undefined {
  return moves[news][state];
}

/** The states from which the news moves a child: the condition of the statement that does it. */
export function statesBefore(news: ChildNews): ChildState[] {
  return Object.keys(moves[news]) as ChildState[];
}

/** The identity of a child in jobs, unique for ever. */
export function parentRef(attemptId: string, nodeId: string, n: number): string {
  return `${attemptId}/${nodeId}/${n}`;
}

/** The id under which a child is submitted: however often that is repeated, jobs has it once. */
export function submissionIdOf({ attemptId, nodeId, n }: { attemptId: string; nodeId: string; n: number }): string {
  return derivedUuid('child', parentRef(attemptId, nodeId, n));
}

const PARENT_REF = /^(att_[0-9a-z]{26})\/([A-Za-z0-9][A-Za-z0-9_-]{0,63})\/(\d{1,6})$/;

/** Undefined for a job that is no child of a run. */
export function readParentRef(text: string | undefined) {
  const [, attemptId, nodeId, n] = PARENT_REF.exec(text ?? '') ?? [];
  return attemptId && nodeId ? { attemptId, nodeId, n: Number(n) } : undefined;
}
