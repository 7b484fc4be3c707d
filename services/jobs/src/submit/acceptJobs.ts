import { placeOf } from '@rotamer/domain/membership/places.ts';
import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { Job } from '../job/job.ts';
import { jobEvent } from '../job/jobEvent.ts';
import { toRow } from '../job/jobRow.ts';
import { FINGERPRINT_VERSION } from './fingerprint.ts';

/** A job to accept, and everything that is written with it. */
export interface Acceptance {
  job: Job;
  submissionId: string;
  fingerprint: string;
  /** Undefined: kept for ever. */
  submissionExpiresAt?: Date;
  toolDigest: string;
  major: number;
  /** The encoded JobInputs message. */
  inputs: Uint8Array;
  limits: { concurrentJobs: number; jobsPerDay?: number };
}

/**
 * accepted: job, submission and ownership of the hold are committed. duplicate: the submission id was used before.
 * hold_taken: the hold was released or belongs to another job. A refusal (concurrent_limit, daily_limit, or
 * project_deleted for a project that is deleted with its contents): no job owns the hold.
 */
export type AcceptVerdict = 'accepted' | 'duplicate' | 'hold_taken' | Refusal;

export type Refusal = 'concurrent_limit' | 'daily_limit' | 'project_deleted';

/** Accepts a job. Returns the job as accepted: if its project was closed, with the project's target. */
export type AcceptJob = (acceptance: Acceptance, signal?: AbortSignal) => Promise<{ job: Job; verdict: AcceptVerdict }>;

const MAX_BATCH = 64;

/** Most projects of one job that may be closed between reading and writing. One is rare, two almost never happen. */
const MAX_PLACES = 10;

/** Most bytes of inline inputs in one statement. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Returns a function that accepts jobs. Submissions of any workspaces that arrive together share one transaction and
 * one fsync. If PostgreSQL refuses to store a submission, only that submission fails.
 */
export function createAcceptJob(db: Db, clock: Clock): AcceptJob {
  const accept = createBatcher<Acceptance, AcceptVerdict | 'project_moved'>({
    maxInFlight: 1,
    maxItems: MAX_BATCH,
    maxBytes: MAX_BATCH_BYTES,
    bytesOf: ({ inputs }) => inputs.length,
    fairKey: ({ job }) => job.workspaceId,
    run: (acceptances) => bisect(acceptances, (some) => acceptTogether(db, some, clock())),
  });
  return async (acceptance, signal) => {
    let { job } = acceptance;
    for (let n = 0; n < MAX_PLACES; n++) {
      const verdict = await accept({ ...acceptance, job }, { signal });
      if (verdict !== 'project_moved') return { job, verdict };
      // The event must name the real project. This is rare, so another round trip is acceptable.
      job = { ...job, projectId: (await placeOf(db, job.workspaceId, job.projectId)).projectId };
    }
    throw new Error(`job ${job.id} found ${MAX_PLACES} projects closed, one after the other`);
  };
}

async function acceptTogether(db: Db, acceptances: Acceptance[], now: Date) {
  // Limits come from a cache that is at most 5 s old. The last limits of a workspace in the batch apply to all its
  // submissions.
  const limits = [...new Map(acceptances.map((acceptance) => [acceptance.job.workspaceId, acceptance.limits]))];
  const events = acceptances.map(({ job }) => jobEvent(job, JobEventType.SUBMITTED, now));
  const rows = acceptances.map((acceptance, i) => rowOf(acceptance, events[i]!.eventId));
  const { rows: verdicts } = await db.query(
    prepared('select verdict from accept_jobs($1, $2, $3, $4, $5, $6, $7) order by n', [
      utcDay(now),
      limits.map(([workspaceId]) => workspaceId),
      limits.map(([, { concurrentJobs }]) => concurrentJobs),
      limits.map(([, { jobsPerDay }]) => jobsPerDay ?? null),
      JSON.stringify(rows),
      acceptances.map(({ inputs }) => Buffer.from(inputs)),
      events.map(({ value }) => Buffer.from(value)),
    ]),
  );
  return verdicts.map((row): AcceptVerdict | 'project_moved' => row.verdict);
}

/** Returns the UTC day, which daily limits count by. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

function rowOf(
  { job, submissionId, fingerprint, submissionExpiresAt, toolDigest, major }: Acceptance,
  eventId: string,
) {
  return {
    ...toRow(job),
    tool_digest: toolDigest,
    major,
    submission_id: submissionId,
    fingerprint,
    fingerprint_version: FINGERPRINT_VERSION,
    submission_expires_at: submissionExpiresAt,
    event_id: eventId,
  };
}
