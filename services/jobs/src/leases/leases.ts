/** How a PROCESSING job's lease stands, by the database's clock. */
export interface LeaseState {
  id: string;
  attempt: number;
  expiresAt: Date;
  claimedAt: Date;
  startedAt?: Date;
  wallLimitMs: number;
}

export interface ExpiredLease {
  id: string;
  attempt: number;
  /** lease: not renewed. start: never started. wall: ran far beyond its time limit without a report. */
  why: 'lease' | 'start' | 'wall';
}

/** What a pass of the expiry loop does: renew every lease, or take these back. */
export type ExpiryVerdict = { renewAll: true } | { renewAll: false; expired: ExpiredLease[] };

/** A lease lives this long unless a heartbeat (every 5 s) renews it: three missed lose it. */
export const LEASE_MS = 15_000;

/** Time from a claim to the tool's start, for fetching inputs and pulling images. */
export const START_MS = 600_000;

/** Time for a runner to report after the tool's limit. */
const REPORT_GRACE_MS = 60_000;

/** The loop (or the database) was away: its absence must not cost anyone a lease. */
const ABSENCE_MS = 5_000;

/**
 * Which leases are over. Pure. When the last pass of any replica is too long ago, nobody could have renewed anything, so
 * all leases are renewed and none expires: an outage of ours re-queues nothing.
 */
export function decideExpiry(lastPass: Date, leases: LeaseState[], now: Date): ExpiryVerdict {
  if (now.getTime() - lastPass.getTime() > ABSENCE_MS) return { renewAll: true };
  const expired = leases.flatMap((lease) => {
    const why = reasonToExpire(lease, now.getTime());
    return why ? [{ id: lease.id, attempt: lease.attempt, why }] : [];
  });
  return { renewAll: false, expired };
}

function reasonToExpire(lease: LeaseState, now: number): ExpiredLease['why'] | undefined {
  if (lease.expiresAt.getTime() < now) return 'lease';
  if (!lease.startedAt) return lease.claimedAt.getTime() + START_MS < now ? 'start' : undefined;
  return lease.startedAt.getTime() + lease.wallLimitMs + REPORT_GRACE_MS < now ? 'wall' : undefined;
}
