import type { AcceptVerdict } from '../submit/acceptJobs.ts';

/**
 * What `accept_jobs` (functions/acceptJobs.sql) decides under the workspace's lock, without a database: said once more so that it can
 * be read, and so that a test can compare the two over many histories.
 */
export interface AcceptanceState {
  active: number;
  /** UTC day of `usedToday`. */
  day: string;
  usedToday: number;
  /** Submission id → job id. */
  submissions: ReadonlyMap<string, string>;
  /** Hold id → owner; null: given up. */
  holdOwners: ReadonlyMap<string, string | null>;
  /** Project id → where its jobs go: to another, to none (null), or nowhere. */
  closed: ReadonlyMap<string, string | null | 'deleted'>;
  /** Project id → jobs. */
  members: ReadonlyMap<string, number>;
}

export interface AcceptanceRequest {
  /** Undefined: none. */
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
    // Refused: it is recorded that nobody owns the hold before anyone may void it.
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
