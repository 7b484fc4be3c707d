import { authorisedMs, type Job, type Status } from './job.ts';

/** The facts about a job's end that decide its charge. */
export interface Ending {
  status: Status;
  /** Whether the tool had started in the attempt that ended the job. */
  started: boolean;
  /** Whether the runner, its machine or another service failed, not the tool. */
  infrastructure: boolean;
  /** Whether a user stopped the job while a runner held its lease. */
  stoppedByUser: boolean;
  /** Database time. */
  now: Date;
}

/** The price of an ended job, and the billed runtime. */
export interface Charge {
  chargeMillicredits: number;
  billableRuntimeMs?: number;
}

/**
 * Returns the charge of an ended job (the guide `money.md` has the table). A fixed price is charged for a result, and
 * for a tool that its user stopped. A metered job pays for the runtime of its last attempt, for any outcome, unless an
 * infrastructure failure ended the attempt.
 */
export function chargeFor(job: Job, ending: Ending): Charge | undefined {
  const { billing } = job;
  if (!billing) return undefined;
  if (billing.mode === 'fixed') {
    const earned = ending.status === 'COMPLETED' || (ending.stoppedByUser && ending.started);
    return { chargeMillicredits: earned ? billing.reservedMillicredits : 0 };
  }
  if (!ending.started || ending.infrastructure) return { chargeMillicredits: 0, billableRuntimeMs: 0 };
  const billable = billableRuntimeMs(job, ending.now);
  const charge = Math.floor((billable * billing.rateMillicreditsPerMinute!) / 60_000);
  return { chargeMillicredits: Math.min(charge, billing.reservedMillicredits), billableRuntimeMs: billable };
}

/**
 * Returns the billed runtime: the least of the runner's measurement, the time since the start by the database's clock,
 * and the authorised time. A job that its user stopped pays until the stop, not for the seconds in which it ends.
 */
function billableRuntimeMs(job: Job, now: Date): number {
  const until = Math.min(now.getTime(), job.stoppingAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const sinceStarted = job.startedAt ? until - job.startedAt.getTime() : 0;
  const authorised = authorisedMs(job.billing!) ?? 0;
  return Math.max(0, Math.min(job.runtimeMs ?? 0, sinceStarted, authorised));
}

/**
 * Returns the outcome of a job's hold: charged, refunded after an attempt, or released when the job was never claimed.
 */
export function outcomeOf(finalMillicredits: number, everClaimed: boolean): 'charged' | 'refunded' | 'released' {
  if (finalMillicredits > 0) return 'charged';
  return everClaimed ? 'refunded' : 'released';
}
