import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import type { ClaimRequest, ClaimResponse, Lease } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import { authorisedMs, type Job } from '../../job/job.ts';
import { CLAIMABLE_SIGNAL, jobEvent } from '../../job/jobEvent.ts';
import { measureClaimed } from '../../job/jobMeasures.ts';
import { claimJobs } from '../../leases/claimJobs.ts';
import type { LeaseTokens } from '../../leases/leaseTokens.ts';
import { refuseUnboundedRunner } from '../../leases/runnerBounds.ts';

/**
 * A waiting claim looks for work at this interval even without a wake-up, because backoffs end and wake-ups can be
 * lost.
 */
const SAFETY_POLL_MS = 1_000;
const MAX_WAIT_MS = 25_000;
const MAX_LEASES = 32;

/** Grants leases; waits for work if there is none. */
export function claim({
  db,
  signals,
  clock,
  leaseTokens,
}: Pick<Deps, 'db' | 'signals' | 'clock' | 'leaseTokens'>): Rpc<ClaimRequest, ClaimResponse> {
  return async (request, { signal, draining, deadlineMs }) => {
    refuseUnboundedRunner(request);
    const until = Math.min(Date.now() + Math.min(request.waitMs, MAX_WAIT_MS), deadlineMs - 1_000);
    for (;;) {
      // Listen before looking, so that work that arrives in between wakes the claim.
      const woken = nextWake(signals);
      try {
        const jobs = await claimNow(db, request, clock());
        if (jobs.length > 0) {
          signals.send(OUTBOX_SIGNAL);
          jobs.forEach(measureClaimed);
          return { leases: jobs.map((job) => presentLease(job, leaseTokens)) };
        }
        const left = until - Date.now();
        if (left <= 0 || signal.aborted || draining.aborted) return { leases: [] };
        const timer = AbortSignal.any([signal, draining, woken.signal]);
        await sleep(Math.min(left, SAFETY_POLL_MS), undefined, { signal: timer }).catch(() => {});
      } finally {
        woken.off();
      }
    }
  };
}

function nextWake(signals: Signals): { signal: AbortSignal; off: () => void } {
  const controller = new AbortController();
  const off = signals.on(CLAIMABLE_SIGNAL, () => controller.abort());
  return { signal: controller.signal, off };
}

async function claimNow(db: Db, { runnerId, offers, limit }: ClaimRequest, now: Date): Promise<Job[]> {
  if (offers.length === 0 || limit < 1) return [];
  return transaction(db, async (tx) => {
    const jobs = await claimJobs(tx, runnerId, offers, Math.min(limit, MAX_LEASES));
    await appendOutbox(
      tx,
      jobs.map((job) => jobEvent(job, JobEventType.CLAIMED, now)),
    );
    return jobs;
  });
}

function presentLease(job: Job, leaseTokens: LeaseTokens): Lease {
  return {
    jobId: job.id,
    workspaceId: job.workspaceId,
    attempt: job.attempt,
    tool: job.tool,
    toolVersion: job.toolVersion,
    authorisedMs: job.billing && authorisedMs(job.billing),
    traceparent: job.traceparent,
    leaseToken: leaseTokens.tokenOf(job.id, job.attempt),
  };
}
