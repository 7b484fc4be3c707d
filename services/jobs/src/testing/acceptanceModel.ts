import type { AcceptVerdict } from '../submit/acceptJobs.ts';

/**
 * The decision of `accept_jobs` (functions/acceptJobs.sql) under the workspace's lock, without a database: easier to
 * read, and a test compares the two over many histories.
 */
export interface AcceptanceState {
  active: number;
  /** UTC day of `usedToday`. */
  day: string;
  usedToday: number;
  /** Submission id → job id. */
  submissions: ReadonlyMap<string, string>;
  /** Hold id → owner; null: the hold was released. */
  holdOwners: ReadonlyMap<string, string | null>;
  /** Project id → target of its jobs: another project, none (null), or deleted. */
  closed: ReadonlyMap<string, string | null | 'deleted'>;
  /** Project id → number of its jobs. */
  members: ReadonlyMap<string, number>;
}

export interface AcceptanceRequest {
  /** Undefined for a job without a project. */
  projectId?: string;
  submissionId: string;
  jobId: string;
  holdId?: string;
}

export interface AcceptanceLimits {
  concurrentJobs: number;
  jobsPerDay?: number;
}

export function decideAcceptance(
  state: AcceptanceState,
  { submissionId, jobId, holdId, projectId: asked }: AcceptanceRequest,
  limits: AcceptanceLimits,
  day: string,
): { verdict: AcceptVerdict; projectId?: string; state: AcceptanceState } {
  const usedToday = state.day === day ? state.usedToday : 0;
  const now = { ...state, day, usedToday };
  if (state.submissions.has(submissionId)) return { verdict: 'duplicate', state: now };
  let place: string | null | undefined = asked;
  while (place && state.closed.has(place)) place = state.closed.get(place);
  const full = state.active >= limits.concurrentJobs;
  if (place === 'deleted' || full || usedToday >= (limits.jobsPerDay ?? Number.POSITIVE_INFINITY)) {
    // A refusal first records that no job owns the hold; only then may the hold be voided.
    const holdOwners =
      holdId && !state.holdOwners.has(holdId) ? withEntry(state.holdOwners, holdId, null) : state.holdOwners;
    const limit = full ? 'concurrent_limit' : 'daily_limit';
    return { verdict: place === 'deleted' ? 'project_deleted' : limit, state: { ...now, holdOwners } };
  }
  if (holdId && state.holdOwners.has(holdId)) return { verdict: 'hold_taken', state: now };
  return {
    verdict: 'accepted',
    projectId: place ?? undefined,
    state: {
      ...now,
      active: state.active + 1,
      usedToday: usedToday + 1,
      submissions: withEntry(state.submissions, submissionId, jobId),
      holdOwners: holdId ? withEntry(state.holdOwners, holdId, jobId) : state.holdOwners,
      members: place ? withEntry(state.members, place, (state.members.get(place) ?? 0) + 1) : state.members,
    },
  };
}

function withEntry<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): ReadonlyMap<string, Value> {
  return new Map(map).set(key, value);
}
