import { authorisedMs, type Job, type Status } from './job.ts';

/** How a job ended, as far as money is concerned. */
export interface Ending {
  status: Status;
  /** The tool ran in the attempt that ended the job. */
  started: boolean;
  /** The runner, its machine or a neighbour failed, not the tool. */
  infrastructure: boolean;
  /** A user stopped the job while its runner had it. */
  stoppedByUser: boolean;
  /** Database time. */
  now: Date;
}

/** What an ended job costs, and for how long it is billed. */
export interface Charge {
  chargeMillicredits: number;
  billableRuntimeMs?: number;
}

/**
 * What is charged in the end (the table is in the gateway's guide `money.md`): a fixed price is charged for a result, and for a tool
 * that its user stopped; a metered job pays for the runtime of its last attempt, whatever the outcome, unless infrastructure
 * spoiled it.
 */
export function chargeFor(job: Job, ending: Ending): Charge | undefined {
  const { money } = job;
  if (!money) return undefined;
  if (money.mode === 'fixed') {
    const earned = ending.status === 'COMPLETED' || (ending.stoppedByUser && ending.started);
    return { chargeMillicredits: earned ? money.reservedMillicredits : 0 };
  }
  if (!ending.started || ending.infrastructure) return { chargeMillicredits: 0, billableRuntimeMs: 0 };
  const billable = billableRuntimeMs(job, ending.now);
  const charge = Math.floor((billable * money.rateMillicreditsPerMinute!) / 60_000);
  return { chargeMillicredits: Math.min(charge, money.reservedMillicredits), billableRuntimeMs: billable };
}

/** The least of what the runner measured, what the database saw, and what was authorised. */
function billableRuntimeMs(job: Job, now: Date): number {
  const sinceStarted = job.startedAt ? now.getTime() - job.startedAt.getTime() : 0;
  const authorised = authorisedMs(job.money!) ?? 0;
  return Math.max(0, Math.min(job.runtimeMs ?? 0, sinceStarted, authorised));
}

/** What became of the money: a charge stands, or it went back before or after a start. */
export function outcomeOf(finalMillicredits: number, everClaimed: boolean): 'charged' | 'refunded' | 'released' {
  if (finalMillicredits > 0) return 'charged';
  return everClaimed ? 'refunded' : 'released';
}
