/** How a PROCESSING job's lease stands, by the database's clock. */
export interface LeaseState {
  id: string;
  attempt: number;
  expiresAt: Date;
  claimedAt: Date;
  startedAt?: Date;
  /** As last reported. */
  runtimeMs?: number;
  wallLimitMs: number;
}

export interface ExpiredLease {
  id: string;
  attempt: number;
  /**
   * lease: not renewed. start: never started. wall: ran beyond its time limit, and its runner did not report it. report: had not
   * reached its time limit when its runner was last heard of, and was not reported.
   */
  why: 'lease' | 'start' | 'wall' | 'report';
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

/** When the loop of any replica made its last pass, and when it last renewed all leases. */
export interface Passes {
  last: Date;
  renewedAll?: Date;
}

/**
 * Which leases are over. Pure. When the last pass of any replica is too long ago, nobody could have renewed anything, so
 * all leases are renewed and none expires: an outage of ours re-queues nothing. After one, runners have the time again that they have
 * for a report: what they could not report meanwhile is no timeout.
 */
export function decideExpiry({ last, renewedAll }: Passes, leases: LeaseState[], now: Date): ExpiryVerdict {
  if (now.getTime() - last.getTime() > ABSENCE_MS) return { renewAll: true };
  const expired = leases.flatMap((lease) => {
    const why = reasonToExpire(lease, renewedAll?.getTime() ?? 0, now.getTime());
    return why ? [{ id: lease.id, attempt: lease.attempt, why }] : [];
  });
  return { renewAll: false, expired };
}

function reasonToExpire(lease: LeaseState, renewedAll: number, now: number): ExpiredLease['why'] | undefined {
  const { expiresAt, claimedAt, startedAt, runtimeMs = 0, wallLimitMs } = lease;
  if (expiresAt.getTime() < now) return 'lease';
  if (renewedAll + REPORT_GRACE_MS >= now) return undefined;
  if (!startedAt) return claimedAt.getTime() + START_MS < now ? 'start' : undefined;
  if (startedAt.getTime() + wallLimitMs + REPORT_GRACE_MS >= now) return undefined;
  return runtimeMs >= wallLimitMs ? 'wall' : 'report';
}
