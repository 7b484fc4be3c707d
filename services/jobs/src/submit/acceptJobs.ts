import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import { placeOf } from '@rotamer/kit/membership/places.ts';
import { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { Job } from '../job/job.ts';
import { jobEvent } from '../job/jobEvent.ts';
import { toRow } from '../job/jobRow.ts';
import { FINGERPRINT_VERSION } from './fingerprint.ts';

/** A job to accept, with everything that is written with it. */
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
 * hold_taken: the hold was given up or belongs to another job. The limits, project_deleted (with all that is in it):
 * refused, and nobody owns the hold.
 */
export type AcceptVerdict = 'accepted' | 'duplicate' | 'hold_taken' | Refusal;

export type Refusal = 'concurrent_limit' | 'daily_limit' | 'project_deleted';

/** Answers the job as it was accepted: when its project was closed, it is where that one's jobs went. */
export type AcceptJob = (acceptance: Acceptance, signal?: AbortSignal) => Promise<{ job: Job; verdict: AcceptVerdict }>;

const MAX_BATCH = 64;

/** A project that is closed between asking for it and using it is met once, hardly twice. */
const MAX_PLACES = 10;

/** Inline inputs of one statement. */
const MAX_BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Accepts jobs; submissions that arrive together share one transaction and one fsync, whatever their workspaces. One that
 * PostgreSQL refuses to store fails alone.
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
      // Rare, so it may take another round trip: the event has to tell the real project.
      job = { ...job, projectId: (await placeOf(db, job.workspaceId, job.projectId)).projectId };
    }
    throw new Error(`job ${job.id} found ${MAX_PLACES} projects closed, one after the other`);
  };
}

async function acceptTogether(db: Db, acceptances: Acceptance[], now: Date) {
  // Limits come from a cache that is at most 5 s old; the newest answer counts for all of a workspace.
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

/** Days of the daily limit are UTC days. */
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
