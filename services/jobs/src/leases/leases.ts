/** The state of a PROCESSING job's lease, by the database's clock. */
export interface LeaseState {
  id: string;
  attempt: number;
  expiresAt: Date;
  claimedAt: Date;
  startedAt?: Date;
  /** As last reported by the runner. */
  runtimeMs?: number;
  wallLimitMs: number;
}

export interface ExpiredLease {
  id: string;
  attempt: number;
  /**
   * lease: the lease was not renewed. start: the tool never started. wall: the tool exceeded its time limit, and its
   * runner did not report. report: the tool had not reached its time limit at the runner's last heartbeat, and its end
   * was not reported.
   */
  why: 'lease' | 'start' | 'wall' | 'report';
}

/** The decision of a pass of the expiry loop: renew every lease, or expire these. */
export type ExpiryVerdict = { renewAll: true } | { renewAll: false; expired: ExpiredLease[] };

/** A lease lasts this long; each heartbeat (every 5 s) renews it. After three missed heartbeats it is lost. */
export const LEASE_MS = 15_000;

/** Time from a claim to the tool's start, in which the runner fetches inputs and pulls images. */
export const START_MS = 600_000;

/** Time that a runner has for its report after the tool's time limit. */
const REPORT_GRACE_MS = 60_000;

/**
 * After a longer gap between passes, all leases are renewed: the expiry loop or the database was down, and no job must
 * lose its lease because of that.
 */
const ABSENCE_MS = 5_000;

/** The time of the last pass by any replica, and the time when all leases were last renewed. */
export interface Passes {
  last: Date;
  renewedAll?: Date;
}

/**
 * Decides which leases have expired. Pure. If the last pass of any replica is too long ago, no runner could renew its
 * lease, so all leases are renewed and none expires.
 *
 * For a minute after that, nothing expires for a missing start or report, because runners could not report during the
 * outage.
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
