import { isTerminal as isTerminalStatus } from '@rotamer/domain/jobStatus.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';

/** The proto's statuses without their prefix, as the public API and the database write them. */
export type Status = Exclude<keyof typeof JobStatus, 'UNSPECIFIED' | 'UNRECOGNIZED'>;

export const statusToProto = (status: Status) => JobStatus[status];

/**
 * One execution of a tool, as other services see it. Durations are in milliseconds. An absent field is not known or
 * does not apply.
 */
export interface ShownJob {
  id: string;
  workspaceId: string;
  projectId?: string;
  /** Number of the operation of projects that last moved the job; 0: the job was submitted to its project. */
  projectSeq: number;
  status: Status;
  /** Grows by one with every published change. */
  version: number;
  tool: string;
  toolVersion: string;
  /** The release that it searches, `<dataset>@<release>`. */
  dataset?: string;
  datasetSha256?: string;
  name?: string;
  createdBy: string;
  /** Public id of the API key or session that submitted the job. */
  keyId?: string;
  parentRef?: string;
  /** The workflow run to which the job belongs. */
  runId?: string;
  /** The job that this job repeats. */
  rerunOf?: string;
  labels?: Record<string, string>;
  startedAt?: Date;
  completedAt?: Date;
  progress?: number;
  /** Runtime since the tool's start, as last reported by the runner of the current attempt. */
  runtimeMs?: number;
  error?: string;
  manifest?: { key: string; sha256: string; size: number };
  /** Absent for a tool that costs nothing. */
  billing?: ShownBilling;
}

export interface ShownBilling {
  mode: 'fixed' | 'metered_runtime';
  /** The amount that is held: the price, or the price of the runtime authorised so far. */
  reservedMillicredits: number;
  /** Metered only. */
  rateMillicreditsPerMinute?: number;
  billableRuntimeMs?: number;
  /** Set once billing has settled the hold. */
  finalMillicredits?: number;
  outcome?: 'charged' | 'refunded' | 'released';
  finalizedAt?: Date;
}

/** A job with all fields that decisions about it need. */
export interface Job extends ShownJob {
  wallLimitMs: number;
  /** Number of the current attempt: its fencing token. */
  attempt: number;
  /** Attempts lost to infrastructure failures. */
  failures: number;
  /** Not claimed before this time. */
  nextAttemptAt?: Date;
  statusSince: Date;
  runnerId?: string;
  /** When the current attempt was leased; only the database knows when the lease ends (leaseStore.ts). */
  claimedAt?: Date;
  /** The earlier attempts, oldest first (endedAttempts.ts). */
  endedAttempts?: EndedAttempt[];
  /** The job is cancelled without a charge when no attempt has begun by then. */
  cancelAt?: Date;
  /** When a user asked for the end of the running attempt. Its runner still reports what the tool has made. */
  stoppingAt?: Date;
  billing?: JobBilling;
  traceparent: string;
}

/** An attempt that is over. Times are ISO texts, because attempts are stored as JSON. */
export interface EndedAttempt {
  number: number;
  claimedAt?: string;
  /** Absent when the tool was not started. */
  startedAt?: string;
  endedAt: string;
  /** A terminal status; LOST: infrastructure failed; RELEASED: a draining runner gave the lease back. */
  outcome: Status | 'LOST' | 'RELEASED';
  error?: string;
}

export interface JobBilling extends ShownBilling {
  holdId: string;
  firstReservedMillicredits: number;
  /** Metered only: the most that may be held. */
  capMillicredits?: number;
  /** The charge to request from billing, decided with the terminal status. */
  chargeMillicredits?: number;
}

/** All possible moves between statuses; the service refuses any other. */
export const moves = {
  /** A live runner offers the tool. */
  offer: { from: ['PENDING'], to: ['QUEUED'] },
  /** No live runner offered the tool for a minute. */
  unoffer: { from: ['QUEUED', 'RETRY'], to: ['PENDING'] },
  /** No runner offered the tool for a day. */
  giveUp: { from: ['PENDING'], to: ['FAILED'] },
  /** A runner takes the lease. */
  claim: { from: ['QUEUED', 'RETRY'], to: ['PROCESSING'] },
  /** The user cancels, or the owner ends, a job that waits for an attempt. */
  cancel: { from: ['PENDING', 'QUEUED', 'RETRY'], to: ['CANCELLED'] },
  /** The user or the owner (run cancel, project deletion) ends a running job, or its attempt is lost while it stops. */
  stop: { from: ['PROCESSING'], to: ['CANCELLED'] },
  /** The runner's report. */
  report: { from: ['PROCESSING'], to: ['COMPLETED', 'FAILED', 'TIMEOUT', 'BUDGET_EXCEEDED'] },
  /** The lease is lost or the infrastructure fails; the third such failure fails the job. */
  lose: { from: ['PROCESSING'], to: ['RETRY', 'FAILED'] },
  /** A draining runner releases the lease, which does not count as a failure. */
  handBack: { from: ['PROCESSING'], to: ['RETRY'] },
} as const satisfies Record<string, { from: Status[]; to: Status[] }>;

export type Move = keyof typeof moves;

export function isTerminal(status: Status): boolean {
  return isTerminalStatus(statusToProto(status));
}

export function mayMove(status: Status, move: Move): boolean {
  return (moves[move].from as readonly Status[]).includes(status);
}

/** Returns the runtime that the held credits pay for, rounded down, so that a runner never works on credit. */
export function authorisedMs(billing: JobBilling): number | undefined {
  if (billing.mode !== 'metered_runtime' || !billing.rateMillicreditsPerMinute) return undefined;
  return Math.floor((billing.reservedMillicredits * 60_000) / billing.rateMillicreditsPerMinute);
}
