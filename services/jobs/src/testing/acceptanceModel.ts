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
}

export interface AcceptanceRequest {
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
  { submissionId, jobId, holdId }: AcceptanceRequest,
  limits: AcceptanceLimits,
  day: string,
): { verdict: AcceptVerdict; state: AcceptanceState } {
  const usedToday = state.day === day ? state.usedToday : 0;
  const now = { ...state, day, usedToday };
  if (state.submissions.has(submissionId)) return { verdict: 'duplicate', state: now };
  const full = state.active >= limits.concurrentJobs;
  if (full || usedToday >= (limits.jobsPerDay ?? Number.POSITIVE_INFINITY)) {
    // Refused: it is recorded that nobody owns the hold before anyone may void it.
    const holdOwners =
      holdId && !state.holdOwners.has(holdId) ? withEntry(state.holdOwners, holdId, null) : state.holdOwners;
    return { verdict: full ? 'concurrent_limit' : 'daily_limit', state: { ...now, holdOwners } };
  }
  if (holdId && state.holdOwners.has(holdId)) return { verdict: 'hold_taken', state: now };
  return {
    verdict: 'accepted',
    state: {
      active: state.active + 1,
      day,
      usedToday: usedToday + 1,
      submissions: withEntry(state.submissions, submissionId, jobId),
      holdOwners: holdId ? withEntry(state.holdOwners, holdId, jobId) : state.holdOwners,
    },
  };
}

function withEntry<Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): ReadonlyMap<string, Value> {
  return new Map(map).set(key, value);
}
